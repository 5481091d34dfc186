import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  EngineAbsentError,
  ENGINES,
  engineVersion,
  installedFiles,
  preferredEngine,
} from "../../src/platform/typst/engine.ts";
import { codePointsOf } from "../../src/platform/typst/font-coverage.ts";
import { drawable, readFonts } from "../../src/platform/typst/fonts.ts";
import { typeset } from "../../src/platform/typst/typesetter.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const LINUX = { platform: "linux", arch: "x64" };
const ELSEWHERE = [
  { platform: "linux", arch: "arm64" },
  { platform: "darwin", arch: "arm64" },
  { platform: "win32", arch: "x64" },
];

describe("which engine sets a document", () => {
  test.each(ELSEWHERE)("on $platform $arch it is the one in WebAssembly, which is always installed", (machine) => {
    expect(installedFiles("typst-ts-node-compiler", machine)).toEqual([]);
    expect(preferredEngine("auto", machine)).toBe("typst-ts-web-compiler");
    expect(installedFiles("typst-ts-web-compiler", machine)).toHaveLength(1);
  });

  test("on Linux x64 it is the native one where that is installed", () => {
    const isInstalled = installedFiles("typst-ts-node-compiler", LINUX).length > 0;
    expect(preferredEngine("auto", LINUX)).toBe(isInstalled ? "typst-ts-node-compiler" : "typst-ts-web-compiler");
  });

  test("the setting goes before what is installed", () => {
    expect(preferredEngine("wasm", LINUX)).toBe("typst-ts-web-compiler");
    expect(preferredEngine("native", { platform: "darwin", arch: "arm64" })).toBe("typst-ts-node-compiler");
  });

  test("both are the same version of Typst", () => {
    const versions = ENGINES.map((engine) => engineVersion(engine)).filter((version) => version !== null);
    expect(new Set(versions).size).toBe(1);
  });

  test("where the native one is asked for and absent, the refusal says what to set", () => {
    const { message } = new EngineAbsentError("typst-ts-node-compiler");
    expect(message).toContain("Set PDF_ENGINE=wasm");
    expect(message).toContain("The formats xlsx, xhtml and json need no engine.");
  });
});

const INSTALLED = ENGINES.filter((engine) => engineVersion(engine) !== null);

describe.each(INSTALLED)("typesetting with %s", (engine) => {
  const set = async (main: string, files: Record<string, string> = {}) => {
    const outside = temporaryFile("outside.txt", "outside");
    const templates = join(dirname(outside), "templates");
    mkdirSync(templates);
    writeFileSync(
      join(templates, "main.typ"),
      `#set text(font: "Inter", fallback: false, fill: rgb("#102030"))\n${main}`,
    );
    const job = {
      templates,
      main: "main.typ",
      files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
      fonts: await readFonts(),
      created_at: new Date("2026-01-02T03:04:05.678Z"),
    };
    return await typeset(job, engine);
  };

  test("files that are given exist for the template as if they lay beside it", async () => {
    const pdf = await set('#assert(read("data.txt") == "given")\nDone', { "data.txt": "given" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.toString("latin1")).toContain("2026-01-02T03:04:05");
  });

  test.each([
    ["beside the folder", '#read("../outside.txt")'],
    ["of the machine", '#read("/etc/passwd")'],
  ])("nothing %s can be read", async (_name, source) => {
    await expect(set(source)).rejects.toThrow("the document could not be set");
  });

  test("a mistake in a template is told with the engine's words", async () => {
    await expect(set("#unknown-name")).rejects.toThrow("unknown variable: unknown-name");
  });
});

describe("what a typeface can draw", () => {
  test("Inter has Latin, Greek and Cyrillic in every weight, and neither Hebrew nor pictures", async () => {
    const fonts = await readFonts();
    const covered = drawable(fonts);
    for (const letter of "aæøåÆØÅßŁőΩя€₂³−–»□") expect(covered.has(letter.codePointAt(0) ?? 0), letter).toBe(true);
    for (const letter of "אم中😀") expect(covered.has(letter.codePointAt(0) ?? 0), letter).toBe(false);
    expect(fonts.map((font) => codePointsOf(font).size)).toEqual(fonts.map(() => covered.size));
  });

  test("both forms of the table are read: runs with an offset, and segments with gaps", () => {
    const runs = cmap(3, 10, [12, 0, 0, 40, 0, 0, 0, 2, 0, 65, 0, 67, 0, 1, 1, 0xf600, 1, 0xf601, 0, 9]);
    expect([...codePointsOf(runs)]).toEqual([65, 66, 67, 0x1f600, 0x1f601]);
    // Segments 65-66 by delta, 97-98 by glyph array of which the second is missing, and the closing one.
    const segments = [4, 48, 0, 6, 0, 0, 0, 66, 98, 0xffff, 0, 65, 97, 0xffff, 10, 0, 1, 0, 4, 0, 7, 0];
    expect([...codePointsOf(cmap(3, 1, segments))]).toEqual([65, 66, 97]);
  });

  test("a file that is no font is an error", () => {
    expect(() => codePointsOf(Buffer.alloc(64))).toThrow("no table cmap");
  });
});

/** A font of one table, `cmap`, of one encoding; the words are 16 bits each. */
function cmap(platform: number, encoding: number, words: readonly number[]): Buffer {
  const table = Buffer.from([0, 0, 0, 1, 0, platform, 0, encoding, 0, 0, 0, 12]);
  const body = Buffer.concat(words.map((word) => Buffer.from([word >> 8, word & 255])));
  const head = Buffer.alloc(28);
  head.writeUInt16BE(1, 4);
  head.write("cmap", 12, "latin1");
  head.writeUInt32BE(28, 20);
  return Buffer.concat([head, table, body]);
}
