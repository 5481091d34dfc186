import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { rankedBars } from "../../../src/core/charts/ranked-bars.ts";
import { stackedColumns } from "../../../src/core/charts/stacked-columns.ts";
import { PAPER_THEME } from "../../../src/core/charts/theme.ts";
import { trajectory } from "../../../src/core/charts/trajectory.ts";

interface Drawn {
  readonly texts: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly shapes: readonly { readonly name: string; readonly attributes: Readonly<Record<string, string>> }[];
}

/** Reads a picture as a browser does. @throws Error when it is not well-formed */
function read(svg: string): Drawn {
  const parser = new SaxesParser();
  const texts: string[] = [];
  const shapes: { name: string; attributes: Record<string, string> }[] = [];
  const names: Record<string, string> = { title: "", desc: "" };
  let open = "";
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    open = name;
    shapes.push({ name, attributes: { ...attributes } });
    if (name === "text") texts.push("");
  });
  parser.on("closetag", () => {
    open = "";
  });
  parser.on("text", (text) => {
    if (open === "text") texts[texts.length - 1] += text;
    else if (open in names) names[open] += text;
  });
  parser.write(svg).close();
  return { texts, shapes, title: names["title"] ?? "", description: names["desc"] ?? "" };
}

const OPTIONS = {
  title: "Emissions by month",
  description: "Highest in March",
  language: "da",
  width: 470,
  height: 180,
  theme: PAPER_THEME,
} as const;
const columns = (...values: (readonly number[])[]) =>
  stackedColumns({
    ...OPTIONS,
    columns: values.map((parts, index) => ({ label: `m${index}`, values: parts })),
    series: ["One", "Two", "Three"],
    unit: "tCO₂e",
    sum_decimals: 1,
  });
const bars = (...values: readonly (readonly [string, number])[]) =>
  rankedBars({ ...OPTIONS, bars: values.map(([label, value]) => ({ label, value, value_label: `${value} t` })) });
const line = (path: Parameters<typeof trajectory>[0]["path"], ...actual: readonly [number, number][]) =>
  trajectory({
    ...OPTIONS,
    actual: actual.map(([year, value]) => ({ year, value })),
    path,
    names: { actual: "Reported", path: "Target" },
    unit: "tCO₂e",
    decimals: 1,
  });

const number = (text: string | undefined) => Number(text ?? Number.NaN);

describe("stacked columns", () => {
  test("heights are to each other as the values, and the parts stand on each other", () => {
    const { shapes } = read(columns([10, 20, 30]));
    const paints = [PAPER_THEME.series[0], PAPER_THEME.series[1], PAPER_THEME.series[2]];
    const parts = paints.map(
      (fill) =>
        shapes.filter(({ name, attributes }) => name === "rect" && attributes["fill"] === fill).at(-1)?.attributes,
    );
    const heights = parts.map((part) => number(part?.["height"]));
    expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(2, 2);
    expect((heights[2] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(3, 2);
    expect(number(parts[1]?.["y"]) + (heights[1] ?? 0)).toBeCloseTo(number(parts[0]?.["y"]), 1);
    expect(number(parts[2]?.["y"]) + (heights[2] ?? 0)).toBeCloseTo(number(parts[1]?.["y"]), 1);
  });

  test("the sums above the columns are exact in the reader's language, negative parts go below the line", () => {
    const { texts, shapes } = read(columns([0.1, 0.2, 1000], [-5, 2, 0]));
    expect(texts).toContain("1.000,3");
    expect(texts).toContain("−3,0");
    const zero = shapes.find(({ name, attributes }) => name === "line" && attributes["stroke"] === PAPER_THEME.ink);
    const negative = shapes
      .filter(({ attributes }) => attributes["fill"] === PAPER_THEME.series[0])
      .map(({ attributes }) => number(attributes["y"]));
    expect(Math.max(...negative)).toBeCloseTo(number(zero?.attributes["y1"]), 1);
  });

  test.each([
    ["nothing at all", [[0, 0, 0]]],
    ["no column", []],
    ["a millionth of a tonne", [[0.000001, 0, 0]]],
    ["as much as fits in a number", [[1e15, 1e15, 1e15]]],
  ])("%s is a picture with finite coordinates", (_name, values) => {
    const { shapes } = read(columns(...values));
    const coordinates = shapes.flatMap(({ attributes }) =>
      ["x", "y", "width", "height", "x1", "y1"].flatMap((key) => attributes[key] ?? []),
    );
    expect(coordinates.length).toBeGreaterThan(5);
    for (const coordinate of coordinates) expect(Number.isFinite(Number(coordinate)), coordinate).toBe(true);
  });

  test("ticks are round figures that include zero and reach the highest column", () => {
    const { texts } = read(columns([37.2, 0, 0], [41.9, 0, 0]));
    expect(["0", "10", "20", "30", "40", "50"].every((tick) => texts.includes(tick))).toBe(true);
  });
});

describe("ranked bars", () => {
  test("the longest bar takes the whole width, the others their share of it", () => {
    const { shapes } = read(bars(["A", 80], ["B", 20]));
    const lengths = shapes
      .filter(({ attributes }) => [PAPER_THEME.series[0], PAPER_THEME.series[1]].includes(attributes["fill"] ?? ""))
      .map(({ attributes }) => number(attributes["width"]));
    expect(lengths).toEqual([470, 117.5]);
  });

  test("a name too long for its line ends with an ellipsis before the figure", () => {
    const { texts } = read(bars(["Donaudampfschifffahrtsgesellschaft ".repeat(9), 80]));
    expect(texts[0]?.endsWith("…")).toBe(true);
    expect(texts[0]?.length).toBeLessThan(100);
    expect(texts[1]).toBe("80 t");
  });
});

describe("a trajectory", () => {
  test("the dashed way goes from the base year to the target, the reported years are a line of points", () => {
    const path = { from: { year: 2020, value: 100 }, to: { year: 2030, value: 50 } };
    const { shapes, texts } = read(line(path, [2020, 100], [2024, 90], [2025, 80]));
    const dashed = shapes.filter(({ attributes }) => attributes["stroke-dasharray"] !== undefined);
    expect(dashed.length).toBe(2);
    expect(shapes.find(({ name }) => name === "polyline")?.attributes["points"]?.split(" ")).toHaveLength(3);
    expect(["100,0", "90,0", "80,0", "50,0", "2020", "2030", "Target"].every((text) => texts.includes(text))).toBe(
      true,
    );
  });

  test("one reported year without a target is one point", () => {
    const { shapes } = read(line(null, [2025, 80]));
    expect(shapes.filter(({ name }) => name === "circle")).toHaveLength(1);
    expect(shapes.some(({ name }) => name === "polyline")).toBe(false);
  });
});

describe("every chart", () => {
  const hostile = `</text><script>alert("1")</script>&amp;'\u0000\u0007\ud800`;

  test("keeps markup as text and leaves out what XML forbids", () => {
    const drawing = stackedColumns({
      ...OPTIONS,
      title: hostile,
      description: hostile,
      columns: [{ label: hostile, values: [1, 2, 3] }],
      series: [hostile, "b", "c"],
      unit: hostile,
      sum_decimals: 0,
    });
    const { texts, title, description, shapes } = read(drawing);
    const kept = `</text><script>alert("1")</script>&amp;'`;
    expect(shapes.some(({ name }) => name === "script")).toBe(false);
    expect(texts.filter((text) => text === kept)).toHaveLength(3);
    expect([title, description]).toEqual([kept, kept]);
  });

  test("has a name and a description, is the same text each time, and its series differ in lightness", () => {
    for (const draw of [() => columns([1, 2, 3]), () => bars(["A", 1]), () => line(null, [2025, 1])]) {
      const { title, description, shapes } = read(draw());
      expect([title, description]).toEqual([OPTIONS.title, OPTIONS.description]);
      expect(shapes[0]?.attributes["role"]).toBe("img");
      expect(draw()).toBe(draw());
    }
    const lightness = PAPER_THEME.series.map(luminance);
    expect((lightness[1] ?? 0) - (lightness[0] ?? 0)).toBeGreaterThan(0.1);
    expect((lightness[2] ?? 0) - (lightness[1] ?? 0)).toBeGreaterThan(0.1);
    expect(1.05 / (luminance(PAPER_THEME.edge) + 0.05)).toBeGreaterThanOrEqual(3);
  });
});

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
