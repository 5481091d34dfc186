import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";
import { type Unit, type UnitRatio, unitRatio } from "../../core/units.ts";
import type { ConversionStep } from "./calculation.ts";
import type { FuelProperty } from "./fuel-properties.ts";
import type { UsableFuelValue } from "./stated-fuel-values.ts";

/** A heating value or density by which one unit of a fuel becomes another: of the document, or published. */
export type FuelValue = FuelProperty | UsableFuelValue;

/** One step from a unit to another: by definition, or by a value of the fuel. */
interface Hop {
  readonly from: Unit;
  readonly to: Unit;
  readonly ratio: UnitRatio;
  /** Null: the two units measure the same thing. */
  readonly property: FuelValue | null;
}

/** The way from the stated unit to the one of a factor; no hop at all when they are one. */
export interface UnitPath {
  readonly hops: readonly Hop[];
  /** Of all hops, so that only one division is made. */
  readonly ratio: UnitRatio;
}

/** Volume to mass to energy is the longest way that a table of heating values and densities needs. */
const PROPERTIES_MAX = 3;

/**
 * The way with the fewest heating values and densities from one unit to another; between equals the one whose values stand first in
 * the table. Null: neither a definition nor `properties` relate them.
 */
export function unitPath(from: Unit, to: Unit, properties: readonly FuelValue[]): UnitPath | null {
  let paths: { readonly unit: Unit; readonly hops: readonly Hop[] }[] = [{ unit: from, hops: [] }];
  for (let used = 0; used <= PROPERTIES_MAX; used += 1) {
    for (const { unit, hops } of paths) {
      const last = exactHop(unit, to);
      if (last !== null) return { hops: [...hops, ...last], ratio: product([...hops, ...last]) };
    }
    paths = paths.flatMap(({ unit, hops }) =>
      properties
        .filter((property) => hops.every((hop) => hop.property !== property))
        .flatMap((property) => {
          const hop = propertyHop(unit, property);
          return hop === null ? [] : [{ unit: hop.at(-1)?.to ?? unit, hops: [...hops, ...hop] }];
        }),
    );
  }
  return null;
}

/** The heating values and densities on the way, in its order. */
export function propertiesUsed(path: UnitPath): FuelValue[] {
  return path.hops.flatMap(({ property }) => property ?? []);
}

/** The steps of the lineage, each with the quantity before and after it. */
export function unitSteps(value: string, path: UnitPath): ConversionStep[] {
  let before = { numerator: decimal(value), denominator: decimal(1) };
  return path.hops.map(({ from, to, ratio, property }) => {
    const after = {
      numerator: before.numerator.times(ratio.numerator),
      denominator: before.denominator.times(ratio.denominator),
    };
    const equation = `${quotient(before)} ${from} = ${quotient(after)} ${to}`;
    before = after;
    const note = property === null ? equation : `${equation}: ${source(property)}`;
    return { kind: "unit", from, to, factor: quotient(ratio), note };
  });
}

function source(property: FuelValue): string {
  const { from_quantity, from_unit, to_quantity, to_unit } = property;
  const relation = `${from_quantity} ${from_unit} is ${to_quantity} ${to_unit}`;
  if ("statement" in property) return `${relation}, ${property.statement}: it comes before a published value`;
  const year = property.valid_year === null ? "" : `, ${property.valid_year}`;
  return `${relation}, ${property.source}${year}, ${property.source_url}`;
}

function exactHop(from: Unit, to: Unit): Hop[] | null {
  if (from === to) return [];
  const ratio = unitRatio(from, to);
  return ratio === null ? null : [{ from, to, ratio, property: null }];
}

/** A value serves both directions; before it stands the step to the unit that it names. */
function propertyHop(from: Unit, property: FuelValue): Hop[] | null {
  const { from_unit, to_unit, from_quantity, to_quantity } = property;
  const there = exactHop(from, from_unit);
  if (there !== null) {
    const ratio = { numerator: decimal(to_quantity), denominator: decimal(from_quantity) };
    return [...there, { from: from_unit, to: to_unit, ratio, property }];
  }
  const back = exactHop(from, to_unit);
  if (back === null) return null;
  const ratio = { numerator: decimal(from_quantity), denominator: decimal(to_quantity) };
  return [...back, { from: to_unit, to: from_unit, ratio, property }];
}

function product(hops: readonly Hop[]): UnitRatio {
  return hops.reduce<UnitRatio>(
    (whole, { ratio }) => ({
      numerator: whole.numerator.times(ratio.numerator),
      denominator: whole.denominator.times(ratio.denominator),
    }),
    { numerator: decimal(1), denominator: decimal(1) },
  );
}

function quotient({ numerator, denominator }: { numerator: Decimal; denominator: Decimal }): string {
  return decimalText(denominator.eq(1) ? numerator : numerator.div(denominator));
}
