import type { TenantQueries } from "../../core/context.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { supplierKey } from "../categorization/index.ts";
import {
  calculationSettings,
  type CalculationSettings,
  type CompanyFactors,
  indexCompanyFactors,
} from "../emissions/index.ts";
import { selectCounting } from "./store.ts";

/**
 * What lines of the company are calculated with: its choices, and the newest 10,000 of its factors. Load once per request or batch of
 * documents.
 */
export async function companySettings(db: TenantQueries): Promise<CalculationSettings> {
  const [settings, company_factors] = await Promise.all([calculationSettings(db), companyFactors(db)]);
  return company_factors === null ? settings : { ...settings, company_factors };
}

/** The factors among them alone; null: the company has had none. */
export async function companyFactors(db: TenantQueries): Promise<CompanyFactors | null> {
  const factors = await selectCounting(db);
  if (factors.length === 0) return null;
  const of = (wanted: "approved" | "withdrawn") => factors.filter(({ status }) => status === wanted);
  return indexCompanyFactors(of("approved"), of("withdrawn"));
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
