import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const src = join(root, "src");

/** Pairs of modules that may import each other's index, in one direction only: the business flow, without cycles. */
const MODULE_PAIRS: Readonly<Record<string, readonly string[]>> = {
  activities: [
    "audit",
    "categorization",
    "company-factors",
    "data-sources",
    "departments",
    "emissions",
    "factors",
    "financial-years",
    "pcf",
    "purchases",
    "reading",
    "supplier-register",
    "suppliers",
    "supplies",
  ],
  "api-keys": ["audit"],
  categorization: ["audit", "factors"],
  "column-mappings": ["audit", "data-sources", "reading"],
  "company-factors": ["audit", "categorization", "emissions"],
  consultants: ["api-keys", "audit", "data-sources", "webhooks"],
  "data-sources": ["audit"],
  departments: ["audit"],
  emissions: ["audit", "categorization", "departments", "factors", "financial-years"],
  "energy-instruments": ["audit", "emissions", "financial-years", "ingestion", "records", "restatements"],
  "factor-releases": ["activities", "audit", "emissions", "financial-years", "reports", "restatements", "targets"],
  "financial-years": ["audit"],
  ingestion: [
    "activities",
    "audit",
    "categorization",
    "column-mappings",
    "company-factors",
    "data-sources",
    "departments",
    "emissions",
    "factors",
    "financial-years",
    "pcf",
    "purchases",
    "quota",
    "reading",
    "supplier-register",
    "supplies",
  ],
  supplies: ["audit", "supplier-register"],
  "supplier-register": ["audit", "categorization", "emissions"],
  reading: ["factors"],
  "reference-data": ["factors"],
  purchases: ["emissions", "supplier-register"],
  scenarios: ["audit", "emissions", "financial-years"],
  targets: ["audit", "emissions", "financial-years"],
  pcf: ["audit", "categorization", "emissions"],
  suppliers: ["audit", "categorization"],
  "legacy-keys": ["audit"],
  oauth: ["audit"],
  offboarding: ["audit", "users"],
  users: ["audit", "oauth"],
  tenants: ["audit"],
  webhooks: ["audit"],
  records: ["activities", "audit", "company-factors", "departments", "emissions", "ingestion", "reading"],
  reports: ["activities", "audit", "emissions", "financial-years", "scenarios", "targets"],
  restatements: ["activities", "audit", "emissions", "financial-years", "review"],
  review: [
    "activities",
    "audit",
    "categorization",
    "data-sources",
    "emissions",
    "financial-years",
    "pcf",
    "records",
    "supplier-register",
  ],
};

/** Packages that each layer may use; Node's own modules are listed where the layer may use them. */
const CORE_PACKAGES = new Set(["zod", "big.js"]);
const MODULE_PACKAGES = new Set([
  "zod",
  "big.js",
  "canonicalize",
  "saxes",
  "papaparse",
  "iconv-lite",
  "yauzl",
  "fflate",
  "postal-mime",
  "unpdf",
  "ipaddr.js",
]);
const MODULE_NODE = new Set([
  "node:crypto",
  "node:worker_threads",
  "node:stream",
  "node:zlib",
  "node:buffer",
  "node:net",
  "node:url",
  "node:timers/promises",
]);

/** What single files of the core need besides, for calculations without input or output. */
const CORE_CALCULATIONS = new Map([
  ["core/address-ranges.ts", new Set(["node:net"])],
  ["core/content-hash.ts", new Set(["node:crypto", "canonicalize"])],
  ["core/table-rows.ts", new Set(["papaparse"])],
  ["core/zip-parts.ts", new Set(["node:stream", "yauzl"])],
]);

/** What single files of the modules need besides. */
const MODULE_FILES = new Map([
  // Reads the tables that ship beside the code, which are part of the program.
  ["modules/categorization/classifier.ts", new Set(["node:fs", "node:path"])],
  ["modules/emissions/shipped-rows.ts", new Set(["node:fs", "node:path"])],
  ["modules/reports/datapoints/shipped-tables.ts", new Set(["node:fs", "node:path"])],
  // The thread's own start: tells the pool how much memory it holds, and what the system calls it.
  ["modules/reading/parse-worker.ts", new Set(["node:v8", "node:fs"])],
]);

interface Import {
  readonly from: string;
  readonly to: string;
}

function sourceFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), "utf8");
  const specifiers = [
    ...text.matchAll(/^\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"/gm),
    ...text.matchAll(/^\s*import\s+"([^"]+)"/gm),
  ];
  return specifiers.map((match) => {
    const specifier = match[1] ?? "";
    const to = specifier.startsWith(".")
      ? relative(src, resolve(src, dirname(file), specifier)).replaceAll("\\", "/")
      : specifier;
    return { from: file, to };
  });
}

/** What puts the parts together, and what may start it. */
const COMPOSED_BY = /^(composition|cli|demo)\/|^(main|cli)\.ts$/;

function refusal({ from, to }: Import): string | null {
  const [layer, module] = from.split("/");
  if (to.startsWith("composition/") && !COMPOSED_BY.test(from)) return "composition is imported by what starts it only";
  const isPackage = !to.endsWith(".ts");
  if (layer === "core") {
    const isAllowed = to.startsWith("core/") || CORE_PACKAGES.has(to) || CORE_CALCULATIONS.get(from)?.has(to) === true;
    return isAllowed ? null : "core imports only zod and the decimal library";
  }
  if (layer === "platform")
    return isPackage || to.startsWith("core/") || to.startsWith("platform/") ? null : "platform imports only core";
  if (layer === "modules") {
    if (to.startsWith("core/") || to.startsWith(`modules/${module}/`)) return null;
    if (isPackage) {
      const isItsOwn = MODULE_FILES.get(from)?.has(to) === true;
      const allowed = to.startsWith("node:") ? MODULE_NODE.has(to) || isItsOwn : MODULE_PACKAGES.has(to);
      return allowed ? null : `modules may not import ${to}`;
    }
    const target = /^modules\/([^/]+)\/index\.ts$/.exec(to)?.[1];
    if (target === undefined) return "a module imports core, its own files or another module's index.ts";
    return MODULE_PAIRS[module ?? ""]?.includes(target) === true
      ? null
      : `${module} -> ${target} is not a declared pair`;
  }
  if (layer === "interfaces") {
    const fine =
      isPackage ||
      to.startsWith("core/") ||
      to.startsWith("interfaces/") ||
      to === "operations.ts" ||
      /^modules\/[^/]+\/index\.ts$/.test(to);
    return fine ? null : "interfaces import core, modules/*/index.ts and the list of operations";
  }
  return null;
}

/** The first circle that is met, as a -> b -> a; null: there is none. */
function circleAmong(names: readonly string[], targetsOf: (name: string) => readonly string[]): string | null {
  const done = new Set<string>();
  const circleFrom = (name: string, path: readonly string[]): string | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name].join(" -> ");
    if (done.has(name)) return null;
    for (const target of targetsOf(name)) {
      const circle = circleFrom(target, [...path, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of names) {
    const circle = circleFrom(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

describe("the house", () => {
  const files = sourceFiles(src);
  const imports = files.flatMap(importsOf);

  test("has files to look at", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(files.length);
  });

  test("connections to the database are made where each gets its listener for errors, and nowhere else", () => {
    const makers = files.filter((file) =>
      /^import \{[^}]*\b(?<!type )(?:Client|Pool)\b[^}]*\} from "pg";/m.test(readFileSync(join(src, file), "utf8")),
    );
    expect(makers.toSorted()).toEqual(["platform/db/connection.ts", "platform/db/session.ts"]);
  });

  test("entries are written before their sums in one place, which hands them on", () => {
    const writers = files.filter((file) => /^ +insertEntries\(tx/m.test(readFileSync(join(src, file), "utf8")));
    expect(writers.toSorted()).toEqual(["modules/activities/record-documents.ts"]);
  });

  test("imports follow the layers", () => {
    const refused = imports.flatMap((edge) => {
      const why = refusal(edge);
      return why === null ? [] : [`${edge.from} -> ${edge.to}: ${why}`];
    });
    expect(refused).toEqual([]);
  });

  test("declared module pairs have no circle", () => {
    expect(circleAmong(Object.keys(MODULE_PAIRS), (module) => MODULE_PAIRS[module] ?? [])).toBeNull();
  });

  test("no file imports one that leads back to it, of types either", () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
    expect(circleAmong(files, (file) => targets.get(file) ?? [])).toBeNull();
    expect(circleAmong(["a"], (name) => ({ a: ["b"], b: ["c"], c: ["b"] })[name] ?? [])).toBe("b -> c -> b");
  });

  test("a forbidden import would be found", () => {
    expect(refusal({ from: "core/x.ts", to: "modules/a/index.ts" })).not.toBeNull();
    expect(refusal({ from: "core/x.ts", to: "node:crypto" })).not.toBeNull();
    expect(refusal({ from: "backup/x.ts", to: "composition/service.ts" })).not.toBeNull();
    expect(refusal({ from: "modules/a/x.ts", to: "platform/db/database.ts" })).not.toBeNull();
    expect(refusal({ from: "modules/activities/x.ts", to: "modules/audit/store.ts" })).not.toBeNull();
    expect(refusal({ from: "modules/a/x.ts", to: "fastify" })).not.toBeNull();
    expect(refusal({ from: "interfaces/rest/x.ts", to: "platform/log.ts" })).not.toBeNull();
  });

  test("no source file is longer than 300 lines, comments included, and none is a drawer for odds and ends", () => {
    const long = files
      .filter((file) => file !== "operations.ts")
      .filter((file) => {
        const lines = readFileSync(join(src, file), "utf8").split("\n");
        return lines.length > 300;
      });
    expect(long).toEqual([]);
    expect(files.filter((file) => /(^|\/)(helpers?|utils?|common|misc|manager)\.ts$/.test(file))).toEqual([]);
  });

  test("statements of a module stand in its stores only", () => {
    const withSql = files
      .filter((file) => file.startsWith("modules/"))
      .filter((file) => /\bstatement(Family)?\(/.test(readFileSync(join(src, file), "utf8")));
    expect(withSql.filter((file) => !/\/store(-[a-z0-9-]+)?\.ts$/.test(file))).toEqual([]);
  });

  test("no file carries a path of a machine or a registry host", () => {
    const tracked = [...files.map((file) => join("src", file)), "package-lock.json", "package.json", ".npmrc"];
    const bad = tracked.filter((file) =>
      /registry\.npmjs|\/work\/|\/home\/[a-z]|\/root\//.test(readFileSync(join(root, file), "utf8")),
    );
    expect(bad).toEqual([]);
  });
});
