import { beforeAll, expect, test } from "vitest";
import { type CatalogRules, catalogRules } from "../support/statements/catalog-rules.ts";
import { collectStatements } from "../support/statements/collect.ts";
import { migratedTables } from "../support/statements/migrated-catalog.ts";
import type { MadeStatement } from "../support/statements/recorder.ts";
import { listOf, lastName, nodesOf, parseTrees } from "../support/statements/syntax.ts";
import { READING_FUNCTIONS, SUB_SELECT_POLICIES, VOLATILE_CALLS } from "./distributed-breaches.ts";

// What a database that spreads companies over several machines refuses or cannot do in one place. Today's breaches are
// lists that may only become shorter.

let rules: CatalogRules;
let made: readonly MadeStatement[] = [];

beforeAll(async () => {
  rules = await catalogRules();
  const catalog = await migratedTables();
  made = await collectStatements(Object.fromEntries(catalog.map((table) => [table.name, table.columns])));
});

test("no function of the database reads tables, but for a list that only becomes shorter", () => {
  expect(rules.reading_functions).toEqual(READING_FUNCTIONS);
});

test("no policy has a sub-select, but for a list that only becomes shorter", () => {
  expect(rules.sub_select_policies).toEqual(SUB_SELECT_POLICIES);
});

test("no volatile function is called in do update or returning, but for a list that only becomes shorter", () => {
  const found = new Map<string, Set<string>>();
  const texts = new Map(made.map((one) => [one.text.replaceAll(/\d+/g, "0"), one]));
  for (const { sites, text } of texts.values()) {
    const file = sites[0]?.replace(/:\d+$/, "") ?? "";
    for (const name of volatileCalls(text)) found.set(file, (found.get(file) ?? new Set()).add(name));
  }
  const names = Object.fromEntries(
    [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([file, all]) => [file, [...all].toSorted()]),
  );
  expect(names).toEqual(VOLATILE_CALLS);
});

function volatileCalls(text: string): string[] {
  return parseTrees(text).flatMap((tree) =>
    ["InsertStmt", "UpdateStmt", "DeleteStmt"].flatMap((kind) =>
      [...nodesOf(tree, kind)].flatMap((fields) => {
        const parts = [fields["returningList"], fields["returningClause"], fields["onConflictClause"]];
        return parts
          .flatMap((part) => (Array.isArray(part) ? listOf(part) : [part]))
          .flatMap((part) => [...nodesOf(part, "FuncCall")].map((call) => lastName(call["funcname"])))
          .filter((name) => rules.volatile_functions.has(name));
      }),
    ),
  );
}
