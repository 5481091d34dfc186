import type { TenantQueries } from "../../core/context.ts";
import type { NamedFilter } from "../../core/known-filters.ts";
import { departmentExists } from "./store.ts";

/** The filter of lists and sums by one department. */
export function departmentFilter(db: TenantQueries, department_id: string | null): NamedFilter {
  return {
    path: "department_id",
    what: "department",
    where: "list_departments lists them",
    value: department_id,
    exists: (id) => departmentExists(db, id),
  };
}
