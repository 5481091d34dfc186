import type { TenantQueries } from "../../core/context.ts";
import { selectCodes } from "./store.ts";

/** Ids of active departments by their code, as costCentreKey writes it. */
export type CostCentres = ReadonlyMap<string, string>;

/** The company's cost centres. A code that two active departments have names neither. Load once per batch of documents. */
export async function loadCostCentres(db: TenantQueries): Promise<CostCentres> {
  const departments = new Map<string, string>();
  const twice = new Set<string>();
  for (const { id, code } of await selectCodes(db)) {
    const key = costCentreKey(code);
    if (departments.has(key)) twice.add(key);
    departments.set(key, id);
  }
  for (const key of twice) departments.delete(key);
  return departments;
}

/** The department whose code a document states, letters regardless of case; null: none, or none has that code. */
export function departmentOf(centres: CostCentres, stated: string | null): string | null {
  return stated === null ? null : (centres.get(costCentreKey(stated)) ?? null);
}

function costCentreKey(code: string): string {
  return code.normalize("NFC").trim().toLowerCase();
}
