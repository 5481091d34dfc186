import type { EmissionFactor } from "../../../core/catalog.ts";
import type { CalculationRequest } from "../calculation.ts";
import { DEFAULT_GWP_SET, type GwpSet } from "../gwp-sets.ts";
import { isForeign, isOfGroup, yearOf } from "../calculation-version.ts";
import { propertiesUsed, type UnitPath } from "../unit-path.ts";
import { type Attributes, AVERAGE } from "./attributes.ts";
import { CHOICE_RULES, type ChoiceRule } from "./choice-rules.ts";
import type { LoadedFactor } from "./candidates.ts";
import { isOfPriceArea } from "./price-area.ts";
import { sourcePosition } from "./source-table.ts";

/** A factor to whose unit the stated quantity converts. */
export interface ReachedFactor extends LoadedFactor {
  readonly path: UnitPath;
}

/** Later years stand behind all earlier ones. */
const LATER = 10_000;

/** What factors are compared by. */
export interface RankedLine {
  readonly attributes: Attributes;
  /** Of the category's default factor. */
  readonly usual: Attributes;
  readonly request: CalculationRequest;
  /** That the company counts by; absent: the default. */
  readonly gwp_set?: GwpSet | undefined;
}

/** The factors best first; the same on every run, whatever order they come in. */
export function ranked(reached: readonly ReachedFactor[], line: RankedLine): readonly ReachedFactor[] {
  const scored = reached.map((candidate) => ({ candidate, ranks: ranksOf(candidate, line) }));
  return scored.toSorted((one, other) => difference(one.ranks, other.ranks)?.by ?? 0).map(({ candidate }) => candidate);
}

/** The first rule by which two factors differ; null: by none. */
export function decidingRule(winner: ReachedFactor, loser: ReachedFactor, line: RankedLine): ChoiceRule | null {
  return difference(ranksOf(winner, line), ranksOf(loser, line))?.rule ?? null;
}

function difference(
  one: readonly number[],
  other: readonly number[],
): { readonly rule: ChoiceRule; readonly by: number } | null {
  for (const [index, rule] of CHOICE_RULES.entries()) {
    const by = (one[index] ?? 0) - (other[index] ?? 0);
    if (by !== 0) return { rule, by };
  }
  return null;
}

/** One figure per rule, the lowest first. */
function ranksOf(
  { factor, attributes: of, path, position }: ReachedFactor,
  { attributes, usual, request, gwp_set }: RankedLine,
): readonly number[] {
  const { country, ...classes } = of;
  const year = yearOf(request);
  const isOfCountry = country !== undefined && request.region.startsWith(country);
  return [
    isOfPriceArea(factor) ? 0 : 1,
    isOfCountry ? 0 : country === undefined ? 1 : 2,
    -matches(classes, attributes),
    -matches(classes, { ...usual, ...attributes }),
    propertiesUsed(path).length * 2 + (path.hops.length > 0 ? 1 : 0),
    isForeign(factor, request.region) ? 2 : isOfGroup(factor, request.region) ? 1 : 0,
    isOfOtherGwpSet(factor, gwp_set) ? 1 : 0,
    factor.valid_year > year ? LATER + factor.valid_year - year : year - factor.valid_year,
    sourcePosition(factor),
    position,
  ];
}

/**
 * Whether a refrigerant's factor is of other warming potentials than the company counts by. Before the year: the year of a
 * potential is that of its report, not of what it describes, and one inventory does not mix reports. Others are what their
 * publisher made them, each in one set.
 */
export function isOfOtherGwpSet(
  { key, gwp_set }: Pick<EmissionFactor, "key" | "gwp_set">,
  chosen: GwpSet = DEFAULT_GWP_SET,
): boolean {
  return key.startsWith("refrigerant.") && gwp_set !== chosen;
}

function matches(of: Attributes, wanted: Attributes): number {
  const said = new Map(Object.entries(wanted));
  return Object.entries(of).filter(([name, value]) => said.get(name) === value && value !== AVERAGE).length;
}
