import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../core/units.ts";
import {
  commoditiesAround,
  foldWords,
  isHeatBasicPrice,
  isWorkOrGoods,
  type LineRole,
  namedCommodity,
  roleOf,
  saysConsumption,
} from "./commodity-words.ts";
import type { DescribedLine } from "./formats/lines.ts";
import type { Commodity, CountedQuantity } from "./parsed-document.ts";

/** What a document says besides its lines. */
export interface Surroundings {
  /** Supplier name, notes, title: may decide between utilities when the lines only say "consumption". */
  readonly context: string;
  readonly period_start: string | null;
  readonly period_end: string | null;
}

/** Units in which each commodity is counted, best first. Water is sold by the cubic metre; by the litre it is a drink. */
const UNITS: Readonly<Record<Commodity, readonly Unit[]>> = {
  electricity: ["kWh"],
  natural_gas: ["kWh", "kWh_gross", "kWh_net", "Nm3", "Sm3", "m3"],
  district_heating: ["kWh"],
  water: ["m3"],
  diesel: ["l"],
  petrol: ["l"],
  waste: ["t"],
  energy: ["kWh"],
};

/** Supplies with meters: their bills repeat one quantity on several lines, and everything on them belongs together. */
const METERED: ReadonlySet<Commodity> = new Set(["electricity", "natural_gas", "district_heating", "water", "energy"]);

interface ReadLine {
  readonly number: number;
  readonly words: string;
  readonly role: LineRole;
  readonly commodity: Commodity | null;
  /** Whether the line itself names the commodity. */
  readonly isNamed: boolean;
  readonly unit: Unit | null;
  readonly quantity: string | null;
  readonly hasMoney: boolean;
  readonly period_start: string | null;
  readonly period_end: string | null;
}

/** A line whose quantity may count, in one of the units of its commodity. */
interface Candidate {
  readonly line: ReadLine;
  readonly unit: Unit;
  readonly value: Decimal;
}

/**
 * The physical quantities of an invoice, each counted once (ingest.md section 1): per commodity the lines that name it
 * or its energy price are added; tariffs, taxes and standing charges repeat the same quantity and are covered by it.
 * Only when no such line exists, the largest quantity that a tariff repeats counts once (`grid_only`).
 * A line whose commodity cannot be told from its words, its unit or the document is left out, never guessed.
 */
export function countQuantities(lines: readonly DescribedLine[], surroundings: Surroundings): CountedQuantity[] {
  const read = readLines(lines, surroundings);
  const counted: CountedQuantity[] = [];
  for (const [commodity, candidates] of candidatesByCommodity(read)) {
    const chosen = chooseLines(candidates, commodity);
    if (chosen !== null) counted.push(countedQuantity(commodity, chosen, surroundings));
  }
  return counted.length === 0 ? counted : withCovered(counted, read);
}

function readLines(lines: readonly DescribedLine[], surroundings: Surroundings): ReadLine[] {
  const texts = lines.map(({ line, hint }) => ({ words: foldWords(line.description), hint: foldWords(hint) }));
  const around = commoditiesAround(foldWords(surroundings.context));
  for (const { words, hint } of texts) {
    for (const commodity of commoditiesAround(`${words}${hint}`)) around.add(commodity);
  }
  const units = lines.map(({ line }) => (line.unit === null ? null : parseUnit(line.unit)));
  const isHeat = units.some((unit, index) => unit === "kW" && isHeatBasicPrice(texts[index]?.words ?? ""));
  return lines.map(({ line }, index): ReadLine => {
    const { words, hint } = texts[index] ?? { words: "", hint: "" };
    const unit = units[index] ?? null;
    const named = namedCommodity(words) ?? namedCommodity(hint);
    const role = roleOf(words);
    const implied = saysConsumption(words) ? impliedCommodity({ unit, role, around, isHeat }) : null;
    return {
      number: line.number,
      words,
      role,
      commodity: named ?? implied,
      isNamed: named !== null,
      unit,
      quantity: line.quantity,
      hasMoney: line.amount !== null && !decimal(line.amount).eq(0),
      period_start: line.service_period_start,
      period_end: line.service_period_end,
    };
  });
}

interface Implied {
  readonly unit: Unit | null;
  readonly role: LineRole;
  readonly around: ReadonlySet<Commodity>;
  readonly isHeat: boolean;
}

/**
 * The one commodity that the document names and that is measured in this unit. Energy of a supply that it does not tell
 * apart is `energy`, when the line is a delivery; null otherwise.
 */
function impliedCommodity({ unit, role, around, isHeat }: Implied): Commodity | null {
  if (unit === null) return null;
  const named = [...METERED].filter((commodity) => around.has(commodity) && unitsFor(commodity, unit) !== null);
  const [only] = named;
  if (named.length === 1 && only !== undefined) return only;
  if (unitsFor("energy", unit) === null) return null;
  if (named.length === 0 && isHeat) return "district_heating";
  return role === "energy" || role === "weak_energy" ? "energy" : null;
}

function unitsFor(commodity: Commodity, unit: Unit): Unit | null {
  if (commodity === "water" && unit !== "m3") return null;
  return UNITS[commodity].find((own) => convert("1", unit, own) !== null) ?? null;
}

function candidatesByCommodity(lines: readonly ReadLine[]): Map<Commodity, Candidate[]> {
  const found = new Map<Commodity, Candidate[]>();
  for (const line of lines) {
    if (line.commodity === null || line.unit === null || line.quantity === null || line.role === "other") continue;
    const unit = unitsFor(line.commodity, line.unit);
    const value = unit === null ? null : convert(line.quantity, line.unit, unit);
    if (unit === null || value === null || decimal(value).eq(0)) continue;
    const known = found.get(line.commodity) ?? [];
    known.push({ line, unit, value: decimal(value) });
    found.set(line.commodity, known);
  }
  return found;
}

interface Chosen {
  readonly lines: readonly Candidate[];
  readonly isGridOnly: boolean;
}

/** The lines whose quantities are added: delivered before worded like a charge before repeated by a tariff. */
function chooseLines(candidates: readonly Candidate[], commodity: Commodity): Chosen | null {
  for (const role of ["energy", "weak_energy"] as const) {
    const delivered = inBestUnit(
      candidates.filter(({ line }) => line.role === role),
      commodity,
    );
    if (delivered.length > 0) {
      return { lines: METERED.has(commodity) ? withoutRepeats(delivered) : delivered, isGridOnly: false };
    }
  }
  if (!METERED.has(commodity)) return null;
  const repeated = inBestUnit(
    candidates.filter(({ line }) => line.role === "tariff" || line.role === "tax"),
    commodity,
  );
  const largest = largestGroup(repeated);
  return largest.length === 0 ? null : { lines: largest, isGridOnly: true };
}

/** One unit only: a gas bill states the same gas in cubic metres and in kWh. Lines that charge money come first. */
function inBestUnit(candidates: readonly Candidate[], commodity: Commodity): readonly Candidate[] {
  const charged = candidates.filter(({ line }) => line.hasMoney);
  const usable = charged.length > 0 ? charged : candidates;
  const unit = UNITS[commodity].find((own) => usable.some((candidate) => candidate.unit === own));
  return usable.filter((candidate) => candidate.unit === unit);
}

/**
 * Leaves out a line that is the sum of the others, and lines with another text that repeat a quantity of the same
 * period to the last digit. Lines with the same text are price periods or meters and are all kept.
 */
function withoutRepeats(candidates: readonly Candidate[]): readonly Candidate[] {
  const sum = total(candidates);
  const isSum = (one: Candidate) => candidates.length > 2 && one.value.times(2).eq(sum) && one.value.gt(0);
  const parts = candidates.some(isSum) ? candidates.filter((one) => !isSum(one)) : candidates;
  const seen = new Map<string, string>();
  return parts.filter(({ line, value }) => {
    const key = [decimalText(value), line.period_start ?? "", line.period_end ?? ""].join("|");
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line.words);
    return first === undefined || withoutNumbers(first) === withoutNumbers(line.words);
  });
}

/** Tariffs of one name differ by period and time of use and add up; the largest sum is the whole quantity. */
function largestGroup(candidates: readonly Candidate[]): readonly Candidate[] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const name = withoutNumbers(candidate.line.words).replaceAll(
      /(?:lav|høj|spids|mellem|låg|hög|høy|peak|off|dag|nat|natt|nacht|day|night|ht|nt|sommer|vinter|winter|summer)(?:last)?(?= )/gu,
      "",
    );
    const key = name.replaceAll(/\s+/g, " ");
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  let largest: readonly Candidate[] = [];
  for (const group of groups.values()) if (largest.length === 0 || total(group).gt(total(largest))) largest = group;
  return largest;
}

function withoutNumbers(words: string): string {
  return words.replaceAll(/\p{N}+/gu, "").replaceAll(/\s+/g, " ");
}

function total(candidates: readonly Candidate[]): Decimal {
  return candidates.reduce((sum, { value }) => sum.plus(value), decimal(0));
}

function countedQuantity(commodity: Commodity, chosen: Chosen, surroundings: Surroundings): CountedQuantity {
  const starts = chosen.lines.flatMap(({ line }) => line.period_start ?? []).toSorted();
  const ends = chosen.lines.flatMap(({ line }) => line.period_end ?? []).toSorted();
  return {
    commodity,
    quantity: decimalText(total(chosen.lines)),
    unit: chosen.lines[0]?.unit ?? "",
    lines: chosen.lines.map(({ line }) => line.number),
    line_quantities: chosen.lines.map(({ value }) => decimalText(value)),
    covered: [],
    period_start: starts[0] ?? surroundings.period_start,
    period_end: ends.at(-1) ?? surroundings.period_end,
    meter: null,
    grid_only: chosen.isGridOnly,
  };
}

/** Gives every further line of a counted supply to that supply, so that its money is not converted on top. */
function withCovered(counted: readonly CountedQuantity[], lines: readonly ReadLine[]): CountedQuantity[] {
  const used = new Set(counted.flatMap((one) => one.lines));
  const covered = new Map<Commodity, number[]>(counted.map((one) => [one.commodity, []]));
  let previous: Commodity | null = null;
  for (const line of lines) {
    if (line.commodity !== null && covered.has(line.commodity)) previous = line.commodity;
    if (used.has(line.number) || !belongsToSupply(line)) continue;
    const commodity = line.isNamed || line.commodity !== null ? line.commodity : supplyOf(counted, previous);
    if (commodity !== null && isCoveredBy(line, commodity)) covered.get(commodity)?.push(line.number);
  }
  return counted.map((one) => ({ ...one, covered: covered.get(one.commodity) ?? [] }));
}

function belongsToSupply(line: ReadLine): boolean {
  if (line.role === "other") return false;
  return line.role !== "energy" || (line.commodity !== null && !isWorkOrGoods(line.words));
}

/** Fuel and waste are bought by the line: only a tax on them belongs to the quantity of another line. */
function isCoveredBy(line: ReadLine, commodity: Commodity): boolean {
  return METERED.has(commodity) || line.role === "tax";
}

/** The supply that a nameless charge follows: the only metered one, else the one named last before it. */
function supplyOf(counted: readonly CountedQuantity[], previous: Commodity | null): Commodity | null {
  const metered = counted.filter((one) => METERED.has(one.commodity));
  const [only] = metered;
  if (metered.length === 1 && only !== undefined) return only.commodity;
  return previous ?? counted[0]?.commodity ?? null;
}
