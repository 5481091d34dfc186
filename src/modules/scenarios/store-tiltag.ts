import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Reduction } from "./projection.ts";
import { TILTAG_MAX } from "./scenario.ts";
import type { TiltagTerms } from "./tiltag-cost.ts";

/** A tiltag as its newest version has it; decimals as text. */
export interface TiltagRow extends Reduction, TiltagTerms {
  readonly id: string;
  /** In the order of adding; the places of removed ones stay empty. */
  readonly position: number;
  readonly name: string;
  readonly lifetime_years: number | null;
  readonly version: number;
  readonly created_at: string;
}

/** What an edit may change. */
export const EDITED = [
  "name",
  "category_id",
  "reduction_kg",
  "reduction_pct",
  "start_year",
  "lifetime_years",
  "capex_dkk",
  "annual_opex_dkk",
  "annual_savings_dkk",
  "discount_rate_pct",
] as const satisfies readonly (keyof TiltagRow)[];

/** What a version keeps of a tiltag; decimals as text. */
export type TiltagVersionTerms = Pick<TiltagRow, (typeof EDITED)[number]>;

/** Tiltag as their newest versions have them, removed ones included; the row of `tiltag` is the first version. */
export const CURRENT_TILTAG = `(
    select f.tenant_id, f.environment, f.id, f.scenario_id, f.position, coalesce(v.is_removed, false) as is_removed,
      coalesce(v.version, 1) as version, f.created_at,
      ${EDITED.map((name) => `case when v.version is null then f.${name} else v.${name} end as ${name}`).join(", ")}
    from tiltag f left join lateral (
      select n.version, n.is_removed, ${EDITED.map((name) => `n.${name}`).join(", ")} from tiltag_versions n
      where n.tenant_id = $1 and n.environment = $2 and n.tiltag_id = f.id
      order by n.version desc limit 1) v on true
    where f.tenant_id = $1 and f.environment = $2)`;

const COLUMNS = `t.id, t.position, t.version, t.created_at, ${EDITED.map((name) => `t.${name}`).join(", ")}`;

const OF_SCENARIO = statement(`
  select ${COLUMNS}
  from ${CURRENT_TILTAG} t
  where t.scenario_id = $3 and not t.is_removed
  order by t.position
  limit ${TILTAG_MAX}`);

const REMOVED = statement(`
  select ${COLUMNS}
  from ${CURRENT_TILTAG} t
  where t.scenario_id = $3 and t.is_removed
    and ($4::timestamptz is null or (t.created_at, t.id) < ($4::timestamptz, $5::uuid))
  order by t.created_at desc, t.id desc
  limit $6`);

const BY_ID = statement(`
  select ${COLUMNS}, t.scenario_id, t.is_removed
  from ${CURRENT_TILTAG} t
  where t.id = $3
  order by t.id limit 1`);

const LAST_POSITION = statement(`
  select coalesce(max(position), 0) as last from tiltag where tenant_id = $1 and environment = $2 and scenario_id = $3
  order by 1 limit 1`);

const INSERT = statement(`
  insert into tiltag (tenant_id, environment, id, scenario_id, position, name, category_id, reduction_kg,
    reduction_pct, start_year, lifetime_years, capex_dkk, annual_opex_dkk, annual_savings_dkk, discount_rate_pct,
    created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  returning id, position, name, category_id, reduction_kg, reduction_pct, start_year, lifetime_years, capex_dkk,
    annual_opex_dkk, annual_savings_dkk, discount_rate_pct, 1 as version, created_at`);

/** All tiltag of a scenario that hold, in stacking order. */
export async function selectTiltag(db: TenantQueries, scenario_id: string): Promise<TiltagRow[]> {
  return await db.rows<TiltagRow>(OF_SCENARIO, [scenario_id]);
}

/** Those that were removed, added last first. */
export async function selectRemovedTiltag(
  db: TenantQueries,
  scenario_id: string,
  after: readonly string[] | null,
  limit: number,
): Promise<TiltagRow[]> {
  return await db.rows<TiltagRow>(REMOVED, [scenario_id, after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export interface FoundTiltag extends TiltagRow {
  readonly scenario_id: string;
  readonly is_removed: boolean;
}

/** A tiltag of any scenario, which may be one that the caller does not see; removed ones included. */
export async function selectTiltagById(db: TenantQueries, id: string): Promise<FoundTiltag | undefined> {
  return (await db.rows<FoundTiltag>(BY_ID, [id]))[0];
}

/** The place after the last one that was ever taken. The scenario must be locked. */
export async function nextPosition(tx: TenantTransaction, scenario_id: string): Promise<number> {
  return ((await tx.rows<{ last: number }>(LAST_POSITION, [scenario_id]))[0]?.last ?? 0) + 1;
}

/** The scenario must be locked: the position is the next free one. */
export async function insertTiltag(
  tx: TenantTransaction,
  scenario_id: string,
  tiltag: Omit<TiltagRow, "version" | "created_at"> & { readonly created_by: string },
): Promise<TiltagRow> {
  const [row] = await tx.rows<TiltagRow>(INSERT, [
    tiltag.id,
    scenario_id,
    tiltag.position,
    tiltag.name,
    tiltag.category_id,
    tiltag.reduction_kg,
    tiltag.reduction_pct,
    tiltag.start_year,
    tiltag.lifetime_years,
    tiltag.capex_dkk,
    tiltag.annual_opex_dkk,
    tiltag.annual_savings_dkk,
    tiltag.discount_rate_pct,
    tiltag.created_by,
  ]);
  if (row === undefined) throw new Error("insert of a tiltag returned no row");
  return row;
}
