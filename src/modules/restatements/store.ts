import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import type { PendingScope } from "../emissions/index.ts";
import type { RestatementCauseTold } from "./restatement-record.ts";

/** A line that was changed in a closed year. */
export interface RestatementRow {
  readonly id: string;
  readonly run_id: string;
  readonly activity_id: string;
  readonly cause: RestatementCauseTold;
  readonly scopes: readonly PendingScope[];
  readonly reason: string;
  readonly restated_by: string;
  readonly restated_by_name: string | null;
  readonly created_at: string;
}

interface NewRestatements {
  readonly run_id: string;
  /** ISO dates. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly restated_by: string;
  readonly lines: readonly Pick<RestatementRow, "id" | "activity_id" | "cause" | "scopes">[];
}

const INSERT = statement(`
  insert into restatements (tenant_id, environment, id, run_id, period_from, period_to, activity_id, cause, scopes, reason,
    restated_by)
  select $1::uuid, $2::text, line.id, $3::uuid, $4::date, $5::date, line.activity_id, line.cause, line.scopes, $6::text, $7::text
  from json_to_recordset($8::json) as line (id uuid, activity_id uuid, cause text, scopes jsonb)`);

/** Keeps what one run changed in one year, a row per line. */
export async function insertRestatements(tx: TenantTransaction, rows: NewRestatements): Promise<void> {
  const { run_id, from, to, reason, restated_by, lines } = rows;
  if (lines.length === 0) return;
  await tx.rows(INSERT, [run_id, from, to, reason, restated_by, JSON.stringify(lines)]);
}

const COLUMNS = `id, run_id, activity_id, cause, scopes, reason, restated_by, actor_name(restated_by) as restated_by_name,
    created_at`;

const ONE = statement(`
  select ${COLUMNS} from restatements
  where tenant_id = $1 and environment = $2 and period_to = $3::date and id = $4
  order by id limit 1`);

const LIST = statementFamily(
  ({ after }: { readonly after: boolean }) => `
  select ${COLUMNS}
  from restatements
  where tenant_id = $1 and environment = $2 and period_to = $3::date
    ${after ? "and (created_at, id) < ($5::timestamptz, $6::uuid)" : ""}
  order by created_at desc, id desc limit $4::int`,
);

/** What was changed in the year that ends on a day, the newest first. */
export async function selectRestatements(
  db: TenantQueries,
  period_end: string,
  after: readonly string[] | null,
  limit: number,
): Promise<RestatementRow[]> {
  const position = after === null ? [] : [after[0] ?? null, after[1] ?? null];
  return await db.rows<RestatementRow>(LIST({ after: after !== null }), [period_end, limit, ...position]);
}

/** One change of the year that ends on a day; undefined: there is none with this id. */
export async function selectRestatement(
  db: TenantQueries,
  period_end: string,
  id: string,
): Promise<RestatementRow | undefined> {
  const [row] = await db.rows<RestatementRow>(ONE, [period_end, id]);
  return row;
}
