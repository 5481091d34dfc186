import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { EDITED, type TiltagVersionTerms } from "./store-tiltag.ts";

export interface TiltagVersionRow extends TiltagVersionTerms {
  readonly version: number;
  readonly is_removed: boolean;
  readonly changed: readonly string[];
  /** Null for the first version. */
  readonly reason: string | null;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

/** Versions that are shown of one tiltag. */
export const VERSIONS_MAX = 100;

const NAMES = EDITED.join(", ");

const VERSIONS = statement(`
  select version, is_removed, ${NAMES}, changed, reason, stated_by, actor_name(stated_by) as stated_by_name, created_at
  from tiltag_versions
  where tenant_id = $1 and environment = $2 and tiltag_id = $3
  union all
  select 1, false, ${NAMES}, '{}'::text[], null::text, created_by, actor_name(created_by), created_at
  from tiltag
  where tenant_id = $1 and environment = $2 and id = $3
  order by 1 desc limit ${VERSIONS_MAX}`);

/** The last 100 versions of a tiltag, the newest first. */
export async function selectTiltagVersions(db: TenantQueries, id: string): Promise<TiltagVersionRow[]> {
  return await db.rows<TiltagVersionRow>(VERSIONS, [id]);
}

const INSERT = statement(`
  insert into tiltag_versions (tenant_id, environment, tiltag_id, version, is_removed, changed, reason, stated_by, ${NAMES})
  values ($1, $2, $3, $4, $5, $6::text[], $7, $8, ${EDITED.map((_, index) => `$${index + 9}`).join(", ")})`);

export interface NewTiltagVersion {
  readonly version: number;
  readonly is_removed: boolean;
  readonly terms: TiltagVersionTerms;
  readonly changed: readonly string[];
  readonly reason: string;
  readonly stated_by: string;
}

/** The scenario must be locked: the version is the next free one. */
export async function insertTiltagVersion(tx: TenantTransaction, id: string, row: NewTiltagVersion): Promise<void> {
  const { version, is_removed, terms, changed, reason, stated_by } = row;
  const stated = EDITED.map((name) => terms[name]);
  await tx.rows(INSERT, [id, version, is_removed, changed, reason, stated_by, ...stated]);
}
