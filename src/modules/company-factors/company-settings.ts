import type { TenantQueries } from "../../core/context.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { supplierKey } from "../categorization/index.ts";
import { calculationSettings, type CalculationSettings, indexCompanyFactors } from "../emissions/index.ts";
import { selectApproved } from "./store.ts";

/**
 * What lines of the company are calculated with: its choices, and the newest 10,000 of its approved factors. Load once per
 * request or batch of documents.
 */
export async function companySettings(db: TenantQueries): Promise<CalculationSettings> {
  const [settings, factors] = await Promise.all([calculationSettings(db), selectApproved(db)]);
  return factors.length === 0 ? settings : { ...settings, company_factors: indexCompanyFactors(factors) };
}

/** The issue of a request that names a factor which is not approved, or another company's; null: it is one, or none is named. */
export function unknownFactor(
  path: string,
  id: string | null,
  { company_factors }: CalculationSettings,
): ValidationIssue | null {
  if (id === null || company_factors?.by_id.has(id) === true) return null;
  const message = "is no approved factor of this company, see GET /company-factors";
  return { path, code: "unknown_company_factor", message };
}

/** Who sold a line, as factors of the company name suppliers; null: nobody, or no factor asks. */
export function factorSupplier(
  { company_factors }: CalculationSettings,
  name: string | null,
  identifier: string | null,
): string | null {
  return company_factors?.has_suppliers === true ? supplierKey(name, identifier) : null;
}
