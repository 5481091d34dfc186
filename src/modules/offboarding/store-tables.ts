import type { Environment, SystemQueries, SystemTransaction } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import { type Statement, statement } from "../../core/statement.ts";
import { LEDGER_TABLES } from "../audit/index.ts";
import type { CompanyTable } from "./table-statements.ts";

/** A company in one of its environments. */
export interface Ledger {
  readonly tenant_id: string;
  readonly environment: Environment;
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it, e.g. "timestamp with time zone". */
  readonly type: string;
  /** Made by the database from other columns. */
  readonly is_generated: boolean;
}

/** Rows that one look at a cursor brings. */
const FETCHED = 500;

const COLUMNS = statement(`
  select a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' as is_generated
  from pg_attribute a
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
  order by a.attnum limit 1000`);

export async function selectColumns(queries: SystemQueries, table: string): Promise<Column[]> {
  return await queries.rows<Column>(COLUMNS, [table]);
}

/** Whether every row of the table is proven by an event: its export is then the text that was hashed. */
export function isLedgerTable(table: string): boolean {
  return LEDGER_TABLES.some((name) => name === table);
}

/** A condition on the rows of a company. The two values become literals, because a cursor takes no parameter. */
export function ofLedger({ tenant_id, environment }: Ledger, row: string): string {
  if (!isUuid(tenant_id) || !/^[a-z]+$/.test(environment)) throw new Error("not a company and environment");
  return `${row}.tenant_id = '${tenant_id}' and ${row}.environment = '${environment}'`;
}

/** SQL of a column's text as it is hashed: see LedgerFormat. */
function hashedText({ name, type }: Column): string {
  if (type === "timestamp with time zone") {
    return `to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  }
  return type === "boolean" ? `case when t.${name} then 't' when not t.${name} then 'f' end` : `t.${name}::text`;
}

/** A query whose rows have one column, `line`: a row of the table as one line of JSON, in the order of its key. */
export function linesQuery(table: string, columns: readonly Column[], stated: CompanyTable, ledger: Ledger): string {
  const { omit = [], where = "true" } = "not" in stated.exported ? {} : stated.exported;
  const wanted = columns.filter(({ name }) => !omit.includes(name));
  const members = wanted.map((column) =>
    isLedgerTable(table) ? `'${column.name}', ${hashedText(column)}` : `'${column.name}', t.${column.name}`,
  );
  const keys = ["seq", "created_at", "id"].filter((key) => columns.some(({ name }) => name === key));
  const order = keys.length === 0 ? "1" : keys.map((key) => `t.${key}`).join(", ");
  // A json column keeps the line breaks of its text, which in JSON stand between tokens only.
  return `select translate(json_build_object(${members.join(", ")})::text, E'\\n\\r', '  ') as line from ${table} t
    where ${ofLedger(ledger, "t")} and ${where} order by ${order}`;
}

let cursors = 0;

/** Rows of a query, a few hundred at a time: whatever their number, the memory stays the same. */
export async function* cursorRows<Row>(tx: SystemTransaction, query: string): AsyncGenerator<readonly Row[]> {
  cursors += 1;
  const cursor = `rows_${cursors}`;
  await tx.rows(statement(`declare ${cursor} no scroll cursor for ${query}`));
  const fetch = statement(`fetch ${FETCHED} from ${cursor}`);
  for (;;) {
    const rows = await tx.rows<Row>(fetch);
    if (rows.length > 0) yield rows;
    if (rows.length < FETCHED) break;
  }
  await tx.rows(statement(`close ${cursor}`));
}

const ONE_MOMENT = statement("set transaction isolation level repeatable read read only");
const NO_HURRY = statement("set local idle_in_transaction_session_timeout = 0");

/** Makes what follows in the transaction see one moment, however long it takes; nothing can be changed in it. */
export async function freezeMoment(tx: SystemTransaction): Promise<void> {
  await tx.rows(ONE_MOMENT);
  await tx.rows(NO_HURRY);
}

/** Removes the rows of a company from one table. Returns their number. */
export async function deleteRows(tx: SystemTransaction, table: string, ledger: Ledger): Promise<number> {
  const [row] = await tx.rows<{ readonly count: number }>(
    statement(`
      with gone as (delete from ${table} t where ${ofLedger(ledger, "t")} returning 1)
      select count(*)::bigint as count from gone`),
  );
  return row?.count ?? 0;
}

export async function countRows(queries: SystemQueries, table: string, ledger: Ledger): Promise<number> {
  const [row] = await queries.rows<{ readonly count: number }>(
    statement(`select count(*)::bigint as count from ${table} t where ${ofLedger(ledger, "t")}`),
  );
  return row?.count ?? 0;
}

/**
 * The insert of exported rows, which its parameter gives as a JSON array. Columns that the export lacks get their replacement
 * or their default. Columns and replacements are the registry's and the catalog's own, never the export's.
 */
export function insertOf(table: string, columns: readonly Column[], stated: CompanyTable): Statement {
  const replace = "not" in stated.imported ? {} : (stated.imported.replace ?? {});
  const omitted = "not" in stated.exported ? [] : (stated.exported.omit ?? []);
  const written = columns.filter(
    ({ name, is_generated }) => !is_generated && (!omitted.includes(name) || replace[name] !== undefined),
  );
  const names = written.map(({ name }) => name).join(", ");
  const values = written.map(({ name, type }) => {
    const instead = replace[name];
    if (instead !== undefined) return `(${instead})::${type}`;
    return isLedgerTable(table) ? `(l.line ->> '${name}')::${type}` : `r.${name}`;
  });
  const source = isLedgerTable(table)
    ? "json_array_elements($1::json) as l (line)"
    : `json_populate_recordset(null::${table}, $1::json) as r`;
  return statement(`insert into ${table} (${names}) select ${values.join(", ")} from ${source}`);
}
