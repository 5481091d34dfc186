import type { TenantQueries } from "../../core/context.ts";
import { notFound, type ServiceError, validationError } from "../../core/errors.ts";
import { costCentreKey } from "./cost-centres.ts";
import { type DepartmentRow, selectCodes, selectDepartment, selectOpenBelow } from "./store.ts";

/** Where a department stands, and the code by which documents find it. */
type DepartmentPosition = Pick<DepartmentRow, "id" | "code" | "parent_id">;

function refusal(path: string, code: string, message: string): ServiceError {
  return validationError([{ path, code, message }]);
}

/**
 * Refuses a unit above that is closed, or that is the department itself or stands below it: the units above one would never end.
 * @throws ServiceError resource.not_found; request.validation_failed (closed_parent, below_itself)
 */
export async function assertParent(
  db: TenantQueries,
  { id, parent_id }: Omit<DepartmentPosition, "code">,
): Promise<void> {
  const seen = new Set<string>();
  for (let above = parent_id; above !== null && !seen.has(above);) {
    if (above === id) {
      const message = "is the department itself or stands below it: move that one first, or name another";
      throw refusal("parent_id", "below_itself", message);
    }
    seen.add(above);
    const parent = await selectDepartment(db, above);
    if (parent === undefined) throw notFound("department");
    if (above === parent_id && parent.closed_on !== null) {
      const message = `"${parent.name}" has been closed since ${parent.closed_on}: name another, or reopen it first`;
      throw refusal("parent_id", "closed_parent", message);
    }
    above = parent.parent_id;
  }
}

/**
 * Refuses a code that another open department has: documents that state it would find neither.
 * @throws ServiceError request.validation_failed (code_taken)
 */
export async function assertFreeCode(
  db: TenantQueries,
  { id, code }: Omit<DepartmentPosition, "parent_id">,
): Promise<void> {
  if (code === null) return;
  const key = costCentreKey(code);
  const taken = (await selectCodes(db)).find(
    (other) => other.closed_on === null && other.id !== id && costCentreKey(other.code) === key,
  );
  if (taken === undefined) return;
  const message =
    `"${taken.name}" (${taken.id}) has this code, and documents that state it could not tell the two apart: ` +
    "give one of them another code first, or close that one";
  throw refusal("code", "code_taken", message);
}

/** @throws ServiceError request.validation_failed (open_below) while an open department stands below this one */
export async function assertNoneOpenBelow(db: TenantQueries, id: string): Promise<void> {
  const below = await selectOpenBelow(db, id);
  if (below === undefined) return;
  const message = `"${below.name}" (${below.id}) stands below it and is open: close or move that one first`;
  throw refusal("id", "open_below", message);
}
