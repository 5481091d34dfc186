import { beforeAll, describe, expect, test } from "vitest";
import { collectStatements } from "../support/statements/collect.ts";
import type { DeclaredRow } from "../support/statements/declared-rows.ts";
import { type DescribedColumn, type Description, described } from "../support/statements/described.ts";
import { migratedTables } from "../support/statements/migrated-catalog.ts";
import { type RowCall, type RowCalls, rowCalls } from "../support/statements/row-calls.ts";
import { FILLED_COLUMNS } from "./filled-columns.ts";
import { UNREAD_ROWS } from "./unread-rows.ts";

// `rows<Row>` believes what its caller says of the columns. Here the server says it, of every statement, before it runs: which
// columns there are, of which type, and which of them a table lets be null. Of expressions and of the far side of an outer join
// it does not say whether they can be null, so that nothing is compared of that.

describe("the row types of the stores", () => {
  let descriptions: ReadonlyMap<string, Description> = new Map();
  let calls: RowCalls = { read: [], unread: [] };

  beforeAll(async () => {
    const catalog = await migratedTables();
    const made = await collectStatements(Object.fromEntries(catalog.map((table) => [table.name, table.columns])));
    descriptions = await described([...new Set(made.map(({ text }) => text))]);
    calls = rowCalls(made);
  });

  /** The columns of each statement that a call may send. */
  const answersOf = ({ statements }: RowCall): (readonly DescribedColumn[])[] =>
    [...statements].flatMap((text) => {
      const description = descriptions.get(text);
      return description !== undefined && "columns" in description ? [description.columns] : [];
    });

  test("a migrated database takes every statement", () => {
    const refused = [...descriptions].flatMap(([text, description]) =>
      "refused" in description ? [`${description.refused}: ${text}`] : [],
    );
    expect(refused).toEqual([]);
  });

  test("each row type has the columns that its statements answer, as the service's parsers read them", () => {
    const faults = calls.read.flatMap((call) => {
      const found = answersOf(call).flatMap((columns) => faultsOf(call.row, columns));
      return [...new Set(found)].map((fault) => `${call.site} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  test("what a table lets be null is declared so, but for columns that a statement answers only when they are filled", () => {
    const trusted: Record<string, string[]> = {};
    for (const call of calls.read) {
      const nullable = answersOf(call).flatMap((columns) => columns.filter(({ is_nullable }) => is_nullable));
      const names = new Set(nullable.map(({ name }) => name));
      const filled = [...call.row.columns].filter(([name, { can_be_null }]) => names.has(name) && !can_be_null);
      for (const [name] of filled) (trusted[call.file] ??= []).push(`${call.text} ${name}`);
    }
    const stated = Object.entries(FILLED_COLUMNS).map(([file, { columns }]) => [file, columns]);
    expect(trusted, "declare null, or say in filled-columns.ts why there is none").toEqual(Object.fromEntries(stated));
  });

  test("every row type that is declared is compared, but for a list that only becomes shorter", () => {
    const files = [...new Set(calls.unread.map(({ file }) => file))];
    const textsOf = (file: string): string[] =>
      calls.unread.flatMap((call) => (call.file === file ? [call.text] : [])).toSorted();
    const unread = Object.fromEntries(files.map((file) => [file, [...new Set(textsOf(file))]]));
    const stated = Object.fromEntries(Object.entries(UNREAD_ROWS).map(([file, { calls: some }]) => [file, some]));
    expect(unread, "what can be compared by now leaves unread-rows.ts").toEqual(stated);
  });
});

function faultsOf(row: DeclaredRow, columns: readonly DescribedColumn[]): string[] {
  const names = columns.map(({ name }) => name);
  const absent = [...row.columns].flatMap(([name, { is_optional }]) =>
    is_optional || names.includes(name) ? [] : [`${row.name} has ${name}, which is not selected`],
  );
  return [
    ...absent,
    ...columns.flatMap(({ name, type, shape }, index) => {
      if (names.indexOf(name) !== index) return [`${name} is selected twice`];
      const declared = row.columns.get(name);
      if (declared === undefined) return [`${name} is selected, which ${row.name} has not`];
      return isOfShape(declared.shapes, shape)
        ? []
        : [`${row.name}: ${name} is ${[...declared.shapes].join(" | ")}, but ${type} arrives as ${shape}`];
    }),
  ];
}

/** JSON may be declared as anything, and anything may be declared as unknown. */
function isOfShape(declared: ReadonlySet<string>, shape: string): boolean {
  const fits = (one: string): boolean =>
    one === shape || one === "anything" || (one === "anything[]" && shape.endsWith("[]"));
  return shape === "anything" || (declared.size > 0 && [...declared].every((one) => fits(one)));
}
