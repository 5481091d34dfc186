import type { Catalog, EmissionCategory, EmissionFactor } from "../../../core/catalog.ts";
import type { CalculationRequest, CalculationSettings, ConversionStep } from "../calculation.ts";
import { factorOfYear, yearOf } from "../calculation-version.ts";
import { gridFactorKeys } from "../scope2.ts";
import { rowsOfCategory } from "./attribute-table.ts";
import { type Attributes, AVERAGE, byName } from "./attributes.ts";
import {
  type CandidateReason,
  ONLY_OF_ITS_CLASS,
  LIFE_CYCLE_BESIDE_GENERATION,
  OTHER_FACTOR_STATED,
  otherClass,
  otherCountry,
} from "./candidate-reason.ts";
import { countsByLifeCycle, defaultFactorKey } from "./earlier-default.ts";
import { areaFactorName, keyInMonth } from "./price-area.ts";
import { namedPublished } from "./published-factors.ts";

/** A loaded factor by which a line of the category could be counted, of the year of its use or the nearest. */
export interface LoadedFactor {
  /** As the table names it, of whatever year: what a person chooses and what is remembered. */
  readonly key: string;
  readonly factor: EmissionFactor;
  readonly attributes: Attributes;
  /** The one that counts a line of which nothing more is known. */
  readonly is_default: boolean;
  /** A life-cycle figure of a grid of which that of generation alone is loaded: it counts where a person names it. */
  readonly is_life_cycle_only_named: boolean;
  /** In the table. */
  readonly position: number;
  readonly steps: readonly ConversionStep[];
}

/**
 * The request with the country of use as its region, where the line says it: factors of grids, hotels and networks are those
 * of the place; what a line costs stays with the company's own country.
 */
export function atPlaceOfUse(request: CalculationRequest): CalculationRequest {
  const country = request.attributes?.find(({ name }) => name === "country")?.value;
  return country === undefined || request.region.startsWith(country) ? request : { ...request, region: country };
}

/** The factors of a category that are loaded, its default first, whatever the line is about. */
export function loadedFactors(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): LoadedFactor[] {
  const year = yearOf(request);
  const usual = usualFactors(category, request, catalog);
  const ofRelease = defaultFactorKey(category, catalog);
  const rows = rowsOfCategory(category.key).map(({ factor_key, attributes }) => ({
    key: factor_key === category.default_factor_key && ofRelease !== null ? ofRelease : factor_key,
    attributes,
  }));
  const unlisted = [usual.named, usual.beside, usual.life_cycle].filter(
    (key): key is string => key !== null && !rows.some((row) => row.key === key),
  );
  const listed = [...unlisted.map((key) => ({ key, attributes: {} })), ...rows];
  const loaded = listed.flatMap(({ key, attributes }, position) => {
    const chosen = ofAviation(key, settings);
    const factor = factorOfYear(catalog, keyInMonth(chosen.key, request), year);
    if (factor === null) return [];
    const is_life_cycle_only_named = key === usual.life_cycle;
    const is_default = key === usual.named;
    return [{ key, factor, attributes, is_default, is_life_cycle_only_named, position, steps: chosen.steps }];
  });
  const named = ofImportedSet(category, request, catalog, listed.length);
  return [...loaded, ...named.filter(({ factor }) => !loaded.some((other) => other.factor.id === factor.id))];
}

/** An imported set puts nothing into force: its factor is there only where a person, or the rule that it became, names it. */
function ofImportedSet(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
  position: number,
): LoadedFactor[] {
  const published = namedPublished(category, request, catalog);
  if (published === null || typeof request.factor_key !== "string") return [];
  const { factor, row } = published;
  const of = { attributes: row.attributes, is_default: false, is_life_cycle_only_named: false };
  return [{ key: request.factor_key, factor, ...of, position, steps: [] }];
}

interface UsualFactors {
  /** Counts a line of which nothing more is known. */
  readonly named: string | null;
  /** That of the country, where `named` is of a part of its grid. */
  readonly beside: string | null;
  /** Life-cycle figure of the same grid, which counts where a person names it. */
  readonly life_cycle: string | null;
}

/**
 * The factor that counts a line of which nothing is known, and those of the same grid beside it. Scope 2 counts
 * generation alone (GHG Protocol Scope 2 Guidance, ch. 6): a life-cycle figure is the usual one only in a release that had such figures for
 * grids without another.
 */
function usualFactors(category: EmissionCategory, request: CalculationRequest, catalog: Catalog): UsualFactors {
  const grid = gridFactorKeys(category, request.region);
  if (grid === null) {
    const ofCountry = defaultFactorKey(category, catalog);
    const ofArea = areaFactorName(category.key, request, catalog);
    if (ofArea === null || ofCountry === null) return { named: ofCountry, beside: null, life_cycle: null };
    const isLifeCycle = catalog.family(ofCountry)[0]?.boundary === "life_cycle";
    return { named: ofArea, beside: isLifeCycle ? null : ofCountry, life_cycle: isLifeCycle ? ofCountry : null };
  }
  const { generation, life_cycle } = grid;
  if (catalog.family(generation).length > 0 || !countsByLifeCycle(catalog)) {
    return { named: generation, beside: null, life_cycle };
  }
  return { named: life_cycle ?? generation, beside: null, life_cycle: null };
}

/** The air factors come in pairs: ".rf." includes the effects besides CO2, ".direct." leaves them out. */
function ofAviation(
  key: string,
  settings: CalculationSettings,
): Pick<LoadedFactor, "steps"> & { readonly key: string } {
  if (!key.includes(".rf.")) return { key, steps: [] };
  const chosen = settings.aviation_non_co2 ? key : key.replace(".rf.", ".direct.");
  const effect = settings.aviation_non_co2 ? "with" : "without";
  const note = `Flights ${effect} the multiplier for effects besides CO2: the company's setting aviation_non_co2.`;
  return { key: chosen, steps: [{ kind: "choice", from: "aviation_non_co2", to: chosen, factor: null, note }] };
}

/** The factors that a line can be counted with by what it is about, and why the others cannot. */
export interface FittingFactors {
  readonly fitting: readonly LoadedFactor[];
  readonly unfit: readonly { readonly candidate: LoadedFactor; readonly reason: CandidateReason }[];
  /** What the line is about, as the choice took it. */
  readonly attributes: Attributes;
  /** What the default factor is about: it holds where the line says nothing. */
  readonly usual: Attributes;
  /** What its words say and no factor of the category is about together. */
  readonly dropped: Attributes;
}

/**
 * Filters by the attributes of the line. Of what the line does not say, the class of the default factor holds. A factor of another country
 * counts where it is the published default only. What was read from words, unlike what a person stated, gives way where no
 * factor is about all of it.
 */
export function fittingFactors(loaded: readonly LoadedFactor[], request: CalculationRequest): FittingFactors {
  const all = request.attributes ?? [];
  if (typeof request.factor_key === "string") return named(loaded, request.factor_key, byName(all));
  const whole = filtered(loaded, byName(all), request.region);
  const stated = byName(all.filter(({ origin, name }) => origin !== "read" || name === "country"));
  const read = byName(all.filter(({ origin, name }) => origin === "read" && name !== "country"));
  if (whole.fitting.length > 0 || Object.keys(read).length === 0) return { ...whole, dropped: {} };
  return { ...filtered(loaded, stated, request.region), dropped: read };
}

/** A person's choice, or a rule's that it became, stands whatever the line is about. */
function named(loaded: readonly LoadedFactor[], factor_key: string, attributes: Attributes): FittingFactors {
  const isNamed = ({ key, factor }: LoadedFactor) => key === factor_key || factor.key === factor_key;
  const unfit = loaded
    .filter((candidate) => !isNamed(candidate))
    .map((candidate) => ({ candidate, reason: OTHER_FACTOR_STATED }));
  return { fitting: loaded.filter(isNamed), unfit, attributes, usual: {}, dropped: {} };
}

function filtered(
  loaded: readonly LoadedFactor[],
  attributes: Attributes,
  region: string,
): Omit<FittingFactors, "dropped"> {
  const usual = loaded.find(({ is_default }) => is_default)?.attributes ?? {};
  const judged = loaded.map((candidate) => ({
    candidate,
    foreign: ofOtherCountry(candidate, region),
    reason: candidate.is_life_cycle_only_named
      ? LIFE_CYCLE_BESIDE_GENERATION
      : ofOtherClass(candidate.attributes, { ...usual, ...attributes }),
  }));
  const near = judged.filter(({ foreign }) => foreign === null);
  const exact = near.filter(({ reason }) => reason === null);
  // The only way in which what the line says is treated or built needs no saying.
  const only = near.filter(
    ({ candidate }) =>
      !candidate.is_life_cycle_only_named &&
      ofOtherClass(candidate.attributes, attributes, { isStrict: true }) === null,
  );
  const taken = exact.length > 0 || Object.keys(attributes).length === 0 || only.length !== 1 ? exact : only;
  const fitting = taken.map(({ candidate }) => candidate);
  const unfit = judged.flatMap(({ candidate, foreign, reason }) => {
    const why = foreign ?? reason ?? ONLY_OF_ITS_CLASS;
    return fitting.includes(candidate) ? [] : [{ candidate, reason: why }];
  });
  return { fitting, unfit, attributes, usual };
}

function ofOtherCountry({ attributes: { country }, is_default }: LoadedFactor, region: string): CandidateReason | null {
  if (country === undefined || is_default || region.startsWith(country)) return null;
  return otherCountry(country, region.slice(0, 2));
}

/** Why a factor of these attributes does not count a line of those; null: it does. Strict: what the line does not say does not matter. */
function ofOtherClass(of: Attributes, wanted: Attributes, { isStrict = false } = {}): CandidateReason | null {
  const { country: _, ...classes } = of;
  for (const [name, value] of Object.entries(classes)) {
    const asked = byKey(wanted, name);
    if (value === AVERAGE || value === asked || (asked === undefined && isStrict)) continue;
    return otherClass(name, value, asked ?? null);
  }
  return null;
}

function byKey(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key === name)?.[1];
}
