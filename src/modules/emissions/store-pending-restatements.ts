import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { PendingFigure, RestatementCause } from "./pending-restatement.ts";

const TYPES = {
  activity_split_id: "uuid",
  activity_id: "uuid",
  cause: "text",
  ym: "int",
  scope: "smallint",
  scope3_category: "smallint",
  category_key: "text",
  department_id: "uuid",
  market_based_before_kg: "numeric",
  market_based_after_kg: "numeric",
  location_based_before_kg: "numeric",
  location_based_after_kg: "numeric",
  biogenic_co2_before_kg: "numeric",
  biogenic_co2_after_kg: "numeric",
} as const satisfies Record<keyof PendingFigure, string>;

const COLUMNS = Object.keys(TYPES).join(", ");
const TYPED = Object.entries(TYPES)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ");

const KG = [
  "market_based_before_kg",
  "market_based_after_kg",
  "location_based_before_kg",
  "location_based_after_kg",
  "biogenic_co2_before_kg",
  "biogenic_co2_after_kg",
] as const;
const KG_COLUMNS = KG.join(", ");

const ADD = statement(`
  insert into pending_restatements (tenant_id, environment, ${COLUMNS})
  select $1::uuid, $2::text, ${COLUMNS} from json_to_recordset($3::json) as figure (${TYPED})`);

const END_CAUSE = statement(`
  delete from pending_restatements
  where tenant_id = $1 and environment = $2 and activity_split_id = any($3::uuid[]) and cause = $4`);

/** Notes what readings would change in closed years. The transaction holds the audit chain. */
export async function addPendingRestatements(tx: TenantTransaction, figures: readonly PendingFigure[]): Promise<void> {
  if (figures.length > 0) await tx.rows(ADD, [JSON.stringify(figures)]);
}

/** Notes of these readings what one cause would change, and nothing else of that cause. */
export async function replacePendingRestatements(
  tx: TenantTransaction,
  { activity_split_ids, cause }: { readonly activity_split_ids: readonly string[]; readonly cause: RestatementCause },
  figures: readonly PendingFigure[],
): Promise<void> {
  if (activity_split_ids.length > 0) await tx.rows(END_CAUSE, [activity_split_ids, cause]);
  await addPendingRestatements(tx, figures);
}

const HELD = statement(`
  select max(cause) as cause from pending_restatements
  where tenant_id = $1 and environment = $2 and activity_split_id = $3 and cause <> 'settlement'
  order by 1 limit 1`);

/** Why days of a closed year are held back of a reading; null: none are, or for a settlement alone. */
export async function heldCause(db: TenantQueries, activity_split_id: string): Promise<RestatementCause | null> {
  const [row] = await db.rows<{ cause: RestatementCause | null }>(HELD, [activity_split_id]);
  return row?.cause ?? null;
}

const OF_READINGS = statement(`
  select activity_split_id, ym, ${KG_COLUMNS} from pending_restatements
  where tenant_id = $1 and environment = $2 and activity_split_id = any($3::uuid[])
  order by activity_split_id, ym, scope, scope3_category, category_key, department_id, cause limit 100000`);

/** kg by month that a reading would change in closed years; see monthNumber for `ym`. */
export type PendingMonth = Pick<PendingFigure, "ym" | (typeof KG)[number]>;

/** What readings would change in closed years and is not booked, those of one reading after those of another. */
export async function selectPendingOfReadings(
  db: TenantQueries,
  splitIds: readonly string[],
): Promise<(PendingMonth & Pick<PendingFigure, "activity_split_id">)[]> {
  return await db.rows(OF_READINGS, [splitIds]);
}

/** A line that would change a closed year. */
export interface PendingLine {
  /** Its reading, by which lists go on. */
  readonly id: string;
  readonly activity_id: string;
  /** Of several the last in the alphabet, so that an invoice that takes a purchase over is told as one. */
  readonly cause: RestatementCause;
  readonly scopes: readonly PendingScope[];
}

/** kg CO2e, and kg of biogenic CO2, as decimal text. */
export interface PendingScope {
  readonly scope: number;
  readonly market_based_before_kg: string;
  readonly market_based_after_kg: string;
  readonly location_based_before_kg: string;
  readonly location_based_after_kg: string;
  /** Absent: of an allocation, which changes none, or restated before it was kept. */
  readonly biogenic_co2_before_kg?: string;
  readonly biogenic_co2_after_kg?: string;
}

const SUMS = KG.map((column) => `sum(${column}) as ${column}`).join(", ");
const TEXTS = KG.map((column) => `'${column}', ${column}::text`).join(", ");

/** The newest first: readings have ids in order of time. `one`: that reading alone, of any others those after one. */
const LINES = statementFamily(
  ({ after, one }: { readonly after: boolean; readonly one: boolean }) => `
  with lines as (
    select activity_split_id, activity_id, max(cause) as cause from pending_restatements
    where tenant_id = $1 and environment = $2 and ym between $3 and $4
      ${after ? "and activity_split_id < $6::uuid" : ""} ${one ? "and activity_split_id = $6::uuid" : ""}
    group by activity_split_id, activity_id order by activity_split_id desc limit $5::int
  )
  select l.activity_split_id as id, l.activity_id, l.cause, s.scopes
  from lines l cross join lateral (
    select jsonb_agg(jsonb_build_object('scope', scope, ${TEXTS}) order by scope) as scopes
    from (
      select scope, ${SUMS} from pending_restatements p
      where p.tenant_id = $1 and p.environment = $2 and p.activity_split_id = l.activity_split_id and p.ym between $3 and $4
      group by scope
    ) as sums
  ) as s
  order by l.activity_split_id desc limit $5::int`,
);

/** Lines that would change a closed year, the newest first, from after a reading's id. */
export async function selectPendingLines(
  db: TenantQueries,
  { from, to }: YearDays,
  after: string | null,
  limit: number,
): Promise<PendingLine[]> {
  const months = [monthOfDay(from), monthOfDay(to), limit];
  const parts = { after: after !== null, one: false };
  return await db.rows<PendingLine>(LINES(parts), after === null ? months : [...months, after]);
}

/** What a reading would change in a closed year; undefined: nothing. */
export async function selectPendingLine(
  db: TenantQueries,
  { from, to }: YearDays,
  id: string,
): Promise<PendingLine | undefined> {
  const values = [monthOfDay(from), monthOfDay(to), 1, id];
  const [line] = await db.rows<PendingLine>(LINES({ after: false, one: true }), values);
  return line;
}

const BY_YEAR = statement(`
  select y.to_day as "to", scope, ${SUMS}
  from unnest($3::int[], $4::int[], $5::text[]) as y (from_ym, to_ym, to_day)
  cross join lateral (
    select scope, ${KG_COLUMNS} from pending_restatements p
    where p.tenant_id = $1 and p.environment = $2 and p.ym between y.from_ym and y.to_ym
    union all
    select 2, market_based_before_kg, market_based_after_kg, location_based_kg, location_based_kg, 0, 0 from pending_allocations a
    where a.tenant_id = $1 and a.environment = $2 and a.ym between y.from_ym and y.to_ym
  ) as pending
  group by 1, 2 order by 1, 2 limit 1000`);

/** What waits to change each of these years, by scope; a year in which nothing would change has no row. */
export async function selectPendingSums(
  db: TenantQueries,
  years: readonly YearDays[],
): Promise<(PendingScope & { readonly to: string })[]> {
  if (years.length === 0) return [];
  const days = years.map(({ from, to }) => [monthOfDay(from), monthOfDay(to), to] as const);
  return await db.rows(BY_YEAR, [days.map(([from]) => from), days.map(([, to]) => to), days.map(([, , day]) => day)]);
}

const WAITING = statement(`
  select count(*)::int as line_count from waiting_lines
  where tenant_id = $1 and environment = $2 and to_ym >= $3 and from_ym <= $4 and code <> 'financial_year_closed'
  order by 1 limit 1`);

/** Lines that wait in the months of a closed year for something else than that it is closed. */
export async function countWaitingOfYear(db: TenantQueries, { from, to }: YearDays): Promise<number> {
  const [row] = await db.rows<{ line_count: number }>(WAITING, [monthOfDay(from), monthOfDay(to)]);
  return row?.line_count ?? 0;
}

const READINGS = statement(`
  select distinct activity_split_id as id from pending_restatements
  where tenant_id = $1 and environment = $2 order by 1 limit 100000`);

/** Readings that would change closed years; at most 100,000. */
export async function selectRestatingReadings(db: TenantQueries): Promise<string[]> {
  return (await db.rows<{ id: string }>(READINGS)).map(({ id }) => id);
}
