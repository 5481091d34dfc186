import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { OwnedTables } from "../../src/core/owned-tables.ts";
import { type CatalogTable, migratedTables } from "../support/statements/migrated-catalog.ts";
import { collectStatements, makingCalls } from "../support/statements/collect.ts";
import type { MadeStatement } from "../support/statements/recorder.ts";
import { type StatementUses, type UseKind, usesOf } from "../support/statements/table-uses.ts";
import { catalogRules } from "../support/statements/catalog-rules.ts";
import { VOLATILE_CALLS } from "./distributed-breaches.ts";
import { TABLE_BREACHES } from "./table-breaches.ts";
import { UNBOUND_USES } from "./unbound-uses.ts";

const src = resolve(import.meta.dirname, "../../src");
const READS: ReadonlySet<UseKind> = new Set<UseKind>(["read", "lock"]);
const SYSTEM_CATALOG = /^pg_/;

/** A part of the house that can own tables: a module, a room of the platform, or the first folder of anything else. */
function partOf(file: string): string {
  const [layer = "", name = ""] = file.replace(/^src\//, "").split("/");
  const isRoom = layer === "modules" || (layer === "platform" && !name.endsWith(".ts"));
  return isRoom ? `${layer}/${name}` : layer;
}

/** What a part of the house says that it owns: tables, and views of them that others may read. */
interface Owned {
  readonly tables: OwnedTables;
  readonly views: OwnedTables;
}

/** The parts of the house that say which tables they own. */
async function statedOwners(): Promise<ReadonlyMap<string, Owned>> {
  const files = readdirSync(src, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "tables.ts")
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /^(modules\/[^/]+|platform(\/[^/]+)?)\/tables\.ts$/.test(relative(src, file)));
  const stated = new Map<string, Owned>();
  for (const file of files.toSorted()) {
    // Every tables.ts of a module or a room exports TABLES; one that does not fails below.
    const { TABLES, VIEWS = {} } = (await import(pathToFileURL(file).href)) as {
      readonly TABLES: OwnedTables;
      readonly VIEWS?: OwnedTables;
    };
    stated.set(partOf(relative(src, file)), { tables: TABLES, views: VIEWS });
  }
  return stated;
}

describe("the tables of the house", () => {
  let catalog: readonly CatalogTable[] = [];
  let owners: ReadonlyMap<string, Owned> = new Map();
  let made: readonly MadeStatement[] = [];
  let uses: readonly UsesOfFile[] = [];

  beforeAll(async () => {
    catalog = await migratedTables();
    owners = await statedOwners();
    made = await collectStatements(Object.fromEntries(catalog.map((table) => [table.name, table.columns])));
    const columns = new Map(catalog.map(({ name, columns: own }) => [name, new Set(own.map((column) => column.name))]));
    uses = distinctTexts(made).map(([file, text]) => ({ file, ...usesOf(text, columns) }));
  });

  test("every table and view of a migrated database has one owner, and no owner has one that is not there", () => {
    const namesOf = (kind: keyof Owned): string[] =>
      [...owners.values()].flatMap((one) => Object.keys(one[kind])).toSorted();
    const inCatalog = (isView: boolean): string[] =>
      catalog.flatMap(({ name, view }) => ((view !== null) === isView ? [name] : [])).toSorted();
    expect(namesOf("tables")).toEqual(inCatalog(false));
    expect(namesOf("views")).toEqual(inCatalog(true));
  });

  test("a view selects columns of one table of its owner, and whoever reads it has that table's policies and no more rights", () => {
    const faults = [...owners.values()].flatMap(({ tables, views }) =>
      Object.entries(views).flatMap(([name, { class: kind }]) => {
        const view = catalog.find((one) => one.name === name)?.view ?? null;
        if (view === null) return [`${name}: is no view`];
        const [, columns = "", table = ""] = /^select ([a-z0-9_, ]+) from ([a-z0-9_]+);?$/.exec(view.text) ?? [];
        return [
          ...(columns === "" ? [`${name}: does more than select columns: ${view.text}`] : []),
          ...(tables[table]?.class === kind ? [] : [`${name}: is not of a ${kind} table of its owner`]),
          ...(view.is_invokers ? [] : [`${name}: lacks security_invoker`]),
        ];
      }),
    );
    expect(faults).toEqual([]);
  });

  test("rows of a table that is distributed are kept apart by company and environment, in columns, policies and keys", () => {
    const faults = [...owners.values()].flatMap(({ tables }) =>
      Object.entries(tables).flatMap(([name, { class: kind }]) => {
        const table = catalog.find((one) => one.name === name);
        if (kind !== "distributed" || table === undefined) return [];
        const has = (column: string): boolean => table.columns.some((one) => one.name === column);
        const isNarrow = ({ using, with_check }: CatalogTable["tenant_policies"][number]): boolean =>
          [using, with_check].every(
            (condition) =>
              condition !== null &&
              /tenant_id = \(current_setting\('app\.tenant'/.test(condition) &&
              /environment = current_setting\('app\.environment'/.test(condition),
          );
        return [
          ...(has("tenant_id") && has("environment") ? [] : [`${name}: lacks tenant_id or environment`]),
          ...(table.is_secured ? [] : [`${name}: no row-level security`]),
          ...(table.tenant_policies.length > 0 && table.tenant_policies.every(isNarrow)
            ? []
            : [`${name}: a policy that does not hold rows to the company and environment of the session`]),
          ...table.keys.flatMap((key) =>
            key.includes("tenant_id") ? [] : [`${name}: key (${key.join(", ")}) without tenant_id`],
          ),
        ];
      }),
    );
    expect(faults).toEqual([]);
  });

  test("no statement is made that is not looked at", () => {
    const seen = new Set(made.flatMap(({ sites }) => sites));
    const unseen = [...makingCalls()].flatMap(([file, lines]) =>
      lines.map((line) => `${file}:${line}`).filter((site) => !seen.has(site)),
    );
    expect(unseen).toEqual([]);
  });

  test("a part of the house writes its own tables and reads its own and what others publish, but for a list that only becomes shorter", () => {
    const ownerOf = new Map(
      [...owners].flatMap(([part, { tables }]) => Object.keys(tables).map((name): [string, string] => [name, part])),
    );
    const published = new Set([...owners.values()].flatMap(({ views }) => Object.keys(views)));
    const breaches = byFile(uses, ({ file, tables }) =>
      tables
        .filter(({ table, kind }) => !(published.has(table) && kind === "read"))
        .filter(({ table }) => !SYSTEM_CATALOG.test(table) && ownerOf.get(table) !== partOf(file))
        .map((use) => described(use)),
    );
    expect(
      breaches,
      "a new one: the statement, or the operation, belongs to the module that owns the table; one that is gone leaves table-breaches.ts",
    ).toEqual(TABLE_BREACHES);
  });

  test("each statement on a table that is distributed holds its rows to one company and environment, but for a list that only becomes shorter", () => {
    const distributed = new Set(
      [...owners.values()].flatMap(({ tables, views }) =>
        Object.entries({ ...tables, ...views }).flatMap(([name, { class: kind }]) =>
          kind === "distributed" ? [name] : [],
        ),
      ),
    );
    const wide = byFile(uses, ({ tables }) =>
      tables
        // A lock is on the rows of the query that it stands in, which is looked at by itself.
        .filter(({ kind, table, bound }) => distributed.has(table) && kind !== "lock" && bound.size < 2)
        .map((use) => described(use)),
    );
    const stated = Object.fromEntries(Object.entries(UNBOUND_USES).map(([file, { uses }]) => [file, uses]));
    expect(wide, "bind tenant_id and environment; what is bound by now leaves unbound-uses.ts").toEqual(stated);
  });

  test("no volatile function is called in do update or returning, but for a list that only becomes shorter", async () => {
    const { volatile_functions } = await catalogRules();
    const calls = byFile(uses, ({ calls_on_change }) =>
      [...calls_on_change].filter((name) => volatile_functions.has(name)),
    );
    expect(calls).toEqual(VOLATILE_CALLS);
  });
});

interface UsesOfFile extends StatementUses {
  readonly file: string;
}

function described({ kind, table }: StatementUses["tables"][number]): string {
  return `${READS.has(kind) ? "reads" : "writes"} ${table}`;
}

/** What is to be told of the statements of each file, once and in order; files of which there is nothing to tell are left out. */
function byFile(
  uses: readonly UsesOfFile[],
  told: (uses: UsesOfFile) => readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const one of uses)
    for (const name of told(one)) found.set(one.file, (found.get(one.file) ?? new Set()).add(name));
  return Object.fromEntries([...found].map(([file, names]) => [file, [...names].toSorted()]));
}

/** Members of a family that differ by a limit or the number of a parameter only say the same of tables. */
function distinctTexts(made: readonly MadeStatement[]): [file: string, text: string][] {
  const texts = new Map(made.map((one) => [`${one.sites[0] ?? ""}\n${one.text.replaceAll(/\d+/g, "0")}`, one]));
  return [...texts.values()].map(({ sites, text }) => [sites[0]?.replace(/:\d+$/, "") ?? "", text]);
}
