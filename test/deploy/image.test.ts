import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationTable } from "../../src/platform/config/config.ts";

const ROOT = join(import.meta.dirname, "../..");
const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Instructions of the Containerfile by stage, continued lines joined. */
function stages(): Instruction[][] {
  const lines = text("deploy/image/Containerfile")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  const parsed = lines.flatMap((line): Instruction[] => {
    const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return name === "" || name === "ARG" ? [] : [{ name, rest }];
  });
  return parsed.reduce<Instruction[][]>((all, one) => {
    if (one.name === "FROM") return [...all, [one]];
    all.at(-1)?.push(one);
    return all;
  }, []);
}

const [build = [], run = []] = stages();
const of = (stage: readonly Instruction[], name: string): string[] =>
  stage.filter((one) => one.name === name).map(({ rest }) => rest);
const copied = [...of(build, "COPY"), ...of(run, "COPY")].filter((rest) => !rest.startsWith("--from="));
const sources = copied.flatMap((rest) => rest.split(" ").slice(0, -1));

test("the image is built in one stage and run in another, both on the base that is given", () => {
  expect(stages()).toHaveLength(2);
  expect([of(build, "FROM"), of(run, "FROM")]).toEqual([["${BASE_IMAGE} AS build"], ["${BASE_IMAGE}"]]);
  expect(of(build, "RUN").join(" ")).toMatch(/npm ci.* npm prune --omit=dev.* chmod 0755 dist\/cli\.js/);
});

test("it runs as a user of its own, writes to /data, and tells whether it is healthy", () => {
  expect(of(run, "USER")).toEqual(["10001:10001"]);
  // Nothing of the image is made by the user, who therefore can change none of it.
  expect(run.findIndex(({ name }) => name === "USER")).toBeGreaterThan(
    run.findLastIndex(({ name }) => name === "COPY"),
  );
  expect(of(run, "VOLUME")).toEqual(["/data"]);
  expect(of(run, "HEALTHCHECK").join(" ")).toContain("/readyz");
  expect(of(run, "ENTRYPOINT")).toEqual(['["carbon-ledger"]']);
});

test("it sets settings of the service, and no secret among them", () => {
  const names = of(run, "ENV").flatMap((rest) => [...rest.matchAll(/(?:^| )(\w+)=/g)].map(([, name]) => name));
  const known = ["NODE_ENV", ...configurationTable.map(({ name }) => name)];
  expect(known).toEqual(expect.arrayContaining(names));
  expect(text("deploy/image/Containerfile")).not.toMatch(/SECRET_KEY|_URL=|TOKEN|PASSWORD/);
});

test("what it copies exists, and nothing else of the folder is handed to the builder", () => {
  const ignored = text(".containerignore");
  expect(text(".dockerignore")).toBe(ignored);
  const [first, ...allowed] = ignored.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(first).toBe("*");
  expect(allowed.map((line) => line.slice(1)).toSorted()).toEqual([...new Set(sources)].toSorted());
  for (const source of sources) expect(existsSync(join(ROOT, source)), source).toBe(true);
});

test("what the service needs at run time is in it", () => {
  const { files } = JSON.parse(text("package.json")) as { files: string[] };
  const notNeeded = ["docs", "deploy", "scripts/start.mjs"];
  const inImage = [...sources, "dist"];
  expect(inImage).toEqual(expect.arrayContaining(files.filter((file) => !notNeeded.includes(file))));
});

test("the script that builds it without a registry is sound shell", () => {
  const script = join(ROOT, "deploy/image/build-without-registry.sh");
  expect(() => execFileSync("bash", ["-n", script], { stdio: "pipe" })).not.toThrow();
  expect(() =>
    execFileSync("sh", ["-n", join(ROOT, "deploy/compose/database-roles.sh")], { stdio: "pipe" }),
  ).not.toThrow();
});
