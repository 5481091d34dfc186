import type { TenantTransaction } from "../../core/context.ts";
import type { NewActivity } from "../activities/index.ts";
import { closedDepartmentOf, type CostCentres, departmentOf, loadCostCentres } from "../departments/index.ts";
import { type CreditMatch, inDepartmentOf } from "./credit-notes.ts";
import type { ActivityDraft } from "./draft-activities.ts";

/** Warnings about closed departments that one file gets; the others repeat them. */
const WARNINGS_MAX = 20;

/** The cost centres as they are under the lock; null: no line states one, and nothing was asked. */
export async function costCentresOf(
  tx: TenantTransaction,
  files: readonly { readonly drafts: readonly ActivityDraft[] }[],
): Promise<CostCentres | null> {
  const isStated = files.some(({ drafts }) => drafts.some(({ line }) => line.cost_centre !== null));
  return isStated ? await loadCostCentres(tx) : null;
}

/**
 * The activities in the departments that their lines state now: one may have been closed, or got the code, since the file was
 * read. A line whose department is closed is counted all the same, in none. What a credit note takes back stays where it was
 * counted, in a closed department as well.
 */
export function inStatedDepartments(
  activities: readonly NewActivity[],
  drafts: readonly ActivityDraft[],
  { centres, credits }: { readonly centres: CostCentres | null; readonly credits: ReadonlyMap<number, CreditMatch> },
): readonly NewActivity[] {
  if (centres === null) return activities;
  return activities.map((activity, index) => {
    const stated = drafts[index]?.line.cost_centre ?? null;
    if (stated === null) return activity;
    const department_id = departmentOf(centres, stated);
    return inDepartmentOf({ ...activity, split: { ...activity.split, department_id } }, credits.get(index));
  });
}

/** What the uploader is told of lines that state a closed department and are booked in none. */
export function closedDepartmentWarnings(
  activities: readonly NewActivity[],
  drafts: readonly ActivityDraft[],
  centres: CostCentres | null,
): string[] {
  if (centres === null) return [];
  const lines = new Map<string, number>();
  activities.forEach(({ split }, index) => {
    const stated = drafts[index]?.line.cost_centre ?? null;
    const closed = stated === null || split.department_id !== null ? null : closedDepartmentOf(centres, stated);
    if (closed === null) return;
    const told = `"${closed.name}" (code ${closed.code}), which has been closed since ${closed.closed_on}`;
    lines.set(told, (lines.get(told) ?? 0) + 1);
  });
  return [...lines].slice(0, WARNINGS_MAX).map(([told, count]) => {
    const what = count === 1 ? "1 line names" : `${count} lines name`;
    return `department_closed: ${what} ${told}: booked without a department, assign_activity_department gives one`;
  });
}
