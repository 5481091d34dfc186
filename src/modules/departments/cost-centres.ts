import type { TenantQueries } from "../../core/context.ts";
import { type CodedDepartment, selectCodes } from "./store.ts";

/** Departments by their code, as costCentreKey writes it. */
export interface CostCentres {
  /** Ids of open departments. A code that two of them have leads to neither. */
  readonly open: ReadonlyMap<string, string>;
  /** Closed ones whose code no open one has: the one closed last. */
  readonly closed: ReadonlyMap<string, CodedDepartment & { readonly closed_on: string }>;
}

/** The company's cost centres. Load once per batch of documents. */
export async function loadCostCentres(db: TenantQueries): Promise<CostCentres> {
  const open = new Map<string, string>();
  const twice = new Set<string>();
  const closed = new Map<string, CodedDepartment & { readonly closed_on: string }>();
  for (const { closed_on, ...department } of await selectCodes(db)) {
    const key = costCentreKey(department.code);
    if (closed_on !== null) {
      if (closed_on >= (closed.get(key)?.closed_on ?? "")) closed.set(key, { ...department, closed_on });
      continue;
    }
    if (open.has(key)) twice.add(key);
    open.set(key, department.id);
  }
  for (const key of open.keys()) closed.delete(key);
  for (const key of twice) open.delete(key);
  return { open, closed };
}

/** The open department whose code a document states, letters regardless of case; null: none, or none has that code. */
export function departmentOf({ open }: CostCentres, stated: string | null): string | null {
  return stated === null ? null : (open.get(costCentreKey(stated)) ?? null);
}

/** The closed department that a stated code leads to; null: it leads to an open one or to none. */
export function closedDepartmentOf(
  { closed }: CostCentres,
  stated: string,
): (CodedDepartment & { readonly closed_on: string }) | null {
  return closed.get(costCentreKey(stated)) ?? null;
}

/** How codes are compared. */
export function costCentreKey(code: string): string {
  return code.normalize("NFC").trim().toLowerCase();
}
