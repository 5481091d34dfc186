import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/platform/config/config.ts";
import { assertWritableDataDirectory } from "../../src/platform/data-directory.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const isRoot = process.getuid?.() === 0;
const MODULE = join(import.meta.dirname, "../../src/platform/data-directory.ts");

describe("DATA_DIR", () => {
  test("may be there, or be made below a directory that is", () => {
    const home = dirname(temporaryFile("a.txt", "a"));
    expect(() => assertWritableDataDirectory(home)).not.toThrow();
    expect(() => assertWritableDataDirectory(join(home, "new", "newer"))).not.toThrow();
    mkdirSync(join(home, "new"));
    expect(() => assertWritableDataDirectory(join(home, "new"))).not.toThrow();
  });

  test("cannot be a file, nor lie below one", () => {
    const file = temporaryFile("a.txt", "a");
    expect(() => assertWritableDataDirectory(file)).toThrow(`${file} is no directory`);
    for (const path of [file, join(file, "below")]) {
      expect(() => assertWritableDataDirectory(path)).toThrow(ConfigError);
    }
  });

  test.skipIf(!isRoot)("that another user may not write to is told with path, user and reason (needs root)", () => {
    const home = dirname(temporaryFile("a.txt", "a"));
    const program = join(home, "look.mts");
    writeFileSync(
      program,
      `import { assertWritableDataDirectory } from ${JSON.stringify(MODULE)};
       process.setgid?.(12345);
       process.setuid?.(12345);
       try { assertWritableDataDirectory(process.argv[2] ?? ""); } catch (error) { console.log(String(error)); }`,
    );
    const told = (path: string) =>
      execFileSync(process.execPath, ["--import", "tsx", program, path], { encoding: "utf8", stdio: "pipe" });
    const hidden = join(home, "hidden");
    mkdirSync(hidden, { mode: 0o700 });
    expect(told(hidden)).toContain(`DATA_DIR: ${hidden} is not writable for the user 12345 (EACCES)`);
    expect(told(join(hidden, "data"))).toContain("is not writable for the user 12345 (EACCES)");
  });
});
