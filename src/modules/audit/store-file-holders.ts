import type { Environment, SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A company, in one of its environments, that has a file. */
export interface FileHolder {
  readonly tenant_id: string;
  readonly environment: Environment;
}

interface HeldFile {
  readonly sha256: string;
  /** Who has brought the content, or got it made. */
  readonly owners: readonly FileHolder[];
  /** Who has named it as evidence, which needs no more than its hash. */
  readonly claimants: readonly FileHolder[];
}

const HOLDERS = statement(`
  with held (sha256, tenant_id, environment, is_owner) as (
    select sha256, tenant_id, environment, true from upload_files where sha256 = any($1::text[])
    union select sha256, tenant_id, environment, true from documents where sha256 = any($1::text[])
    union select sha256, tenant_id, environment, true from reports where sha256 = any($1::text[])
    union select evidence_sha256, tenant_id, environment, false from supplier_disclosures
      where evidence_sha256 = any($1::text[])
  )
  select sha256,
    coalesce(jsonb_agg(distinct holder) filter (where is_owner), '[]') as owners,
    coalesce(jsonb_agg(distinct holder) filter (where not is_owner), '[]') as claimants
  from held, jsonb_build_object('tenant_id', tenant_id, 'environment', environment) as holder
  group by sha256
  order by sha256 limit $2`);

/**
 * The companies that have the files with these hashes; files that nobody has are not in the map. Who only names a file as
 * evidence has it when nobody brought it: a hash may be known without the content. Reads across companies, as the login
 * user, and therefore never for a request.
 */
export async function fileHolders(
  admin: SystemQueries,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly FileHolder[]>> {
  const rows = await admin.rows<HeldFile>(HOLDERS, [hashes, hashes.length]);
  return new Map(rows.map(({ sha256, owners, claimants }) => [sha256, owners.length > 0 ? owners : claimants]));
}

/** A file that a company has brought or got made. */
interface OwnedFile extends FileHolder {
  readonly sha256: string;
}

const SOME_OWNED = statement(`
  (select tenant_id, environment, sha256 from upload_files order by tenant_id, environment, id limit $1)
  union all
  (select tenant_id, environment, sha256 from reports order by tenant_id, environment, id limit $1)`);

/** Some files that the database names, `limit` of each kind: whether a directory of documents is its own shows in them. */
export async function someOwnedFiles(admin: SystemQueries, limit: number): Promise<readonly OwnedFile[]> {
  return await admin.rows<OwnedFile>(SOME_OWNED, [limit]);
}

/**
 * Every file that some row names, once per company and environment, for a session that reads across companies in pages. Who
 * only names a file as evidence (`is_owned` false) may never have brought its content.
 */
export const NAMED_FILES = `
  select tenant_id, environment, sha256, bool_or(is_owned) as is_owned
  from (
    select tenant_id, environment, sha256, true as is_owned from upload_files
    union all select tenant_id, environment, sha256, true from documents
    union all select tenant_id, environment, sha256, true from reports
    union all select tenant_id, environment, evidence_sha256, false from supplier_disclosures
      where evidence_sha256 is not null
  ) as named
  group by tenant_id, environment, sha256
  order by tenant_id, environment, sha256`;
