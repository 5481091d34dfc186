import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { CompanyFactor } from "../emissions/index.ts";
import type { FactorStatus } from "./factor-states.ts";

/** A stored file that shows where a figure comes from. */
export interface FactorEvidence {
  readonly file_id: string;
  readonly name: string;
  readonly sha256: string;
}

/** What was stated of a factor, as it is stored. */
interface StatedFactor extends Omit<CompanyFactor, "is_self_approved" | "content_hash"> {
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly evidence: FactorEvidence[];
  readonly note: string;
  readonly submitted_by: string;
}

export interface NewFactorRow extends StatedFactor {
  readonly content_hash: string;
}

/** A factor with what was decided about it. */
export interface FactorRow extends StatedFactor {
  readonly status: FactorStatus;
  readonly submitted_by_name: string | null;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly is_self_approved: boolean;
  readonly withdrawn_by: string | null;
  readonly withdrawn_by_name: string | null;
  readonly withdrawn_at: string | null;
  readonly withdrawn_reason: string | null;
  readonly created_at: string;
}

/** Whether the one who stated it approved it; withdrawn ones were approved before. */
const SELF_APPROVED =
  "status in ('approved', 'withdrawn') and coalesce(submitted_by = decided_by, false) as is_self_approved";

const COLUMNS = `id, status, category_key, name, unit, is_money, kg_co2e_per_unit, biogenic_co2_kg_per_unit, country, year,
    valid_from, valid_to, supplier_name, supplier_identifier, supplier_key, is_automatic, source, method, verified_by, evidence,
    note, submitted_by, actor_name(submitted_by) as submitted_by_name, decided_by, actor_name(decided_by) as decided_by_name,
    decided_at, reason, ${SELF_APPROVED}, withdrawn_by, actor_name(withdrawn_by) as withdrawn_by_name, withdrawn_at, withdrawn_reason, created_at`;

const INSERT = statement(`
  insert into company_factors (tenant_id, environment, id, category_key, name, unit, is_money, kg_co2e_per_unit,
    biogenic_co2_kg_per_unit, country, year, valid_from, valid_to, supplier_name, supplier_identifier, supplier_key,
    is_automatic, source, method, verified_by, evidence, note, content_hash, submitted_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
  returning ${COLUMNS}`);

const LIST = statement(`
  select ${COLUMNS} from company_factors
  where tenant_id = $1 and environment = $2
    and ($3::text is null or status = $3::text) and ($4::text is null or category_key = $4::text)
    and ($5::timestamptz is null or (created_at, id) < ($5::timestamptz, $6::uuid))
  order by created_at desc, id desc limit $7`);

const BY_ID = statement(`
  select ${COLUMNS} from company_factors
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

/** What lines are counted by. */
const COUNTED_BY = `id, category_key, name, unit, is_money, kg_co2e_per_unit, biogenic_co2_kg_per_unit, country, year, valid_from, valid_to,
    supplier_key, is_automatic, source, method, verified_by, ${SELF_APPROVED}, content_hash`;

const APPROVED = statement(`
  select ${COUNTED_BY}
  from company_factors
  where tenant_id = $1 and environment = $2 and status = 'approved'
  order by created_at desc, id desc
  limit 10000`);

// "approved" sorts before "withdrawn".
const COUNTING = statement(`
  select ${COUNTED_BY}, status
  from company_factors
  where tenant_id = $1 and environment = $2 and status in ('approved', 'withdrawn')
  order by status, created_at desc, id desc
  limit 10000`);

const DECIDE = statement(`
  update company_factors set status = $4, decided_by = $5, decided_at = $6, reason = $7
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

const WITHDRAW = statement(`
  update company_factors set status = 'withdrawn', withdrawn_by = $4, withdrawn_at = $5, withdrawn_reason = $6
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

export async function insertFactor(tx: TenantQueries, row: NewFactorRow): Promise<FactorRow> {
  const stored = await tx.rows<FactorRow>(INSERT, [
    row.id,
    row.category_key,
    row.name,
    row.unit,
    row.is_money,
    row.kg_co2e_per_unit,
    row.biogenic_co2_kg_per_unit,
    row.country,
    row.year,
    row.valid_from,
    row.valid_to,
    row.supplier_name,
    row.supplier_identifier,
    row.supplier_key,
    row.is_automatic,
    row.source,
    row.method,
    row.verified_by,
    JSON.stringify(row.evidence),
    row.note,
    row.content_hash,
    row.submitted_by,
  ]);
  return only(stored);
}

export interface FactorFilter {
  readonly status: FactorStatus | null;
  readonly category_id: string | null;
}

/** Factors newest first. `after` holds created_at and id of the last row seen. */
export async function selectFactors(
  db: TenantQueries,
  { status, category_id }: FactorFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<FactorRow[]> {
  return await db.rows<FactorRow>(LIST, [status, category_id, after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export async function selectFactor(db: TenantQueries, id: string): Promise<FactorRow | undefined> {
  return (await db.rows<FactorRow>(BY_ID, [id]))[0];
}

/** What lines may be counted by, and what has counted lines before it was withdrawn; the newest 10,000, those in force first. */
export async function selectCounting(
  db: TenantQueries,
): Promise<(CompanyFactor & { readonly status: "approved" | "withdrawn" })[]> {
  return await db.rows<CompanyFactor & { readonly status: "approved" | "withdrawn" }>(COUNTING);
}

/** The approved ones alone. */
export async function selectApproved(db: TenantQueries): Promise<CompanyFactor[]> {
  return await db.rows<CompanyFactor>(APPROVED);
}

/** Whoever calls holds the audit chain and has seen the factor in the state that the decision takes. */
export async function setDecision(
  tx: TenantQueries,
  id: string,
  decision: { readonly status: FactorStatus; readonly by: string; readonly at: string; readonly reason: string | null },
): Promise<FactorRow> {
  return only(await tx.rows<FactorRow>(DECIDE, [id, decision.status, decision.by, decision.at, decision.reason]));
}

export async function setWithdrawn(
  tx: TenantQueries,
  id: string,
  { by, at, reason }: { readonly by: string; readonly at: string; readonly reason: string },
): Promise<FactorRow> {
  return only(await tx.rows<FactorRow>(WITHDRAW, [id, by, at, reason]));
}

function only([row]: FactorRow[]): FactorRow {
  if (row === undefined) throw new Error("a factor that was written is not there");
  return row;
}
