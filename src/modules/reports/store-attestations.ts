import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { AttestationRecord } from "./report.ts";

const COLUMNS = `id, report_id, report_sha256,
    jsonb_build_object('name', attester_name, 'firm', attester_firm, 'role', attester_role) as attested_by,
    engagement_type, standard, statement, status,
    (select newer_report(r.tenant_id, r.environment, r.job_id) is not null from reports r
      where r.tenant_id = $1 and r.environment = $2 and r.id = report_id) as is_void, firm_entered_data,
    attested_at, withdrawn_at, created_at`;

const INSERT = statement(`
  insert into report_attestations (tenant_id, environment, id, report_id, report_sha256, consultant_id, attester_name,
    attester_firm, attester_role, engagement_type, standard, statement, attested_at, created_by, firm_entered_data,
    terms_sha256)
  select r.tenant_id, r.environment, $3::uuid, r.id, r.sha256, $5::uuid, $6, $7, $8, $9, $10, $11, $12::timestamptz, $13,
    consultant_entered_data(r.tenant_id, r.environment, r.report_year,
      coalesce((extract(year from r.period_from) * 12 + extract(month from r.period_from) - 1)::int, r.report_year * 12),
      coalesce((extract(year from r.period_to) * 12 + extract(month from r.period_to) - 1)::int, r.report_year * 12 + 11),
      $5::uuid, clock_timestamp()),
    attestation_terms_sha256($6, $7, $8, $9, $10, $11)
  from reports r where r.tenant_id = $1 and r.environment = $2 and r.id = $4
  on conflict (tenant_id, environment, report_id, consultant_id, terms_sha256) where status = 'issued' do nothing
  returning ${COLUMNS}`);

const EQUAL = statement(`
  select ${COLUMNS} from report_attestations
  where tenant_id = $1 and environment = $2 and report_id = $3 and consultant_id = $4 and status = 'issued'
    and terms_sha256 = attestation_terms_sha256($5, $6, $7, $8, $9, $10)
  order by id limit 1`);

const LIST = statement(`
  select ${COLUMNS}
  from report_attestations
  where tenant_id = $1 and environment = $2 and report_id = $3
    and ($4::timestamptz is null or (created_at, id) < ($4::timestamptz, $5::uuid))
  order by created_at desc, id desc
  limit $6`);

const WITHDRAW = statement(`
  update report_attestations set status = 'withdrawn', withdrawn_at = $6, withdrawn_by = $7
  where tenant_id = $1 and environment = $2 and report_id = $3 and id = $4 and consultant_id = $5 and status = 'issued'
  returning ${COLUMNS}`);

const OWN = statement(`
  select ${COLUMNS} from report_attestations
  where tenant_id = $1 and environment = $2 and report_id = $3 and id = $4 and consultant_id = $5
  order by id limit 1`);

export interface NewAttestationRow extends Omit<
  AttestationRecord,
  "report_sha256" | "status" | "is_void" | "firm_entered_data" | "withdrawn_at" | "created_at"
> {
  readonly consultant_id: string;
  readonly created_by: string;
}

/** undefined: an equal one of the same organisation stands already. */
export async function insertAttestation(
  tx: TenantTransaction,
  row: NewAttestationRow,
): Promise<AttestationRecord | undefined> {
  const [created] = await tx.rows<AttestationRecord>(INSERT, [
    row.id,
    row.report_id,
    row.consultant_id,
    row.attested_by.name,
    row.attested_by.firm,
    row.attested_by.role,
    row.engagement_type,
    row.standard,
    row.statement,
    row.attested_at,
    row.created_by,
  ]);
  return created;
}

/** The one that stands and says the same for the same organisation, word for word. */
export async function selectEqualAttestation(
  tx: TenantTransaction,
  row: NewAttestationRow,
): Promise<AttestationRecord | undefined> {
  const { report_id, consultant_id, attested_by, engagement_type, standard } = row;
  const { name, firm, role } = attested_by;
  const equal = [report_id, consultant_id, name, firm, role, engagement_type, standard, row.statement];
  return (await tx.rows<AttestationRecord>(EQUAL, equal))[0];
}

export async function selectAttestations(
  db: TenantQueries,
  report_id: string,
  after: readonly string[] | null,
  limit: number,
): Promise<AttestationRecord[]> {
  return await db.rows<AttestationRecord>(LIST, [report_id, after?.[0] ?? null, after?.[1] ?? null, limit]);
}

/** An attestation as its attester names it. */
export interface OwnAttestation {
  readonly report_id: string;
  readonly id: string;
  readonly consultant_id: string;
}

/** undefined: there is none of this consultant. */
export async function selectOwnAttestation(
  db: TenantQueries,
  { report_id, id, consultant_id }: OwnAttestation,
): Promise<AttestationRecord | undefined> {
  return (await db.rows<AttestationRecord>(OWN, [report_id, id, consultant_id]))[0];
}

/** undefined: there is none of this consultant that is not withdrawn already. */
export async function setWithdrawn(
  tx: TenantTransaction,
  { report_id, id, consultant_id }: OwnAttestation,
  how: { readonly at: string; readonly by: string },
): Promise<AttestationRecord | undefined> {
  return (await tx.rows<AttestationRecord>(WITHDRAW, [report_id, id, consultant_id, how.at, how.by]))[0];
}
