import { register } from "node:module";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import type { Column } from "../../src/modules/offboarding/store-tables.ts";

/** What the process is told on standard input. */
export interface CollectionRequest {
  /** Files that make statements, from the root of the project. */
  readonly files: readonly string[];
  /** Of every table, as the database's catalog has them. */
  readonly columns: Readonly<Record<string, readonly Column[]>>;
}

/** Loads files with recorded statements, and prints every statement that they make as JSON. */
register(new URL("statements/recording-hook.mjs", import.meta.url));

const root = resolve(import.meta.dirname, "../..");
// The only writer is the test that starts this process.
const { files, columns } = (await json(process.stdin)) as CollectionRequest;
for (const file of files) await import(pathToFileURL(join(root, file)).href);
await makeStatementsOfTables();
const { madeSoFar } = await import("./statements/recorder.ts");
process.stdout.write(JSON.stringify(madeSoFar()));

/** Some statements are made for a table when they are needed: here for each table that the service would name. */
async function makeStatementsOfTables(): Promise<void> {
  const tables = await import("../../src/modules/offboarding/store-tables.ts");
  const { clearTraces } = await import("../../src/modules/offboarding/store-traces.ts");
  const { companyTables } = await import("../../src/modules/offboarding/table-statements.ts");
  const nowhere = { inTransaction: true, rows: () => Promise.resolve([]) } as const;
  const ledger = { tenant_id: "0198c000-0000-7000-8000-000000000000", environment: "live" } as const;
  const exports = await import("../../src/modules/offboarding/store-export.ts");
  const queries = [
    ...exports.spreadsheetTables(ledger).map(({ query }) => query),
    ...Object.values(exports.companyQueries(ledger.tenant_id)),
  ];
  for (const query of queries) await tables.cursorRows(nowhere, query).next();
  await exports.namedContents(nowhere, ledger).next();
  for (const [name, stated] of companyTables()) {
    const own = columns[name] ?? [];
    await tables.cursorRows(nowhere, tables.linesQuery(name, own, stated, ledger)).next();
    await tables.deleteRows(nowhere, name, ledger);
    await tables.countRows(nowhere, name, ledger);
    tables.insertOf(name, own, stated);
    await clearTraces({ ...nowhere, transaction: (work) => work(nowhere) }, [name]);
  }
}
