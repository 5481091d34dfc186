import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { TargetRecord } from "./target.ts";
import type { TargetTerms } from "./target-progress.ts";

/** A target as it is stored; decimals as text. */
export interface TargetRow extends TargetTerms {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly intensity_metric: string | null;
  readonly framework: TargetRecord["framework"];
  readonly baseline_months: number | null;
  readonly created_at: string;
}

const COLUMNS = `id, name, description, scope, category, target_type, intensity_metric, scope2_method, framework,
    baseline_year, baseline_emissions, baseline_months, target_year, target_reduction_percent, created_at`;

const LIST = statement(`
  select ${COLUMNS}
  from targets
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc
  limit $5`);

const INSERT = statement(`
  insert into targets (tenant_id, environment, id, name, description, scope, category, target_type, intensity_metric,
    scope2_method, framework, baseline_year, baseline_emissions, baseline_months, target_year,
    target_reduction_percent, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  returning ${COLUMNS}`);

export async function selectTargets(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<TargetRow[]> {
  return await db.rows<TargetRow>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

const BY_ID = statement(`
  select ${COLUMNS} from targets
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

export async function selectTarget(db: TenantQueries, id: string): Promise<TargetRow | undefined> {
  return (await db.rows<TargetRow>(BY_ID, [id]))[0];
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
  target: Omit<TargetRow, "created_at"> & { readonly created_by: string },
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
