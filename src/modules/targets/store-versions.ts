import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { EDITED, type TargetRow } from "./store.ts";

/** What a version says of a target; decimals as text. */
export type EditedTerms = Pick<TargetRow, (typeof EDITED)[number]>;

export interface TargetVersionRow extends EditedTerms {
  readonly version: number;
  readonly changed: readonly string[];
  /** Null for the first version. */
  readonly reason: string | null;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

/** Versions that are shown of one target. */
export const VERSIONS_MAX = 100;

const NAMES = EDITED.join(", ");

const VERSIONS = statement(`
  select version, ${NAMES}, changed, reason, stated_by, actor_name(stated_by) as stated_by_name, created_at
  from target_versions
  where tenant_id = $1 and environment = $2 and target_id = $3
  union all
  select 1, ${NAMES}, '{}'::text[], null::text, created_by, actor_name(created_by), created_at
  from targets
  where tenant_id = $1 and environment = $2 and id = $3
  order by 1 desc limit ${VERSIONS_MAX}`);

/** The last 100 versions of a target, the newest first. */
export async function selectVersions(db: TenantQueries, id: string): Promise<TargetVersionRow[]> {
  return await db.rows<TargetVersionRow>(VERSIONS, [id]);
}

const INSERT = statement(`
  insert into target_versions (tenant_id, environment, target_id, version, changed, reason, stated_by, ${NAMES})
  values ($1, $2, $3, $4, $5::text[], $6, $7, ${EDITED.map((_, index) => `$${index + 8}`).join(", ")})`);

export interface NewVersion {
  readonly version: number;
  readonly terms: EditedTerms;
  readonly changed: readonly string[];
  readonly reason: string;
  readonly stated_by: string;
}

/** The audit chain must be locked: the version is the next free one. */
export async function insertVersion(tx: TenantTransaction, id: string, row: NewVersion): Promise<void> {
  const { version, terms, changed, reason, stated_by } = row;
  await tx.rows(INSERT, [id, version, changed, reason, stated_by, ...EDITED.map((name) => terms[name])]);
}
