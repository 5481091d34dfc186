import type { TenantQueries } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { type DepartmentRow, selectDepartment } from "./store.ts";

/**
 * Refuses a department that new activities cannot go to. What went to it before it was closed stays with it.
 * @throws ServiceError resource.not_found; request.validation_failed (department_closed)
 */
export async function assertTakesActivities(db: TenantQueries, department_id: string | null): Promise<void> {
  if (department_id === null) return;
  const department = await selectDepartment(db, department_id);
  if (department === undefined) throw notFound("department");
  const message = closedDepartment(department);
  if (message !== null) throw validationError([{ path: "department_id", code: "department_closed", message }]);
}

/** Why a department takes no new activities, and what to do; null: it is open. */
export function closedDepartment({
  id,
  name,
  closed_on,
}: Pick<DepartmentRow, "id" | "name" | "closed_on">): string | null {
  if (closed_on === null) return null;
  return (
    `"${name}" has been closed since ${closed_on} and takes no new activities: name an open one (list_departments), none, ` +
    `or reopen it (POST /departments/${id}/reopen)`
  );
}
