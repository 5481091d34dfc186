import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Reduction } from "./projection.ts";
import { TILTAG_MAX } from "./scenario.ts";
import type { TiltagTerms } from "./tiltag-cost.ts";

/** A tiltag as it is stored; decimals as text. */
export interface TiltagRow extends Reduction, TiltagTerms {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly lifetime_years: number | null;
  readonly created_at: string;
}

const COLUMNS = `id, position, name, category_id, reduction_kg, reduction_pct, start_year, lifetime_years, capex_dkk,
    annual_opex_dkk, annual_savings_dkk, discount_rate_pct, created_at`;

const OF_SCENARIO = statement(`
  select ${COLUMNS}
  from tiltag
  where tenant_id = $1 and environment = $2 and scenario_id = $3
  order by position
  limit ${TILTAG_MAX}`);

const INSERT = statement(`
  insert into tiltag (tenant_id, environment, id, scenario_id, position, name, category_id, reduction_kg,
    reduction_pct, start_year, lifetime_years, capex_dkk, annual_opex_dkk, annual_savings_dkk, discount_rate_pct,
    created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  returning ${COLUMNS}`);

/** All tiltag of a scenario in stacking order. */
export async function selectTiltag(db: TenantQueries, scenario_id: string): Promise<TiltagRow[]> {
  return await db.rows<TiltagRow>(OF_SCENARIO, [scenario_id]);
}

/** The scenario must be locked: the position is the next free one. */
export async function insertTiltag(
  tx: TenantTransaction,
  scenario_id: string,
  tiltag: Omit<TiltagRow, "created_at"> & { readonly created_by: string },
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
