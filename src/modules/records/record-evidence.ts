import type { TenantQueries } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { type EvidenceFile, selectEvidence } from "../ingestion/index.ts";

/**
 * The stored files that a record names, each once, in its order. @throws ServiceError resource.not_found for one that is not
 * stored for this company, was refused or holds malware
 */
export async function evidenceOf(db: TenantQueries, references: readonly string[]): Promise<readonly EvidenceFile[]> {
  if (references.length === 0) return [];
  const found = await selectEvidence(db, references);
  const files = new Map<string, EvidenceFile>();
  for (const reference of references) {
    const file = found.get(reference);
    if (file === undefined) throw notFound("stored file that can be evidence");
    if (!files.has(file.sha256)) files.set(file.sha256, file);
  }
  return [...files.values()];
}
