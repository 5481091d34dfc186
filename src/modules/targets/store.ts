import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { TargetRecord } from "./target.ts";
import type { TargetTerms } from "./target-progress.ts";

/** A target as its newest version has it; decimals as text. */
export interface TargetRow extends TargetTerms {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly intensity_metric: string | null;
  readonly framework: TargetRecord["framework"];
  readonly baseline_months: number | null;
  readonly version: number;
  readonly created_at: string;
  /** All null while the target stands. */
  readonly withdrawn_at: string | null;
  readonly withdrawn_by: string | null;
  readonly withdrawn_by_name: string | null;
  readonly withdrawal_reason: string | null;
}
type Withdrawal = "withdrawn_at" | "withdrawn_by" | "withdrawn_by_name" | "withdrawal_reason";

const TERMS = `t.id, t.name, t.description, t.scope, t.category, t.target_type, t.intensity_metric, t.scope2_method,
    t.framework, t.baseline_year, t.baseline_emissions, t.baseline_months, t.target_year, t.target_reduction_percent,
    t.version, t.created_at`;
const COLUMNS = `${TERMS}, w.withdrawn_at, w.withdrawn_by, actor_name(w.withdrawn_by) as withdrawn_by_name,
    w.reason as withdrawal_reason`;

/** What an edit may change. */
export const EDITED = [
  "name",
  "description",
  "scope",
  "category",
  "scope2_method",
  "framework",
  "baseline_year",
  "baseline_emissions",
  "baseline_months",
  "target_year",
  "target_reduction_percent",
] as const satisfies readonly (keyof TargetRow)[];

/** Targets as their newest versions have them; the row of `targets` is the first version. */
const CURRENT = `(
    select f.tenant_id, f.environment, f.id, f.target_type, f.intensity_metric, coalesce(v.version, 1) as version, f.created_at,
      ${EDITED.map((name) => `case when v.version is null then f.${name} else v.${name} end as ${name}`).join(", ")}
    from targets f left join lateral (
      select n.version, ${EDITED.map((name) => `n.${name}`).join(", ")} from target_versions n
      where n.tenant_id = $1 and n.environment = $2 and n.target_id = f.id
      order by n.version desc limit 1) v on true
    where f.tenant_id = $1 and f.environment = $2) t`;
const SOURCE = `${CURRENT} left join target_withdrawals w on w.tenant_id = t.tenant_id and w.environment = t.environment
    and w.target_id = t.id`;

const LIST = statement(`
  select ${COLUMNS}
  from ${SOURCE}
  where t.tenant_id = $1 and t.environment = $2 and (w.target_id is not null) = $6
    and ($3::timestamptz is null or (t.created_at, t.id) < ($3::timestamptz, $4::uuid))
  order by t.created_at desc, t.id desc
  limit $5`);

const INSERT = statement(`
  insert into targets as t (tenant_id, environment, id, name, description, scope, category, target_type, intensity_metric,
    scope2_method, framework, baseline_year, baseline_emissions, baseline_months, target_year,
    target_reduction_percent, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  returning ${TERMS.replace("t.version", "1 as version")}, null::timestamptz as withdrawn_at, null::text as withdrawn_by, null::text as withdrawn_by_name,
    null::text as withdrawal_reason`);

/** The company's targets, newest first: those that stand, or those that were withdrawn. */
export async function selectTargets(
  db: TenantQueries,
  after: readonly string[] | null,
  { limit, withdrawn }: { readonly limit: number; readonly withdrawn: boolean },
): Promise<TargetRow[]> {
  return await db.rows<TargetRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit, withdrawn]);
}

const BY_ID = statement(`
  select ${COLUMNS} from ${SOURCE}
  where t.tenant_id = $1 and t.environment = $2 and t.id = $3
  order by t.id limit 1`);

export async function selectTarget(db: TenantQueries, id: string): Promise<TargetRow | undefined> {
  return (await db.rows<TargetRow>(BY_ID, [id]))[0];
}

const EQUAL = statement(`
  select ${COLUMNS} from ${SOURCE}
  where t.tenant_id = $1 and t.environment = $2 and w.target_id is null and t.name = $3 and t.scope = $4
    and t.category is not distinct from $5 and t.target_type = $6 and t.intensity_metric is not distinct from $7
    and t.scope2_method = $8 and t.framework = $9 and t.baseline_year = $10 and t.target_year = $11
    and t.target_reduction_percent = $12 and (t.baseline_months is null) = ($13::numeric is not null)
    and t.baseline_emissions = coalesce($13::numeric, t.baseline_emissions)
  order by t.created_at, t.id limit 1`);

/**
 * The target that stands with this name and these terms, whatever its description: the same stated base, or the base that the
 * ledger had when the target was set.
 */
export async function selectEqualTarget(
  tx: TenantTransaction,
  terms: Omit<
    TargetRow,
    "id" | "baseline_months" | "baseline_emissions" | "version" | "created_at" | "description" | Withdrawal
  > & {
    readonly stated_emissions: string | null;
  },
): Promise<TargetRow | undefined> {
  const [row] = await tx.rows<TargetRow>(EQUAL, [
    terms.name,
    terms.scope,
    terms.category,
    terms.target_type,
    terms.intensity_metric,
    terms.scope2_method,
    terms.framework,
    terms.baseline_year,
    terms.target_year,
    terms.target_reduction_percent,
    terms.stated_emissions,
  ]);
  return row;
}

const WITHDRAW = statement(`
  insert into target_withdrawals (tenant_id, environment, target_id, reason, withdrawn_by)
  values ($1, $2, $3, $4, $5)
  on conflict do nothing
  returning target_id`);

/** Whether the target was withdrawn by this call; false: it was withdrawn already, and what was said then stands. */
export async function insertWithdrawal(
  tx: TenantTransaction,
  { target_id, reason, withdrawn_by }: Readonly<Record<"target_id" | "reason" | "withdrawn_by", string>>,
): Promise<boolean> {
  return (await tx.rows(WITHDRAW, [target_id, reason, withdrawn_by])).length > 0;
}

export interface MetricValueRow {
  readonly target_id: string;
  readonly year: number;
  readonly value: string;
}

const METRIC_VALUES = statement(`
  select distinct on (target_id, year) target_id, year, value
  from target_metrics
  where tenant_id = $1 and environment = $2 and target_id = any ($3::uuid[])
  order by target_id, year, created_at desc, id desc
  limit 50000`);

const INSERT_METRIC_VALUE = statement(`
  insert into target_metrics (tenant_id, environment, id, target_id, year, value, recorded_by)
  values ($1, $2, $3, $4, $5, $6, $7)`);

/** The newest value of each target and year. */
export async function selectMetricValues(db: TenantQueries, target_ids: readonly string[]): Promise<MetricValueRow[]> {
  return await db.rows<MetricValueRow>(METRIC_VALUES, [target_ids]);
}

export async function insertMetricValue(
  tx: TenantTransaction,
  { id, target_id, year, value, recorded_by }: MetricValueRow & { readonly id: string; readonly recorded_by: string },
): Promise<void> {
  await tx.rows(INSERT_METRIC_VALUE, [id, target_id, year, value, recorded_by]);
}

export async function insertTarget(
  tx: TenantTransaction,
  target: Omit<TargetRow, "version" | "created_at" | Withdrawal> & { readonly created_by: string },
): Promise<TargetRow> {
  const [row] = await tx.rows<TargetRow>(INSERT, [
    target.id,
    target.name,
    target.description,
    target.scope,
    target.category,
    target.target_type,
    target.intensity_metric,
    target.scope2_method,
    target.framework,
    target.baseline_year,
    target.baseline_emissions,
    target.baseline_months,
    target.target_year,
    target.target_reduction_percent,
    target.created_by,
  ]);
  if (row === undefined) throw new Error("insert of a target returned no row");
  return row;
}
