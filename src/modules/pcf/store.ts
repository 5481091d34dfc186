import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ApprovedFootprint } from "./match-footprint.ts";
import type { PcfStatus } from "./pcf-states.ts";

/** A footprint as lists need it; decimals are text. */
export interface PcfListRow {
  readonly id: string;
  readonly pact_id: string;
  readonly company_name: string;
  readonly product_name_company: string;
  readonly product_ids: string[];
  readonly declared_unit_of_measurement: string;
  readonly declared_unit_amount: string;
  readonly product_mass_per_declared_unit: string;
  readonly pcf_excluding_biogenic_uptake: string;
  readonly pcf_including_biogenic_uptake: string;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly geography: string | null;
  readonly created_at: string;
}

/** The whole footprint. */
export interface PcfRow extends PcfListRow {
  readonly status: PcfStatus;
  readonly spec_version: string;
  readonly reference_period_start: string;
  readonly reference_period_end: string;
  readonly pact: Record<string, unknown>;
}

const LIST_COLUMNS = `id, pact_id, company_name, product_name_company, product_ids, declared_unit_of_measurement,
    declared_unit_amount, product_mass_per_declared_unit, pcf_excluding_biogenic_uptake, pcf_including_biogenic_uptake,
    valid_from, valid_to, geography, created_at`;

const COLUMNS = `${LIST_COLUMNS}, status, spec_version, reference_period_start, reference_period_end, pact`;

const APPROVED = statement(`
  select ${LIST_COLUMNS} from pcf_records
  where tenant_id = $1 and environment = $2 and status = 'approved'
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
    and ($5::timestamptz is null or (valid_from <= $6::timestamptz and valid_to >= $5::timestamptz))
    and not exists (
      select from unnest($7::text[]) as word
      where position(lower(word) in lower(
        product_name_company || ' ' || product_description || ' ' || company_name || ' '
        || array_to_string(product_ids || company_ids, ' '))) = 0)
  order by created_at desc, id desc
  limit $8`);

const FOR_MATCHING = statement(`
  select id, pact_id, spec_version, company_name, company_ids, product_name_company, product_ids,
    declared_unit_of_measurement, declared_unit_amount as declared_amount, pcf_excluding_biogenic_uptake as kg_co2e,
    valid_from, valid_to, extract(year from reference_period_end at time zone 'UTC')::int as reference_year, geography,
    pact->'pcf'->'ipccCharacterizationFactors'->>0 as gwp_set, pact->'pcf'->>'primaryDataShare' as primary_data_share,
    content_hash, status = 'approved' as is_approved
  from pcf_records
  where tenant_id = $1 and environment = $2 and status in ('approved', 'deprecated')
  order by status = 'approved' desc, created_at desc, id desc
  limit 10000`);

const INSERT = statement(`
  insert into pcf_records (tenant_id, environment, id, pact_id, spec_version, company_name, company_ids,
    product_name_company, product_description, product_ids, declared_unit_of_measurement, declared_unit_amount,
    product_mass_per_declared_unit, pcf_excluding_biogenic_uptake, pcf_including_biogenic_uptake, reference_period_start,
    reference_period_end, valid_from, valid_to, geography, preceding_pf_ids, pact, content_hash, submitted_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22::json, $23,
    $24)
  on conflict (tenant_id, environment, pact_id) do nothing
  returning ${COLUMNS}`);

const BY_PACT_ID = statement(`
  select ${COLUMNS}, content_hash from pcf_records
  where tenant_id = $1 and environment = $2 and pact_id = $3
  order by id limit 1`);

const BY_ID = statement(`
  select ${COLUMNS} from pcf_records
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const LOCK = statement(`
  select id, pact_id, status, preceding_pf_ids from pcf_records
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1
  for update`);

const LOCK_APPROVED = statement(`
  select id, pact_id, status, preceding_pf_ids from pcf_records
  where tenant_id = $1 and environment = $2 and status = 'approved' and pact_id = any ($3::text[])
  order by id limit 100
  for update`);

const DECIDE = statement(`
  update pcf_records set status = $4, decided_by = $5, decided_at = $6, reason = $7
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

export interface PcfFilter {
  /** First and last moment of which one must lie in the validity period; null: any footprint. */
  readonly valid: { readonly from: string; readonly to: string } | null;
  /** Every word must occur in product, company or their ids. */
  readonly words: readonly string[];
}

/** Approved footprints, newest first. `after` holds created_at and id of the last row seen. */
export async function selectApproved(
  db: TenantQueries,
  filter: PcfFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<PcfListRow[]> {
  const { valid, words } = filter;
  return await db.rows<PcfListRow>(APPROVED, [
    after?.[0] ?? null,
    after?.[1] ?? null,
    valid?.from ?? null,
    valid?.to ?? null,
    words,
    limit,
  ]);
}

/** What of footprints decides whether one describes a line: of those that are approved, and then of those that were. */
export async function selectForMatching(
  db: TenantQueries,
): Promise<(ApprovedFootprint & { readonly is_approved: boolean })[]> {
  return await db.rows(FOR_MATCHING);
}

export interface NewPcfRow extends Omit<PcfRow, "status" | "created_at" | "pact"> {
  readonly company_ids: readonly string[];
  readonly product_description: string;
  readonly preceding_pf_ids: readonly string[];
  /** JSON text. */
  readonly pact: string;
  readonly content_hash: string;
  readonly submitted_by: string;
}

/** Undefined when there is a footprint with this PACT id already. */
export async function insertPcf(tx: TenantQueries, row: NewPcfRow): Promise<PcfRow | undefined> {
  const [stored] = await tx.rows<PcfRow>(INSERT, [
    row.id,
    row.pact_id,
    row.spec_version,
    row.company_name,
    row.company_ids,
    row.product_name_company,
    row.product_description,
    row.product_ids,
    row.declared_unit_of_measurement,
    row.declared_unit_amount,
    row.product_mass_per_declared_unit,
    row.pcf_excluding_biogenic_uptake,
    row.pcf_including_biogenic_uptake,
    row.reference_period_start,
    row.reference_period_end,
    row.valid_from,
    row.valid_to,
    row.geography,
    row.preceding_pf_ids,
    row.pact,
    row.content_hash,
    row.submitted_by,
  ]);
  return stored;
}

export async function selectByPactId(
  tx: TenantQueries,
  pact_id: string,
): Promise<(PcfRow & { readonly content_hash: string }) | undefined> {
  return (await tx.rows<PcfRow & { readonly content_hash: string }>(BY_PACT_ID, [pact_id]))[0];
}

export async function selectPcf(db: TenantQueries, id: string): Promise<PcfRow | undefined> {
  return (await db.rows<PcfRow>(BY_ID, [id]))[0];
}

export interface LockedPcf {
  readonly id: string;
  readonly pact_id: string;
  readonly status: PcfStatus;
  readonly preceding_pf_ids: readonly string[];
}

/** The footprint, locked until the transaction ends. */
export async function lockPcf(tx: TenantQueries, id: string): Promise<LockedPcf | undefined> {
  return (await tx.rows<LockedPcf>(LOCK, [id]))[0];
}

/** The approved ones among these PACT ids, locked, at most 100. */
export async function lockApproved(tx: TenantQueries, pact_ids: readonly string[]): Promise<LockedPcf[]> {
  return await tx.rows<LockedPcf>(LOCK_APPROVED, [pact_ids]);
}

export async function setDecision(
  tx: TenantQueries,
  id: string,
  decision: { readonly status: PcfStatus; readonly by: string; readonly at: string; readonly reason: string | null },
): Promise<PcfRow> {
  const [row] = await tx.rows<PcfRow>(DECIDE, [id, decision.status, decision.by, decision.at, decision.reason]);
  if (row === undefined) throw new Error("a locked footprint vanished");
  return row;
}
