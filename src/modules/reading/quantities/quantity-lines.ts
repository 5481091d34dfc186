import { gsrnsIn } from "../../../core/gsrn.ts";
import { decimal } from "../../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../../core/units.ts";
import { saysAdvance } from "./advances.ts";
import {
  commoditiesAround,
  foldWords,
  isHeatBasicPrice,
  type LineRole,
  namedCommodity,
  roleOf,
  saysConsumption,
} from "./commodity-words.ts";
import type { DescribedLine } from "../lines.ts";
import type { Commodity } from "../parsed-document.ts";
import { isPriceChangeIn } from "./price-change.ts";

/** What a document says besides its lines. */
export interface Surroundings {
  /** Supplier name, notes, title: may decide between utilities when the lines only say "consumption". */
  readonly context: string;
  readonly period_start: string | null;
  readonly period_end: string | null;
  /** Metering points that the document names anywhere; absent: only those of its lines. */
  readonly meters?: readonly string[];
}

/** Units in which each commodity is counted, best first. Water is sold by the cubic metre; by the litre it is a drink. */
export const UNITS: Readonly<Record<Commodity, readonly Unit[]>> = {
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
export const METERED: ReadonlySet<Commodity> = new Set([
  "electricity",
  "natural_gas",
  "district_heating",
  "water",
  "energy",
]);

/** A line as far as counting needs it. */
export interface ReadLine {
  readonly number: number;
  readonly words: string;
  readonly role: LineRole;
  readonly commodity: Commodity | null;
  readonly unit: Unit | null;
  readonly quantity: string | null;
  readonly hasMoney: boolean;
  /** Whether its amount is below zero, as printed. */
  readonly isMoneyBack: boolean;
  readonly period_start: string | null;
  readonly period_end: string | null;
  /** The metering point or meter that it names; null: none. */
  readonly meter: string | null;
}

/** What each line is about, what it measures and which commodity, from its own words or else from the document's. */
export function readLines(lines: readonly DescribedLine[], surroundings: Surroundings): ReadLine[] {
  const texts = lines.map(({ line, hint }) => ({ words: foldWords(line.description), hint: foldWords(hint) }));
  const around = commoditiesAround(foldWords(surroundings.context));
  for (const { words, hint } of texts) {
    for (const commodity of commoditiesAround(`${words}${hint}`)) around.add(commodity);
  }
  const units = lines.map(({ line }) => (line.unit === null ? null : parseUnit(line.unit)));
  const isHeat = units.some((unit, index) => unit === "kW" && isHeatBasicPrice(texts[index]?.words ?? ""));
  return lines.map(({ line, meter }, index): ReadLine => {
    const { words, hint } = texts[index] ?? { words: "", hint: "" };
    const unit = units[index] ?? null;
    const named = namedCommodity(words) ?? namedCommodity(hint);
    const role = saysAdvance(words) ? "other" : isPriceChangeIn(words, line.amount) ? "discount" : roleOf(words);
    const implied = saysConsumption(words) ? impliedCommodity({ unit, role, around, isHeat }) : null;
    return {
      number: line.number,
      words,
      role,
      commodity: named ?? implied,
      unit,
      quantity: line.quantity,
      hasMoney: line.amount !== null && !decimal(line.amount).eq(0),
      isMoneyBack: line.amount !== null && decimal(line.amount).lt(0),
      period_start: line.service_period_start,
      period_end: line.service_period_end,
      meter: meter ?? gsrnsIn(line.description)[0] ?? null,
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
  const named = [...METERED].filter((commodity) => around.has(commodity) && unitFor(commodity, unit) !== null);
  const [only] = named;
  if (named.length === 1 && only !== undefined) return only;
  if (unitFor("energy", unit) === null) return null;
  if (named.length === 0 && isHeat) return "district_heating";
  return role === "energy" || role === "weak_energy" ? "energy" : null;
}

/** The unit of a commodity to which `unit` converts, or null: water is counted only by the cubic metre. */
export function unitFor(commodity: Commodity, unit: Unit): Unit | null {
  if (commodity === "water" && unit !== "m3") return null;
  return UNITS[commodity].find((possibleUnit) => convert("1", unit, possibleUnit) !== null) ?? null;
}
