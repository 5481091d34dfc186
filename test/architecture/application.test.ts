import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const WEB = join(ROOT, "web");

/** Values that the application shares with the service: pure, small, and the same figures as in reports. */
const SHARED = /^src\/core\/(charts\/[a-z-]+|number-format)\.ts$/;
const IMPORT = /^(import|export)\s+(type\s+)?([^;]*?)\sfrom\s+"(\.[^"]+)"/gm;

const files = readdirSync(WEB, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".gen.ts"));

interface Found {
  readonly file: string;
  readonly to: string;
  readonly isType: boolean;
}

const imports: Found[] = files.flatMap((file) =>
  [...readFileSync(join(WEB, file), "utf8").matchAll(IMPORT)].map(([, , type, , specifier = ""]) => ({
    file,
    to: relative(ROOT, resolve(WEB, dirname(file), specifier)).replaceAll("\\", "/"),
    isType: type !== undefined,
  })),
);

describe("the application", () => {
  test("takes types from the service, and values only where both must give the same", () => {
    expect(imports.length).toBeGreaterThan(50);
    const values = imports.filter(({ to, isType }) => to.startsWith("src/") && !isType && !SHARED.test(to));
    expect(values).toEqual([]);
  });

  test("has screens that know the frame and its parts, and not each other", () => {
    const screenOf = (path: string): string | undefined => /^(?:web\/)?features\/([^/]+)\//.exec(path)?.[1];
    const between = imports.filter(({ file, to }) => {
      const [from, other] = [screenOf(file), screenOf(to)];
      return from !== undefined && other !== undefined && from !== other;
    });
    expect(between).toEqual([]);
  });

  test("puts no text into the page as markup, and no style into an attribute", () => {
    const texts = files.map((file) => [file, readFileSync(join(WEB, file), "utf8")] as const);
    expect(
      texts.filter(([, text]) => /dangerouslySetInnerHTML|innerHTML|style=\{/.test(text)).map(([file]) => file),
    ).toEqual([]);
  });
});
