import type { SystemDb } from "../../core/context.ts";
import { selectIssuedFile } from "./store-verification.ts";
import type { IssuedFile } from "./issued-file.ts";

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
