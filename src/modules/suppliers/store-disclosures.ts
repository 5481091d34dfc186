import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { DisclosureStatus, StoredDisclosureState } from "./disclosure-states.ts";

/** One supplier and year has one state; more rows than this in a year is an error, never a cut answer. */
const ROWS_MAX = 100_000;
const OF_ONE_SUPPLIER_MAX = 100;

export interface DisclosureStateRow extends StoredDisclosureState {
  readonly supplier_id: string;
}

/** Figures as released; decimals are text, kg CO2e of the supplier's whole year. */
export interface DisclosureRow {
  readonly id: string;
  readonly supplier_id: string;
  readonly report_year: number;
  readonly kind: "totals" | "products";
  readonly scope1_kg: string | null;
  readonly scope2_location_kg: string | null;
  readonly scope2_market_kg: string | null;
  readonly scope3_upstream_kg: string | null;
  readonly turnover_amount: string | null;
  readonly turnover_currency: string | null;
  readonly products: readonly DisclosedProduct[];
  readonly is_complete: boolean;
  readonly evidence_sha256: string;
  readonly evidence_name: string | null;
  readonly created_at: string;
}

/** What was bought of one product, and its footprint per unit; decimals are text. */
export interface DisclosedProduct {
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  readonly kg_co2e_per_unit: string;
}

const COLUMNS = `id, supplier_id, report_year, kind, scope1_kg, scope2_location_kg, scope2_market_kg, scope3_upstream_kg,
    turnover_amount, turnover_currency, products, is_complete, evidence_sha256, evidence_name, created_at`;

const STATES = statement(`
  select supplier_id, report_year, status, due_on from supplier_disclosure_states
  where tenant_id = $1 and environment = $2 and report_year = $3
  order by supplier_id limit $4`);

const STATE = statement(`
  select supplier_id, report_year, status, due_on from supplier_disclosure_states
  where tenant_id = $1 and environment = $2 and supplier_id = $3 and report_year = $4
  order by supplier_id limit 1
  for update`);

const SET_STATE = statement(`
  insert into supplier_disclosure_states (tenant_id, environment, supplier_id, report_year, status, due_on, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, environment, supplier_id, report_year)
    do update set status = excluded.status, due_on = excluded.due_on, changed_at = excluded.changed_at
  returning supplier_id`);

const LATEST = statement(`
  select distinct on (supplier_id) ${COLUMNS} from supplier_disclosures
  where tenant_id = $1 and environment = $2 and report_year = $3
  order by supplier_id, created_at desc, id desc
  limit $4`);

const OF_SUPPLIER = statement(`
  select ${COLUMNS} from supplier_disclosures
  where tenant_id = $1 and environment = $2 and supplier_id = $3
  order by created_at desc, id desc
  limit $4`);

const INSERT = statement(`
  insert into supplier_disclosures (tenant_id, environment, id, supplier_id, report_year, kind, scope1_kg,
    scope2_location_kg, scope2_market_kg, scope3_upstream_kg, turnover_amount, turnover_currency, products, is_complete,
    evidence_sha256, evidence_name, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15, $16, $17)
  returning ${COLUMNS}`);

export async function selectStates(db: TenantQueries, report_year: number): Promise<DisclosureStateRow[]> {
  return whole(await db.rows<DisclosureStateRow>(STATES, [report_year, ROWS_MAX]));
}

/** The state of one year, locked until the transaction ends; null: none was ever set. */
export async function lockState(
  tx: TenantQueries,
  supplier_id: string,
  report_year: number,
): Promise<DisclosureStateRow | null> {
  return (await tx.rows<DisclosureStateRow>(STATE, [supplier_id, report_year]))[0] ?? null;
}

export async function setState(
  tx: TenantQueries,
  state: DisclosureStateRow & { readonly status: Exclude<DisclosureStatus, "not_requested">; readonly at: string },
): Promise<void> {
  const { supplier_id, report_year, status, due_on, at } = state;
  await tx.rows(SET_STATE, [supplier_id, report_year, status, due_on, at]);
}

/** The newest figures of each supplier for a year. */
export async function selectLatestDisclosures(db: TenantQueries, report_year: number): Promise<DisclosureRow[]> {
  return whole(await db.rows<DisclosureRow>(LATEST, [report_year, ROWS_MAX]));
}

/** A supplier's figures of all years, newest first, at most 100. */
export async function selectDisclosuresOf(db: TenantQueries, supplier_id: string): Promise<DisclosureRow[]> {
  return await db.rows<DisclosureRow>(OF_SUPPLIER, [supplier_id, OF_ONE_SUPPLIER_MAX]);
}

export async function insertDisclosure(
  tx: TenantQueries,
  row: Omit<DisclosureRow, "created_at"> & { readonly created_by: string },
): Promise<DisclosureRow> {
  const [stored] = await tx.rows<DisclosureRow>(INSERT, [
    row.id,
    row.supplier_id,
    row.report_year,
    row.kind,
    row.scope1_kg,
    row.scope2_location_kg,
    row.scope2_market_kg,
    row.scope3_upstream_kg,
    row.turnover_amount,
    row.turnover_currency,
    JSON.stringify(row.products),
    row.is_complete,
    row.evidence_sha256,
    row.evidence_name,
    row.created_by,
  ]);
  if (stored === undefined) throw new Error("insert of a disclosure returned no row");
  return stored;
}

function whole<Row>(rows: Row[]): Row[] {
  if (rows.length === ROWS_MAX) throw new Error("there are more disclosures than one answer can hold");
  return rows;
}
