import type { Environment, SystemDb } from "../../core/context.ts";
import type { AttestationRecord, ReportTerms } from "./report.ts";
import { selectIssuedFile } from "./store-verification.ts";

/** What anybody who holds a file may learn of it. Companies and figures are not told. */
export interface IssuedFile extends Pick<ReportTerms, "standard_type" | "format"> {
  /** A file of the sandbox is made of test data. */
  readonly environment: Environment;
  readonly issued_at: string;
  readonly attestations: readonly PublicAttestation[];
}

interface PublicAttestation extends Pick<
  AttestationRecord,
  "engagement_type" | "standard" | "firm_entered_data" | "attested_at"
> {
  readonly name: string;
  readonly firm: string;
  readonly role: string;
  /** void: a newer version of the report exists, to which the attestation does not extend. */
  readonly status: "valid" | "void" | "withdrawn";
}

/** The report file with this SHA-256 (lower hex), of whichever company; null: this service did not issue it. */
export async function verifyFile(system: SystemDb, sha256: string): Promise<IssuedFile | null> {
  const row = await selectIssuedFile(system, sha256);
  if (row === undefined) return null;
  const attestations = row.attestations.map((attestation) => ({
    ...attestation,
    attested_at: new Date(attestation.attested_at).toISOString(),
  }));
  return { ...row, issued_at: new Date(row.issued_at).toISOString(), attestations };
}
