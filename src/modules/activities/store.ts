import type { SqlValue, TenantQueries } from "../../core/context.ts";
import { statement, statementFamily } from "../../core/statement.ts";
import type { Candidate } from "../categorization/index.ts";
import type { ConversionStep } from "../emissions/index.ts";
import { WITH_CURRENT_SPLIT } from "./current-split.ts";
import type { RuledPeriod } from "./ruled-period.ts";
import { asStated, IS_DATED, STATED_DATE, type StatedFacts, USED_FROM, USED_TO } from "./stated-facts.ts";

/** An activity as lists show it, with how it is read now; decimals as text. */
export interface ActivityListRow {
  readonly id: string;
  readonly document_sha256: string;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly invoice_number: string | null;
  readonly description: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly transaction_date: string;
  readonly status: "pending_review" | "classified" | "excluded";
  readonly category_key: string;
  readonly confidence: string;
  readonly created_at: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  /** What a rule about the supplier gave, which the two before have already; null: no rule did. */
  readonly ruled_period: RuledPeriod | null;
  /** What a person stated; the other members have it already. Null: nothing. */
  readonly stated: StatedFacts | null;
}

/** A whole activity and its current reading. */
export interface ActivityRow extends ActivityListRow {
  readonly split_id: string;
  readonly external_id: string | null;
  readonly document_id: string;
  readonly document_type: string;
  readonly data_source_id: string | null;
  readonly tax_treatment: string;
  readonly gl_account: string | null;
  readonly supply_id: string | null;
  readonly department_id: string | null;
  readonly mapped_by: "rule" | "model" | "person";
  readonly reason: string;
  readonly review_code: string | null;
}

const LIST_COLUMNS = `a.id, a.document_sha256, a.supplier_name, a.supplier_identifier, a.invoice_number, a.description,
    a.amount, a.currency, a.quantity, a.unit, a.transaction_date, s.status, s.category_key, s.confidence, a.created_at, s.stated,
    a.service_period_start, a.service_period_end, s.ruled_period`;

const ACTIVITY_COLUMNS = `${LIST_COLUMNS}, a.external_id, a.document_id, a.document_type, a.data_source_id, a.tax_treatment, a.gl_account,
    a.supply_id, s.id as split_id, s.department_id, s.mapped_by, s.reason, s.review_code`;

export interface ActivityFilter {
  readonly data_source_id: string | null;
  readonly status: string | null;
  readonly department_id: string | null;
  /** ISO dates: only lines whose period, or else date, has a day within; null: open. */
  readonly used_from: string | null;
  readonly used_to: string | null;
  /** Inclusive UTC timestamps and their months; null: open. */
  readonly from: string | null;
  readonly to: string | null;
  readonly from_ym: number | null;
  readonly to_ym: number | null;
}

const LIST = statementFamily((parts: { readonly after: boolean; readonly period: boolean }) => {
  const rows = (conditions: readonly string[]) => `
    select ${LIST_COLUMNS} from ${WITH_CURRENT_SPLIT}
    where ${[...COMMON_CONDITIONS, ...conditions].join("\n      and ")}
    order by a.created_at desc, a.id desc limit $3::int`;
  if (!parts.period) return rows(parts.after ? ["(a.created_at, a.id) < ($9, $10::uuid)"] : []);
  const after = parts.after ? ["(a.created_at, a.id) < ($13::timestamptz, $14::uuid)"] : [];
  // Each month is an index range in the list's order; see store-list.ts of the emissions.
  const edge = (aggregate: "min" | "max") =>
    `(select ${aggregate}(ym) from activities where tenant_id = $1 and environment = $2)`;
  return `
    select of_month.* from generate_series(greatest($11::int, ${edge("min")}), least($12::int, ${edge("max")})) as month (ym)
    cross join lateral (${rows(["a.ym = month.ym", `not (${IS_DATED})`, ...within("a.transaction_date"), ...after])}) as of_month
    union all
    select * from (${rows([IS_DATED, ...within(STATED_DATE), ...after])}) as dated
    order by created_at desc, id desc limit $3::int`;
});

const COMMON_CONDITIONS = [
  "a.tenant_id = $1 and a.environment = $2",
  "($4::uuid is null or a.data_source_id = $4)",
  "($5::text is null or s.status = $5)",
  "($6::uuid is null or s.department_id = $6)",
  `($7::date is null or ${USED_TO} >= $7)`,
  `($8::date is null or ${USED_FROM} <= $8)`,
];

function within(date: string): string[] {
  return [`($9::timestamptz is null or ${date} >= $9)`, `($10::timestamptz is null or ${date} <= $10)`];
}

/** Activities newest first, from after a position. */
export async function selectActivities(
  db: TenantQueries,
  filter: ActivityFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<ActivityListRow[]> {
  const { from, to } = filter;
  const period = from !== null || to !== null;
  const { data_source_id, status, department_id, used_from, used_to } = filter;
  const parameters: SqlValue[] = [limit, data_source_id, status, department_id, used_from, used_to];
  if (period) parameters.push(from, to, filter.from_ym, filter.to_ym);
  if (after !== null) parameters.push(after[0] ?? null, after[1] ?? null);
  return (await db.rows<ActivityListRow>(LIST({ after: after !== null, period }), parameters)).map(asStated);
}

/** What a correction starts from: the activity and its current split. */
export interface CurrentActivityRow extends ActivityRow {
  readonly line_kind: string;
  /** As its document states it: ISO 3166-1 alpha-2 where it is one. */
  readonly supplier_country: string | null;
  readonly gl_account_name: string | null;
  readonly classification_codes: readonly { readonly list: string; readonly code: string }[];
  /** Null: it is the first reading. */
  readonly supersedes_split_id: string | null;
  readonly split_created_at: string;
  readonly split_quantity: string | null;
  readonly split_unit: string | null;
  /** As they were written; see Candidate of the categorization. */
  readonly candidates: readonly Candidate[];
  readonly conversion: readonly ConversionStep[];
  readonly allocated_amount: string | null;
  readonly allocated_currency: string | null;
}

/** Columns of a CurrentActivityRow; the activity is `a`, its current split `s`. */
export const CURRENT_COLUMNS = `${ACTIVITY_COLUMNS}, a.line_kind, a.gl_account_name, a.supplier_country,
    a.classification_codes, s.supersedes_split_id, s.created_at as split_created_at, s.quantity as split_quantity, s.unit as split_unit, s.candidates,
    s.conversion, s.allocated_amount, s.allocated_currency`;

const CURRENT = statement(`
  select ${CURRENT_COLUMNS}
  from ${WITH_CURRENT_SPLIT}
  where a.tenant_id = $1 and a.environment = $2 and a.id = $3
  order by s.created_at desc, s.id desc limit 1`);

export async function selectCurrentActivity(db: TenantQueries, id: string): Promise<CurrentActivityRow | undefined> {
  return (await db.rows<CurrentActivityRow>(CURRENT, [id])).map(asStated)[0];
}

const CURRENT_OF_MANY = statement(`
  select ${CURRENT_COLUMNS}
  from ${WITH_CURRENT_SPLIT}
  where a.tenant_id = $1 and a.environment = $2 and a.id = any($3::uuid[])
  order by a.id limit 1000`);

/** The same for at most 1000 activities, in the order of their ids. */
export async function selectCurrentActivities(
  db: TenantQueries,
  ids: readonly string[],
): Promise<CurrentActivityRow[]> {
  return (await db.rows<CurrentActivityRow>(CURRENT_OF_MANY, [ids])).map(asStated);
}

const READINGS = statement(`
  select ${CURRENT_COLUMNS}
  from activities a join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
  where a.tenant_id = $1 and a.environment = $2 and s.id = any($3::uuid[])
  order by s.id limit 1000`);

/** An activity as a split read it, current or not. */
export async function selectReading(db: TenantQueries, splitId: string): Promise<CurrentActivityRow | undefined> {
  return (await selectReadings(db, [splitId]))[0];
}

/** The same of many splits, at most 1000, in the order of their ids. */
export async function selectReadings(db: TenantQueries, splitIds: readonly string[]): Promise<CurrentActivityRow[]> {
  return (await db.rows<CurrentActivityRow>(READINGS, [splitIds])).map(asStated);
}
