import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A report as far as events of the log prove it. */
export interface ReportProof {
  readonly id: string;
  /** Of its file, lower-case hex. */
  readonly sha256: string;
}

export interface AttestationProof {
  readonly id: string;
  readonly report_id: string;
  readonly report_sha256: string;
  readonly consultant_id: string;
  readonly engagement_type: string;
  readonly standard: string;
  readonly status: "issued" | "withdrawn";
  readonly name: string;
  readonly firm: string;
  readonly role: string;
  readonly statement: string;
}

/** What the log says of an attestation. */
export interface AttestationEvent {
  readonly subject: string;
  readonly action: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const REPORTS = statement(`
  select id, sha256 from reports
  where tenant_id = $1 and environment = $2 and ($3::uuid is null or id > $3)
  order by id limit $4`);

const REPORTS_BY_ID = statement(`
  select id, sha256 from reports
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[]) order by id limit 10000`);

const GENERATED = statement(`
  select subject from audit_events
  where tenant_id = $1 and environment = $2 and subject = any($3::text[]) and action = 'report.generated'
  order by subject limit 10000`);

const ATTESTATIONS = statement(`
  select id, report_id, report_sha256, consultant_id, engagement_type, standard, status, attester_name as name,
    attester_firm as firm, attester_role as role, statement
  from report_attestations
  where tenant_id = $1 and environment = $2 and ($3::uuid is null or id > $3)
  order by id limit $4`);

const ATTESTATION_IDS = statement(`
  select id from report_attestations
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[]) order by id limit 10000`);

const ATTESTATION_EVENTS = statement(`
  select subject, action, payload from audit_events
  where tenant_id = $1 and environment = $2 and subject = any($3::text[])
    and action in ('report.attested', 'report.attestation_withdrawn')
    and payload ->> 'attestation_id' = any($4::text[])
  order by seq limit 10000`);

/** Reports in the order of their ids, beyond `after`. */
export async function selectReportProofs(
  db: TenantQueries,
  after: string | null,
  limit: number,
): Promise<ReportProof[]> {
  return await db.rows<ReportProof>(REPORTS, [after, limit]);
}

export async function selectReportsById(db: TenantQueries, ids: readonly string[]): Promise<ReportProof[]> {
  return ids.length === 0 ? [] : await db.rows<ReportProof>(REPORTS_BY_ID, [ids]);
}

/** Those of the ids whose report an event recorded. */
export async function selectGeneratedIds(db: TenantQueries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ subject: string }>(GENERATED, [ids]);
  return new Set(rows.map((row) => row.subject));
}

/** Attestations in the order of their ids, beyond `after`. */
export async function selectAttestationProofs(
  db: TenantQueries,
  after: string | null,
  limit: number,
): Promise<AttestationProof[]> {
  return await db.rows<AttestationProof>(ATTESTATIONS, [after, limit]);
}

/** Those of the ids that are attestations. */
export async function selectAttestationIds(db: TenantQueries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = ids.length === 0 ? [] : await db.rows<{ id: string }>(ATTESTATION_IDS, [ids]);
  return new Set(rows.map((row) => row.id));
}

/** What the log says of these attestations, in the order of the chain. */
export async function selectAttestationEvents(
  db: TenantQueries,
  attestations: readonly AttestationProof[],
): Promise<AttestationEvent[]> {
  const reports = [...new Set(attestations.map(({ report_id }) => report_id))];
  return await db.rows<AttestationEvent>(ATTESTATION_EVENTS, [reports, attestations.map(({ id }) => id)]);
}
