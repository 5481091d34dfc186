import type { Catalog, EmissionFactor } from "../../../core/catalog.ts";
import { calculate } from "../calculate.ts";
import type { CalculationRequest, CalculationResult, CalculationSettings } from "../calculation.ts";
import { reachedFactors } from "../calculation-factors.ts";
import { yearOf } from "../calculation-version.ts";
import { resultKg } from "../result-kg.ts";
import { parseUnit } from "../../../core/units.ts";
import type { Attributes } from "./attributes.ts";
import { atPlaceOfUse, fittingFactors, loadedFactors } from "./candidates.ts";
import {
  type CandidateReason,
  COUNTED_OTHERWISE,
  lostBy,
  ONLY_NAMED,
  unitNotReached,
  UPSTREAM_ALONE,
} from "./candidate-reason.ts";
import { viewOfRequest } from "./entry-release.ts";
import { type PublishedFactor, publishedFactors } from "./published-factors.ts";
import { decidingRule } from "./rank.ts";
import { isDistantYear } from "./source-table.ts";

/** A factor by which a line could be counted. */
export interface FactorCandidate {
  /** What a request names to choose it. */
  readonly key: string;
  readonly factor: EmissionFactor;
  readonly attributes: Attributes;
  /** It counts the line now. */
  readonly is_chosen: boolean;
  /** It describes a year far from that of the use. */
  readonly is_distant_year: boolean;
  /** kg CO2e market-based with upstream entries, decimal text, if a person named it; null: it could not count the line. */
  readonly kg: string | null;
  /** Why it does not count the line; null: it does. */
  readonly reason: CandidateReason | null;
}

/**
 * The factors of the line's category, the one that counts it first, then the others as they would follow it, then those of other classes in
 * the order of the table. Those whose unit the quantity does not convert to are among them, without kg. Last those of whole sets of a publisher that
 * the quantity converts to and whose figure none before has.
 */
export function factorCandidates(
  asked: CalculationRequest,
  tables: Catalog,
  settings: CalculationSettings,
): readonly FactorCandidate[] {
  const { catalog } = viewOfRequest(asked, tables, settings);
  const category = catalog.category(asked.category_key);
  if (category === undefined) return [];
  const request = atPlaceOfUse(asked);
  const loaded = loadedFactors(category, request, catalog, settings);
  const fits = fittingFactors(loaded, request);
  const line = { ...fits, request, gwp_set: settings.gwp_set };
  const unit = asked.quantity === null ? null : parseUnit(asked.quantity.unit);
  const reached = unit === null ? [] : reachedFactors(unit, fits.fitting, category, line);
  const counted = countedWith(calculate(asked, tables, settings));
  const [best] = reached;
  const lost = (candidate: (typeof reached)[number]) =>
    lostBy((best === undefined ? null : decidingRule(best, candidate, line)) ?? "table_order");
  const notConverted = fits.fitting.filter(({ key }) => !reached.some((other) => other.key === key));
  const listed = [
    ...reached.map((candidate) => ({ candidate, reason: lost(candidate) })),
    ...notConverted.map((candidate) => ({ candidate, reason: notReached(asked, candidate.factor) })),
    ...fits.unfit,
  ];
  const imported = publishedFactors(category, request, catalog)
    .filter((published) => !listed.some(({ candidate }) => isSameFigure(candidate, published)))
    .filter(isFirstOfFigure)
    .map(({ row, factor }) => ({
      candidate: { key: factor.key, factor, attributes: row.attributes },
      reason: row.part === "upstream" ? UPSTREAM_ALONE : ONLY_NAMED,
    }));
  return [...listed, ...imported].map(({ candidate: { key, factor, attributes }, reason }) => {
    const is_chosen = counted.has(factor.key);
    const named = calculate({ ...asked, company_factor_id: null, factor_key: key }, tables, settings);
    const isCountedByIt = countedWith(named).has(factor.key);
    return {
      key,
      factor,
      attributes,
      is_chosen,
      is_distant_year: isDistantYear(factor, yearOf(request)),
      kg: isCountedByIt ? resultKg(named) : null,
      reason: is_chosen ? null : key === best?.key ? COUNTED_OTHERWISE : reason,
    };
  });
}

/** The table has many figures of a set under keys of its own: of the same value, unit, year and place, and about nothing else. */
function isSameFigure(
  { factor, attributes }: Pick<FactorCandidate, "factor" | "attributes">,
  published: PublishedFactor,
): boolean {
  if (factor.key === published.factor.key) return true;
  const isSame = FIGURE.every((member) => factor[member] === published.factor[member]);
  const of = new Map(Object.entries(published.row.attributes));
  return isSame && Object.entries(attributes).every(([name, value]) => of.get(name) === value);
}

/** A set states a gas with and without others that it does not hold: the same figure twice. */
function isFirstOfFigure(published: PublishedFactor, index: number, all: readonly PublishedFactor[]): boolean {
  const isSame = ({ row, factor }: PublishedFactor) =>
    row.part === published.row.part && isSameFigure({ factor, attributes: row.attributes }, published);
  return all.findIndex(isSame) === index;
}

const FIGURE = ["kg_co2e_per_unit", "unit", "valid_year", "region"] as const;

function notReached({ quantity }: CalculationRequest, { unit }: EmissionFactor): CandidateReason {
  return unitNotReached(unit, quantity === null ? null : `${quantity.value} ${quantity.unit}`);
}

/** Keys of the factors of the catalogue that count the activity itself. */
function countedWith(result: CalculationResult): ReadonlySet<string> {
  if (result.kind === "review") return new Set();
  return new Set(result.entries.filter(({ is_upstream }) => !is_upstream).map(({ factor }) => factor.key));
}
