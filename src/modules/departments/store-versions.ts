import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { DepartmentRow } from "./store.ts";

/** What a version says of a department. */
export type DepartmentTerms = Pick<DepartmentRow, "name" | "code" | "parent_id" | "closed_on">;

/** A version of a department. The first has no reason; who stated it is in the audit log. */
export interface DepartmentVersionRow extends DepartmentTerms {
  readonly version: number;
  readonly changed: readonly string[];
  readonly reason: string | null;
  readonly stated_by: string | null;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

/** Versions that are shown of one department. */
export const VERSIONS_MAX = 100;

const VERSIONS = statement(`
  select version, name, code, parent_id, closed_on, changed, reason, stated_by, actor_name(stated_by) as stated_by_name,
    created_at
  from department_versions
  where tenant_id = $1 and environment = $2 and department_id = $3
  union all
  select 1, name, code, parent_id, null::date, '{}'::text[], null::text, null::text, null::text, created_at
  from departments
  where tenant_id = $1 and environment = $2 and id = $3
  order by 1 desc limit ${VERSIONS_MAX}`);

/** The last 100 versions of a department, the newest first. */
export async function selectVersions(db: TenantQueries, id: string): Promise<DepartmentVersionRow[]> {
  return await db.rows<DepartmentVersionRow>(VERSIONS, [id]);
}

const INSERT = statement(`
  insert into department_versions (tenant_id, environment, department_id, version, name, code, parent_id, closed_on,
    changed, reason, stated_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11)`);

export interface NewVersion extends DepartmentTerms {
  readonly version: number;
  readonly changed: readonly string[];
  readonly reason: string;
  readonly stated_by: string;
}

/** The audit chain must be locked: the version is the next free one. */
export async function insertVersion(tx: TenantTransaction, id: string, row: NewVersion): Promise<void> {
  const { version, name, code, parent_id, closed_on, changed, reason, stated_by } = row;
  await tx.rows(INSERT, [id, version, name, code, parent_id, closed_on, changed, reason, stated_by]);
}
