import type { StatedFuelValue } from "../../core/fuel-value.ts";
import { type Decimal, decimal, decimalText, isDecimalText } from "../../core/quantity.ts";
import { isUnit, type Unit } from "../../core/units.ts";
import type { ConversionStep } from "./calculation.ts";
import { boundsOf, isWithin } from "./fuel-value-bounds.ts";

/** A stated value that counts: the same members as a published one, with the words of the document for its source. */
export interface UsableFuelValue {
  readonly fuel: string;
  readonly from_quantity: string;
  readonly from_unit: Unit;
  readonly to_quantity: string;
  readonly to_unit: Unit;
  readonly statement: string;
}

/** A stated value that does not count, and why. */
export interface UnusedFuelValue {
  readonly statement: string;
  readonly reason: string;
}

export interface JudgedFuelValues {
  readonly usable: readonly UsableFuelValue[];
  readonly unused: readonly UnusedFuelValue[];
}

interface Fuel {
  readonly name: string;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly region: string;
}

/**
 * What of a document's heating values, densities and factors counts for a fuel: within the bounds of that fuel, told upper
 * from lower, and one value only of each pair of units. Everything else comes back with the reason.
 */
export function judgedFuelValues(stated: readonly StatedFuelValue[], fuel: Fuel): JudgedFuelValues {
  const usable: UsableFuelValue[] = [];
  const unused: UnusedFuelValue[] = [];
  for (const value of stated) {
    const judged = judge(value, fuel);
    if ("reason" in judged) unused.push(judged);
    else usable.push(judged);
  }
  const single = usable.filter((value, index) => {
    const others = usable.filter(
      ({ from_unit, to_unit }) => from_unit === value.from_unit && to_unit === value.to_unit,
    );
    if (others.every((other) => size(other).eq(size(value)))) return usable.indexOf(others[0] ?? value) === index;
    const reason = "the document states several values, and not which of them is about this quantity";
    unused.push({ statement: value.statement, reason });
    return false;
  });
  return { usable: single, unused };
}

function judge(value: StatedFuelValue, { name, region }: Fuel): UsableFuelValue | UnusedFuelValue {
  const { statement, from_unit } = value;
  const unused = (reason: string) => ({ statement, reason });
  const to_unit = value.to_unit === "kWh" ? heatingUnit(value, { name, region }) : value.to_unit;
  if (to_unit === null && value.to_unit === null) return unused("it does not say which units it relates");
  if (to_unit === null)
    return unused("it says neither upper nor lower heating value, and the value alone does not tell");
  if (from_unit === "kWh") return unused("it names a heating value without a number of it");
  const bounds = boundsOf(name, from_unit, to_unit);
  if (bounds === undefined) return unused(`no bounds are known of ${to_unit} per ${from_unit} of this fuel`);
  if (!isWithin(size(value), bounds)) {
    const { at_least, at_most } = bounds;
    return unused(
      `${decimalText(size(value))} ${to_unit} per ${from_unit} is outside ${at_least} to ${at_most}, what this fuel can have`,
    );
  }
  const told = value.to_unit === to_unit ? "" : `; by its size it can only be the upper heating value`;
  const { from_quantity, to_quantity } = value;
  return { fuel: name, from_quantity, from_unit, to_quantity, to_unit, statement: `${statement}${told}` };
}

/**
 * The upper heating value is what Danish gas is billed by. A value that says neither is taken for it where no lower one of
 * the fuel is as large; null: the value alone does not tell.
 */
function heatingUnit(value: StatedFuelValue, { name, region }: Fuel): Unit | null {
  if (region.slice(0, 2) !== "DK" || name !== "natural_gas") return null;
  const upper = boundsOf(name, value.from_unit, "kWh_gross");
  const lower = boundsOf(name, value.from_unit, "kWh_net");
  if (upper === undefined || lower === undefined) return null;
  const isOutsideBoth = !isWithin(size(value), upper) && !isWithin(size(value), lower);
  return isOutsideBoth || (isWithin(size(value), upper) && !isWithin(size(value), lower)) ? "kWh_gross" : null;
}

function size({ from_quantity, to_quantity }: Pick<StatedFuelValue, "from_quantity" | "to_quantity">): Decimal {
  return decimal(to_quantity).div(from_quantity);
}

/** The steps that tell which stated values do not count. */
export function unusedFuelValueSteps(unused: readonly UnusedFuelValue[]): ConversionStep[] {
  return unused.map(({ statement, reason }) => ({
    kind: "choice",
    from: statement,
    to: "fuel value",
    factor: null,
    note: `The document states ${statement}. It was not used: ${reason}.`,
  }));
}

/** The steps under which a reading of a line keeps what its document states, so that later readings have it too. */
export function fuelValueSteps(stated: readonly StatedFuelValue[]): ConversionStep[] {
  return stated.map(({ from_quantity, from_unit, to_quantity, to_unit, statement }) => ({
    kind: "fuel_value",
    from: `${from_quantity} ${from_unit}`,
    to: to_unit === null ? to_quantity : `${to_quantity} ${to_unit}`,
    factor: null,
    note: statement,
  }));
}

/** What `fuelValueSteps` kept; other steps are left out. */
export function keptFuelValues(steps: readonly ConversionStep[]): StatedFuelValue[] {
  return steps.flatMap(({ kind, from, to, note }) => {
    if (kind !== "fuel_value") return [];
    const [from_quantity = "", from_unit = ""] = from.split(" ");
    const [to_quantity = "", to_unit] = to.split(" ");
    if (!isDecimalText(from_quantity) || !isDecimalText(to_quantity) || !isUnit(from_unit)) return [];
    return [
      {
        from_quantity,
        from_unit,
        to_quantity,
        to_unit: to_unit !== undefined && isUnit(to_unit) ? to_unit : null,
        statement: note,
      },
    ];
  });
}
