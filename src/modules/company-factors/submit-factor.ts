import { canonicalHash } from "../../core/content-hash.ts";
import type { Catalog } from "../../core/catalog.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError, type ValidationIssue } from "../../core/errors.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { tooEarly } from "../../core/stated-year.ts";
import { parseUnit } from "../../core/units.ts";
import { appendAudit } from "../audit/index.ts";
import { supplierKey } from "../categorization/index.ts";
import { countedCategory, NOT_COUNTED } from "../emissions/index.ts";
import { type FactorFacts, type FactorRecord, toFactorRecord } from "./factor-record.ts";
import { type FactorEvidence, insertFactor, type NewFactorRow } from "./store.ts";

/** Electricity has the grid's factor in the location-based result, whoever supplies it (GHG Protocol Scope 2 Guidance, ch. 6). */
const ELECTRICITY = "energy.electricity.";

const CURRENCY = /^[A-Z]{3}$/;

/**
 * Stores a factor that waits for approval, with its audit event.
 * @throws ServiceError request.validation_failed for a category that counts nothing or is electricity, a unit that is not known,
 * days in the wrong order, and a supplier that a line could not be recognised by
 */
export async function submitFactor(
  ctx: Pick<Context, "clock" | "newId" | "principal" | "tenant">,
  tx: TenantTransaction,
  facts: FactorFacts,
  { catalog, evidence }: { readonly catalog: Catalog; readonly evidence: readonly FactorEvidence[] },
): Promise<FactorRecord> {
  const unit = unitOf(facts.unit);
  const supplier_key = supplierKey(facts.supplier_name ?? null, facts.supplier_identifier ?? null);
  const issues = [...categoryIssues(catalog, facts.category_id), ...otherIssues(facts, { unit, supplier_key })];
  if (issues.length > 0 || unit === null) throw validationError(issues);
  const stated = {
    category_key: facts.category_id,
    name: facts.name,
    ...unit,
    kg_co2e_per_unit: decimalText(decimal(facts.kg_co2e_per_unit)),
    biogenic_co2_kg_per_unit: decimalText(decimal(facts.biogenic_co2_kg_per_unit ?? 0)),
    country: facts.country ?? null,
    year: facts.year,
    valid_from: facts.valid_from,
    valid_to: facts.valid_to,
    supplier_name: facts.supplier_name ?? null,
    supplier_identifier: facts.supplier_identifier ?? null,
    supplier_key,
    is_automatic: facts.is_automatic,
    source: facts.source,
    method: facts.method,
    verified_by: facts.verified_by ?? null,
    evidence: [...evidence],
    note: facts.note,
  };
  const content_hash = canonicalHash(stated);
  const row: NewFactorRow = { ...stated, id: ctx.newId(), content_hash, submitted_by: ctx.principal.actor };
  const stored = await insertFactor(tx, row);
  const payload = { category: row.category_key, name: row.name, content_hash };
  await appendAudit(ctx, tx, [{ action: "company_factor.submitted", subject: row.id, payload }]);
  return toFactorRecord(stored);
}

function unitOf(text: string): { readonly unit: string; readonly is_money: boolean } | null {
  const unit = parseUnit(text);
  if (unit !== null) return { unit, is_money: false };
  return CURRENCY.test(text) ? { unit: text, is_money: true } : null;
}

function categoryIssues(catalog: Catalog, key: string): ValidationIssue[] {
  const category = countedCategory(catalog, key);
  if (category === null) return [{ path: "category_id", ...NOT_COUNTED }];
  if (!category.key.startsWith(ELECTRICITY)) return [];
  const message = "electricity is counted by the factor of its grid; what a contract states is a market-based figure";
  return [{ path: "category_id", code: "not_for_this_category", message }];
}

function otherIssues(
  facts: FactorFacts,
  { unit, supplier_key }: { readonly unit: object | null; readonly supplier_key: string | null },
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (unit === null) {
    const message =
      "must be a unit that the service knows, e.g. kg, t, l, m3, kWh, km, tonne_km, piece, or a currency, e.g. DKK";
    issues.push({ path: "unit", code: "unknown_unit", message });
  }
  for (const path of ["valid_from", "valid_to"] as const) {
    const early = tooEarly(path, facts[path]);
    if (early !== null) issues.push(early);
  }
  if (facts.valid_from > facts.valid_to) {
    issues.push({ path: "valid_to", code: "before_start", message: "must not be before valid_from" });
  }
  const names_supplier = facts.supplier_name !== undefined || facts.supplier_identifier !== undefined;
  if (names_supplier && supplier_key === null) {
    const message = "names nobody: state a name, or a CVR or VAT number";
    issues.push({ path: "supplier_name", code: "required", message });
  }
  return issues;
}
