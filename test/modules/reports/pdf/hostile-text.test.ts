import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { jsonForm } from "../../../../src/modules/reports/forms/json-form.ts";
import { printableText } from "../../../../src/modules/reports/forms/pdf/printable-text.ts";
import { reportDocument } from "../../../../src/modules/reports/presentation/report-document.ts";
import { isEngineInstalled } from "../../../../src/platform/typst/engine.ts";
import { drawable, readFonts } from "../../../../src/platform/typst/fonts.ts";
import { renderPdf } from "../../../../src/composition/isolation/render-pdf.ts";
import { ABSENT_JUDGES, judged, textOf } from "../../../support/printed-report.ts";
import { sampleDocument } from "../../../support/report-document.ts";

const absent = [...ABSENT_JUDGES, ...(isEngineInstalled() ? [] : ["a typesetting engine"])];

/** What would be an instruction if it were read as source of the typesetting language, one by one. */
const MARKUP = [
  '#import "theme.typ": deep',
  '#read("/etc/passwd")',
  '#panic("stop")',
  "$ x^2 $",
  "@reference <label>",
  "*bold* _italic_ `raw`",
  "= Heading",
  "- item + item / term: text",
  "// comment /* block */",
  "\\ \\u{41} ~ -- --- ...",
  "[content] {code} ]]]",
  "{page} {total}",
  'https://example.com/?a=1&b="2"',
];
const SCRIPTS = "שלום مرحبا 中文 😀 Привет Ωμέγα";
const INVISIBLE = "in\u202evis\u200bible\u0007 \u0000text\ufeff";
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(12);
const PROSE = [...MARKUP, SCRIPTS, INVISIBLE, LONG, `z${"\u0301".repeat(60)}algo`, "a\r\nb\u2028c"].join("\n");

/** Characters that mean something to the typesetting language, or change those around them. */
const MARKS = [
  "#",
  "$",
  "@",
  "\\",
  '"',
  "`",
  "*",
  "[",
  "]",
  "{",
  "}",
  "<",
  ">",
  "~",
  "/",
  "\n",
  "\u0301",
  "\u200d",
  "a",
];

const hostile = sampleDocument({ company: `A/S #panic("x") ${LONG} ${SCRIPTS}`, prose: PROSE });
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe.skipIf(absent.length > 0)(
  `hostile text in a report (needs ${absent.join(", ") || "nothing"})`,
  { timeout: 300_000 },
  () => {
    let pdf: Buffer;
    let text: string;
    beforeAll(async () => {
      pdf = await renderPdf(hostile);
      text = flat(textOf(pdf));
    }, 300_000);

    test.each(MARKUP)("%s stays text", (markup) => {
      expect(text).toContain(flat(markup));
    });

    test("letters that the typeface lacks are marked and said so; those that it has stay", () => {
      expect(text).toContain("□ □ □ □ Привет Ωμέγα");
      expect(text).toContain("Characters that the typeface lacks are printed as □");
    });

    test("characters that hide or turn text round are gone", () => {
      expect(text).toContain("invisible text");
      expect(text).toMatch(/z\u0301?\u0301?algo|ź\u0301?\u0301?algo/u);
    });

    test("words of any length break within the page, and figures are where they were", () => {
      const pages = judged(pdf, "pdftotext", ["-bbox", "{}", "-"]).text.split("<page ").slice(1);
      const edges = pages.flatMap((page) => [...page.matchAll(/yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)"/g)]);
      expect(edges.length).toBeGreaterThan(1_000);
      for (const [, top, right, bottom] of edges) {
        expect(Number(top)).toBeGreaterThan(40);
        expect(Number(right)).toBeLessThan(536);
        expect(Number(bottom)).toBeLessThan(815);
      }
      expect(text.replaceAll(" ", "")).toContain(LONG);
      expect(text).toContain("Reported value of datapoint B3-1 ");
    });

    test("the attached data has every character, and the file is sound", () => {
      const { out } = judged(pdf, "pdfdetach", ["-save", "1", "-o", "{out}", "{}"]);
      expect(out?.equals(jsonForm(hostile))).toBe(true);
      expect(JSON.parse(out?.toString("utf8") ?? "")).toEqual(hostile);
      expect(judged(pdf, "qpdf", ["--check", "{}"]).text).toContain("No syntax or stream encoding errors found");
      expect(text).toContain(createHash("sha256").update(jsonForm(hostile)).digest("hex"));
    });

    test("any text makes a file", async () => {
      const text = fc.oneof(
        fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
        fc.string({ unit: fc.constantFrom(...MARKS), minLength: 1, maxLength: 300 }),
      );
      await fc.assert(
        fc.asyncProperty(text, text, async (prose, company) => {
          const printed = await renderPdf(sampleDocument({ prose, company, factors: 2 }));
          expect(printed.subarray(0, 5).toString("latin1")).toBe("%PDF-");
        }),
        { numRuns: 6 },
      );
    });

    test("the smallest report there can be is printed as well", async () => {
      const sample = sampleDocument();
      const lists = Object.entries(sample).filter(([, value]) => Array.isArray(value));
      const empty = reportDocument.parse({
        ...sample,
        ...Object.fromEntries(lists.map(([name]) => [name, []])),
        data_quality: { ...sample.data_quality, score: null, primary_share_pct: null, spend_share_pct: null },
      });
      const printed = flat(textOf(await renderPdf(empty)));
      expect(printed).toContain("No emission factors were used in the period.");
      expect(printed).toContain("Every datapoint that the standard requires is given.");
      expect(printed).not.toMatch(/NaN|undefined|Infinity/);
    });
  },
);

test("printable text is in composed form, keeps line ends, and has no run of marks", async () => {
  const printable = printableText(drawable(await readFonts()));
  expect(printable("a\u030angstro\u0308m")).toBe("ångström");
  expect(printable("  one \t two\r\n\r\n three\u2029four ")).toBe("one two\nthree\nfour");
  expect(printable("日本語 and 中文")).toBe("□ and □");
  expect(printable("\u{10fffd}\ud800x\u2066y\u{10ffff}")).toBe("xy□");
  expect(printable("1.234,5 tCO₂e – 12 % ≥ 3 m³ · æøåÆØÅ €")).toBe("1.234,5 tCO₂e – 12 % ≥ 3 m³ · æøåÆØÅ €");
});
