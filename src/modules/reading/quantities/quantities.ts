import { type Decimal, decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import { convert, type Unit } from "../../../core/units.ts";
import { isWorkOrGoods } from "./commodity-words.ts";
import type { DescribedLine } from "../lines.ts";
import type { Commodity, CountedQuantity } from "../parsed-document.ts";
import { METERED, type ReadLine, readLines, type Surroundings, UNITS, unitFor } from "./quantity-lines.ts";
import { consumptionsInDoubt } from "./named-consumption.ts";
import { withoutRepeats } from "./repeats.ts";
import { saysExport, withoutTakenBack } from "./taken-back.ts";

/** A line whose quantity may count, in one of the units of its commodity. */
interface Candidate {
  readonly line: ReadLine;
  readonly unit: Unit;
  readonly value: Decimal;
}

/**
 * The physical quantities of an invoice, each counted once (contract 10.5): per commodity the lines that name it
 * or its energy price are added; tariffs, taxes and standing charges repeat the same quantity and are covered by it.
 * Only when no such line exists, the largest quantity that a tariff repeats counts once (`grid_only`).
 * A line whose commodity cannot be told from its words, its unit or the document is left out, never guessed.
 */
export function countQuantities(lines: readonly DescribedLine[], surroundings: Surroundings): CountedQuantity[] {
  const read = readLines(lines, surroundings);
  const counted: CountedQuantity[] = [];
  const meters = new Set([...(surroundings.meters ?? []), ...read.flatMap(({ meter }) => meter ?? [])]);
  for (const [commodity, candidates] of candidatesByCommodity(read)) {
    const isByMeter = meters.size > 1 && METERED.has(commodity);
    const { delivered, taken_back } = withoutTakenBack(candidates, commodity);
    const chosen = (isByMeter ? chooseByMeter(delivered, commodity) : null) ?? chooseLines(delivered, commodity);
    if (chosen !== null) counted.push(countedQuantity(commodity, { ...chosen, taken_back }, surroundings));
  }
  return counted.length === 0 ? counted : withCovered(counted, read);
}

function candidatesByCommodity(lines: readonly ReadLine[]): Map<Commodity, Candidate[]> {
  const byCommodity = new Map<Commodity, Candidate[]>();
  for (const line of lines) {
    if (line.commodity === null || line.unit === null || line.quantity === null || line.role === "other") continue;
    const unit = unitFor(line.commodity, line.unit);
    const value = unit === null ? null : convert(line.quantity, line.unit, unit);
    if (unit === null || value === null || decimal(value).eq(0)) continue;
    const candidates = byCommodity.get(line.commodity) ?? [];
    candidates.push({ line, unit, value: decimal(value) });
    byCommodity.set(line.commodity, candidates);
  }
  return byCommodity;
}

interface Chosen {
  readonly lines: readonly Candidate[];
  readonly isGridOnly: boolean;
  /** Deliveries on a bill with several meters that name none, unless they are the sum of those that do. */
  readonly unidentified?: readonly Candidate[];
  /** Deliveries that may repeat the counted ones. */
  readonly doubtful?: readonly Candidate[];
  /** What gives money back beside a quantity without a sign. */
  readonly taken_back?: readonly Candidate[];
}

/**
 * The lines of a bill with several meters, chosen for each meter by itself: equal quantities of two meters are two quantities.
 * A printed sum is a check of them. Null: they are not measured in one unit.
 */
function chooseByMeter(candidates: readonly Candidate[], commodity: Commodity): Chosen | null {
  const byMeter = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { meter } = candidate.line;
    if (meter !== null) byMeter.set(meter, [...(byMeter.get(meter) ?? []), candidate]);
  }
  const chosen = [...byMeter.values()].flatMap((ofMeter) => chooseLines(ofMeter, commodity) ?? []);
  const lines = chosen.flatMap((ofMeter) => ofMeter.lines).toSorted((a, b) => a.line.number - b.line.number);
  if (new Set(lines.map(({ unit }) => unit)).size > 1) return null;
  const nameless = candidates.filter(
    ({ line }) => line.meter === null && (line.role === "energy" || line.role === "weak_energy"),
  );
  const sum = total(lines);
  const unidentified = nameless.filter(({ value }) => lines.length === 0 || !value.eq(sum));
  if (lines.length + unidentified.length === 0) return null;
  const isGridOnly = lines.length > 0 && chosen.every((ofMeter) => ofMeter.isGridOnly);
  return { lines, isGridOnly, unidentified, doubtful: chosen.flatMap(({ doubtful = [] }) => doubtful) };
}

/** The lines whose quantities are added: delivered before worded like a charge before repeated by a tariff. */
function chooseLines(candidates: readonly Candidate[], commodity: Commodity): Chosen | null {
  for (const role of ["energy", "weak_energy"] as const) {
    const delivered = inBestUnit(
      candidates.filter(({ line }) => line.role === role),
      commodity,
    );
    if (delivered.length === 0) continue;
    if (!METERED.has(commodity)) return { lines: delivered, isGridOnly: false };
    const { counted, doubtful } = withoutRepeats(delivered);
    const charges = candidates.filter(({ unit }) => unit === counted[0]?.unit);
    return {
      lines: counted,
      isGridOnly: false,
      doubtful: [...doubtful, ...consumptionsInDoubt(charges, counted)],
    };
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
  const unit = UNITS[commodity].find((possibleUnit) => usable.some((candidate) => candidate.unit === possibleUnit));
  return usable.filter((candidate) => candidate.unit === unit);
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
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  let largest: readonly Candidate[] = [];
  for (const group of groups.values()) if (largest.length === 0 || total(group).gt(total(largest))) largest = group;
  return largest;
}

function withoutNumbers(words: string): string {
  return words.replaceAll(/\p{N}+/gu, "").replaceAll(/\s+/g, " ");
}

function total(candidates: readonly Candidate[]): Decimal {
  return decimalSum(candidates.map(({ value }) => value));
}

function countedQuantity(commodity: Commodity, chosen: Chosen, surroundings: Surroundings): CountedQuantity {
  const starts = chosen.lines.flatMap(({ line }) => line.period_start ?? []).toSorted();
  const { unidentified = [], doubtful = [], taken_back = [] } = chosen;
  const ends = chosen.lines.flatMap(({ line }) => line.period_end ?? []).toSorted();
  return {
    commodity,
    quantity: decimalText(total(chosen.lines)),
    unit: (chosen.lines[0] ?? chosen.unidentified?.[0])?.unit ?? "",
    lines: chosen.lines.map(({ line }) => line.number),
    line_quantities: chosen.lines.map(({ value }) => decimalText(value)),
    covered: [],
    ...(unidentified.length === 0 ? {} : { unidentified: unidentified.map(({ line }) => line.number) }),
    ...(doubtful.length === 0 ? {} : { doubtful: doubtful.map(({ line }) => line.number) }),
    ...(taken_back.length === 0 ? {} : { taken_back: taken_back.map(({ line }) => line.number) }),
    period_start: starts[0] ?? surroundings.period_start,
    period_end: ends.at(-1) ?? surroundings.period_end,
    meter: null,
    grid_only: chosen.isGridOnly,
  };
}

/**
 * Gives every further line of a counted supply to that supply, so that its money is not converted on top. A charge that
 * names no supply and measures nothing belongs to it only on a bill that holds nothing else.
 */
function withCovered(counted: readonly CountedQuantity[], lines: readonly ReadLine[]): CountedQuantity[] {
  const used = new Set(
    counted.flatMap(({ lines: own, unidentified = [], doubtful = [], taken_back = [] }) => [
      ...own,
      ...unidentified,
      ...doubtful,
      ...taken_back,
    ]),
  );
  const covered = new Map<Commodity, number[]>(counted.map((quantity) => [quantity.commodity, []]));
  const repeats = (line: ReadLine) => counted.find((quantity) => repeatsQuantity(line, quantity))?.commodity ?? null;
  const holdsOther = lines.some(
    (line) =>
      line.role === "energy" &&
      line.commodity === null &&
      line.hasMoney &&
      !saysExport(line.words) &&
      repeats(line) === null,
  );
  let previous: Commodity | null = null;
  for (const line of lines) {
    if (line.commodity !== null && covered.has(line.commodity)) previous = line.commodity;
    if (used.has(line.number)) continue;
    const commodity = belongsToSupply(line) ? coveringSupply(line, { counted, previous, holdsOther }) : repeats(line);
    if (commodity !== null && isCoveredBy(line, commodity)) covered.get(commodity)?.push(line.number);
  }
  return counted.map((quantity) => ({ ...quantity, covered: covered.get(quantity.commodity) ?? [] }));
}

interface Bill {
  readonly counted: readonly CountedQuantity[];
  /** The supply that was named last before the line. */
  readonly previous: Commodity | null;
  /** Whether the bill also holds purchases that belong to no supply. */
  readonly holdsOther: boolean;
}

function coveringSupply(line: ReadLine, { counted, previous, holdsOther }: Bill): Commodity | null {
  if (line.commodity !== null) return line.commodity;
  const supply = supplyOf(counted, previous);
  const isMeasured = supply !== null && line.unit !== null && unitFor(supply, line.unit) !== null;
  return isMeasured || !holdsOther ? supply : null;
}

/** A nameless line of a metered supply that repeats what was counted to the last digit is one more charge on it. */
function repeatsQuantity(line: ReadLine, counted: CountedQuantity): boolean {
  if (line.role === "other" || line.commodity !== null || line.unit === null || line.quantity === null) return false;
  const unit = METERED.has(counted.commodity) ? unitFor(counted.commodity, line.unit) : null;
  const value = unit === counted.unit ? convert(line.quantity, line.unit, unit) : null;
  return (
    value !== null && [counted.quantity, ...counted.line_quantities].some((quantity) => decimal(quantity).eq(value))
  );
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
  const metered = counted.filter((quantity) => METERED.has(quantity.commodity));
  const [only] = metered;
  if (metered.length === 1 && only !== undefined) return only.commodity;
  return previous ?? counted[0]?.commodity ?? null;
}
