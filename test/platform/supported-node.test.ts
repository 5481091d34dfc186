import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unsupportedNode } from "../../src/composition/supported-node.ts";

test.each(["16.20.2", "18.20.8", "20.18.3"])("Node %s is refused in a sentence", (version) => {
  expect(unsupportedNode(version)).toMatch(/needs Node 20\.19 or newer, and this is Node \d/);
});

test.each(["20.19.0", "20.20.2", "22.0.0", "24.11.1", "26.0.0"])("Node %s is not", (version) => {
  expect(unsupportedNode(version)).toBeNull();
});

test("package.json asks for the same", () => {
  const text = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ engines: { node: ">=20.19" } });
});
