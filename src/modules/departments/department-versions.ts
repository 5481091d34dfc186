import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { changedMembers } from "../../core/record-version.ts";
import { appendAudit, type ChainHead, selectFirstEvent } from "../audit/index.ts";
import type { DepartmentVersions } from "./department.ts";
import { type DepartmentRow, selectDepartment } from "./store.ts";
import { type DepartmentTerms, insertVersion, selectVersions } from "./store-versions.ts";

/** A department with its last versions, newest first. @throws ServiceError resource.not_found */
export async function departmentWithVersions(db: TenantQueries, id: string): Promise<DepartmentVersions> {
  const department = await selectDepartment(db, id);
  if (department === undefined) throw notFound("department");
  const rows = await selectVersions(db, id);
  // Who created it stands in the audit log alone.
  const created = await selectFirstEvent(db, id);
  const creator = { stated_by: created?.actor ?? null, stated_by_name: created?.actor_name ?? null };
  const versions = rows.map((row) => ({ ...row, changed: [...row.changed], ...(row.version === 1 ? creator : {}) }));
  return { ...department, versions };
}

/** What a version says of a department. */
export function termsOf({ name, code, parent_id, closed_on }: DepartmentRow): DepartmentTerms {
  return { name, code, parent_id, closed_on };
}

export interface DepartmentChange {
  readonly action: "department.updated" | "department.closed" | "department.reopened";
  readonly terms: DepartmentTerms;
  readonly reason: string;
}

/**
 * Writes the next version with its audit event; terms that are equal change nothing. `chain` is the lock under which `current`
 * was read, so that versions follow each other.
 */
export async function changeDepartment(
  ctx: Context,
  { tx, chain }: { readonly tx: TenantTransaction; readonly chain: ChainHead },
  current: DepartmentRow,
  { action, terms, reason }: DepartmentChange,
): Promise<DepartmentVersions> {
  const changed = changedMembers(termsOf(current), terms);
  if (changed.length > 0) {
    const version = current.version + 1;
    await insertVersion(tx, current.id, { ...terms, version, changed, reason, stated_by: ctx.principal.actor });
    // The reason is a person's text: the log, which can never be erased, has the version that keeps it.
    await appendAudit(ctx, tx, [{ action, subject: current.id, payload: { version, changed, ...terms } }], chain);
  }
  return await departmentWithVersions(tx, current.id);
}
