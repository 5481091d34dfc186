import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { statement } from "../../core/statement.ts";
import { factorSubjects, type NewEntry, type PendingScope } from "../emissions/index.ts";
import type { RunRow } from "./store-runs.ts";

export const LINE_OUTCOMES = ["changed", "unchanged", "waits"] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** What a run makes of a line, for people. */
export interface ToldLine {
  readonly scopes: readonly PendingScope[];
  /** Keys of the factors. */
  readonly factors_before: readonly string[];
  readonly factors_after: readonly string[];
  /** Why it waits; null: it does not. */
  readonly detail: string | null;
}

/** A line that a run prepared. */
export interface PreparedLine {
  readonly activity_split_id: string;
  /** gone: it has another reading since. */
  readonly outcome: LineOutcome | "gone";
  readonly told: ToldLine | null;
  /** The entries of the year that will count; null: those that count now. */
  readonly entries: readonly NewEntry[] | null;
}

export interface LineRow extends PreparedLine {
  readonly activity_id: string;
}

// What counts in the year by a factor of the subjects, of whatever release.
const GATHER = statement(`
  insert into factor_release_lines (tenant_id, environment, run_id, activity_split_id, activity_id)
  select distinct $1::uuid, $2::text, $3::uuid, e.activity_split_id, e.activity_id
  from ledger_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.ym between $4 and $5
    and split_part(e.factor ->> 'key', '.', 1) = any ($6::text[]) and not (e.inputs ? 'superseded_entry_id')
    and not exists (select from ledger_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
  on conflict do nothing`);

// Prepared, and another reading has taken its place since: nothing of it counts in the year.
const LEAVE = statement(`
  update factor_release_lines l set outcome = 'gone', told = null, entries = null
  where l.tenant_id = $1 and l.environment = $2 and l.run_id = $3 and l.outcome is not null
    and not exists (select from ledger_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = l.activity_split_id and e.ym between $4 and $5
        and not (e.inputs ? 'superseded_entry_id')
        and not exists (select from ledger_entries s
          where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id))`);

const UNPREPARED = statement(`
  select activity_split_id, activity_id from factor_release_lines
  where tenant_id = $1 and environment = $2 and run_id = $3 and outcome is null
  order by activity_split_id limit $4`);

const PREPARE = statement(`
  update factor_release_lines l set outcome = p.outcome, told = p.told, entries = p.entries
  from json_to_recordset($4::json) as p (activity_split_id uuid, outcome text, told jsonb, entries jsonb)
  where l.tenant_id = $1 and l.environment = $2 and l.run_id = $3 and l.activity_split_id = p.activity_split_id`);

const PREPARED = statement(`
  select activity_split_id, activity_id, outcome, told, entries from factor_release_lines
  where tenant_id = $1 and environment = $2 and run_id = $3 and outcome <> 'gone' and activity_split_id > $4
  order by activity_split_id limit $5`);

// Readings have ids in order of time: the newest first.
const LIST = statement(`
  select activity_split_id, activity_id, outcome, told, null::jsonb as entries from factor_release_lines
  where tenant_id = $1 and environment = $2 and run_id = $3 and outcome <> 'gone' and ($4::text is null or outcome = $4)
    and ($5::uuid is null or activity_split_id < $5)
  order by activity_split_id desc limit $6`);

const FORGET = statement(`
  delete from factor_release_lines where tenant_id = $1 and environment = $2 and run_id = $3`);

const COUNTS = statement(`
  select outcome, count(*)::int as line_count from factor_release_lines
  where tenant_id = $1 and environment = $2 and run_id = $3 and outcome <> 'gone'
  group by outcome order by outcome limit 10`);

const SUMS = statement(`
  select s.scope, sum(s.market_based_before_kg)::text as market_based_before_kg,
    sum(s.market_based_after_kg)::text as market_based_after_kg,
    sum(s.location_based_before_kg)::text as location_based_before_kg,
    sum(s.location_based_after_kg)::text as location_based_after_kg
  from factor_release_lines l cross join lateral jsonb_to_recordset(l.told -> 'scopes') as s (scope int,
    market_based_before_kg numeric, market_based_after_kg numeric, location_based_before_kg numeric, location_based_after_kg numeric)
  where l.tenant_id = $1 and l.environment = $2 and l.run_id = $3 and l.outcome <> 'gone'
  group by s.scope order by s.scope limit 10`);

/** Lists the readings that count in the year by factors of the run's subjects; those that are listed stay as they are. */
export async function gatherLines(tx: TenantTransaction, { id, from, to, releases }: RunRow): Promise<void> {
  const subjects = new Set(releases.map(({ subject }) => subject));
  const groups = factorSubjects().filter(({ subject }) => subjects.has(subject));
  const keys = groups.map(({ key_prefix }) => key_prefix.slice(0, -1));
  await tx.rows(GATHER, [id, monthOfDay(from), monthOfDay(to), keys]);
}

/** Prepared readings of which nothing counts in the year any more are gone: the reading that took their place is listed itself. */
export async function leaveReplaced(tx: TenantTransaction, { id, from, to }: RunRow): Promise<void> {
  await tx.rows(LEAVE, [id, monthOfDay(from), monthOfDay(to)]);
}

/** Readings that are not prepared, in order of their ids. */
export async function selectUnprepared(
  tx: TenantTransaction,
  run_id: string,
  limit: number,
): Promise<Pick<LineRow, "activity_id" | "activity_split_id">[]> {
  return await tx.rows(UNPREPARED, [run_id, limit]);
}

export async function setPrepared(
  tx: TenantTransaction,
  run_id: string,
  lines: readonly PreparedLine[],
): Promise<void> {
  await tx.rows(PREPARE, [run_id, JSON.stringify(lines)]);
}

/** Prepared lines with their entries in order of their ids, from after one. */
export async function selectPrepared(
  tx: TenantTransaction,
  run_id: string,
  after: string,
  limit: number,
): Promise<LineRow[]> {
  return await tx.rows<LineRow>(PREPARED, [run_id, after, limit]);
}

/** Lines without their entries, the newest first, from after a reading's id. */
export async function selectLines(
  db: TenantQueries,
  run_id: string,
  { outcome, after }: { readonly outcome: LineOutcome | null; readonly after: string | null },
  limit: number,
): Promise<LineRow[]> {
  return await db.rows<LineRow>(LIST, [run_id, outcome, after, limit]);
}

export async function deleteLines(tx: TenantTransaction, run_id: string): Promise<void> {
  await tx.rows(FORGET, [run_id]);
}

export async function countLines(
  db: TenantQueries,
  run_id: string,
): Promise<{ readonly outcome: LineOutcome; readonly line_count: number }[]> {
  return await db.rows(COUNTS, [run_id]);
}

/** kg CO2e of all lines by scope, decimal text. */
export async function selectLineSums(db: TenantQueries, run_id: string): Promise<PendingScope[]> {
  return await db.rows<PendingScope>(SUMS, [run_id]);
}
