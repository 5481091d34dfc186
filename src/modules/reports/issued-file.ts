import type { Environment } from "../../core/context.ts";
import type { AttestationRecord, ReportTerms } from "./report.ts";

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

/** What anybody who holds a file may learn of it. Companies and figures are not told. */
export interface IssuedFile extends Pick<ReportTerms, "standard_type" | "format"> {
  /** A file of the sandbox is made of test data. */
  readonly environment: Environment;
  readonly issued_at: string;
  readonly attestations: readonly PublicAttestation[];
}
