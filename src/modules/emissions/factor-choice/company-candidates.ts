import type { Catalog } from "../../../core/catalog.ts";
import { calculate } from "../calculate.ts";
import type { CalculationRequest, CalculationResult, CalculationSettings } from "../calculation.ts";
import type { CompanyFactor } from "../company-factors.ts";
import { resultKg } from "../result-kg.ts";

/** Own factors of one category that are told; a company has a handful. */
const FACTORS_MAX = 100;

/** A factor of the company's own by which a line could be counted. */
export interface CompanyFactorCandidate {
  readonly factor: CompanyFactor;
  /** It counts the line now. */
  readonly is_chosen: boolean;
  /** kg CO2e market-based with upstream entries, decimal text, if a person named it; null: it could not count the line. */
  readonly kg: string | null;
  /** Why it could not; null: it could. */
  readonly reason: string | null;
}

/** The approved own factors of the line's category, at most a hundred: the one that counts it, those that could, the others; each by name. */
export function companyFactorCandidates(
  asked: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): readonly CompanyFactorCandidate[] {
  const own = [...(settings.company_factors?.by_id.values() ?? [])].filter(
    ({ category_key }) => category_key === asked.category_key,
  );
  if (own.length === 0) return [];
  const counting = countedBy(calculate(asked, catalog, settings));
  return own
    .map((factor): CompanyFactorCandidate => {
      const named = calculate({ ...asked, company_factor_id: factor.id }, catalog, settings);
      const is_chosen = counting.has(factor.id);
      if (named.kind === "review") return { factor, is_chosen, kg: null, reason: named.reviewReason.detail };
      return { factor, is_chosen, kg: resultKg(named), reason: null };
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.factor.name.localeCompare(other.factor.name))
    .slice(0, FACTORS_MAX);
}

function rankOf({ is_chosen, kg }: CompanyFactorCandidate): number {
  if (is_chosen) return 0;
  return kg === null ? 2 : 1;
}

function countedBy(result: CalculationResult): ReadonlySet<unknown> {
  if (result.kind === "review") return new Set();
  return new Set(result.entries.map(({ inputs }) => inputs["company_factor_id"]));
}
