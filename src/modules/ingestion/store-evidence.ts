import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A stored file as records name it. */
export interface EvidenceFile {
  readonly file_id: string;
  readonly name: string;
  readonly sha256: string;
}

/** Files that one look-up may be about. */
const FILES_MAX = 100;

// What was refused is nothing to show, and neither is malware.
const BY_REFERENCE = statement(`
  select f.id as file_id, f.name, f.sha256 from upload_files f
  where f.tenant_id = $1 and f.environment = $2
    and (f.id = any($3::uuid[]) or f.id in (
      select distinct on (o.sha256) o.id from upload_files o
      where o.tenant_id = $1 and o.environment = $2 and o.sha256 = any($4::text[]) and o.status <> 'rejected'
      order by o.sha256, o.created_at, o.id))
    and f.status <> 'rejected'
    and not exists (select from upload_files i where i.tenant_id = $1 and i.environment = $2
                      and i.sha256 = f.sha256 and i.scan = 'infected')
  order by f.id limit ${FILES_MAX}`);

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The company's stored files by what names them: an id, or the SHA-256 of a content (lower-case hex), of which the oldest file
 * is taken; at most 100. What is unknown, was refused or holds malware is not in the answer.
 */
export async function selectEvidence(
  db: TenantQueries,
  references: readonly string[],
): Promise<ReadonlyMap<string, EvidenceFile>> {
  const ids = references.filter((reference) => ID.test(reference));
  const hashes = references.filter((reference) => !ID.test(reference));
  const files = await db.rows<EvidenceFile>(BY_REFERENCE, [ids, hashes]);
  const found = new Map<string, EvidenceFile>();
  for (const file of files) {
    if (ids.includes(file.file_id)) found.set(file.file_id, file);
    if (hashes.includes(file.sha256) && !found.has(file.sha256)) found.set(file.sha256, file);
  }
  return found;
}
