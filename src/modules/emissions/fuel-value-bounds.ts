import { z } from "zod";
import type { Decimal } from "../../core/quantity.ts";
import type { Unit } from "../../core/units.ts";
import { amountCell, shippedRows, unitCell } from "./shipped-rows.ts";

const boundCells = z.strictObject({
  fuel: z.string().min(1),
  from_unit: unitCell,
  to_unit: unitCell,
  at_least: amountCell,
  at_most: amountCell,
  basis: z.string().min(1),
});

/** Between which values, both within, one `from_unit` of a fuel can be so many `to_unit`; `basis` says by which rule. */
export type FuelValueBounds = z.output<typeof boundCells>;

/** All rows of data/fuel-value-bounds.csv. @throws Error at a row that does not fit: it ships with the code. */
export const fuelValueBounds = shippedRows("fuel-value-bounds.csv", boundCells);

/** The bounds of a fuel between two units; undefined: none are known. */
export function boundsOf(fuel: string, from: Unit, to: Unit): FuelValueBounds | undefined {
  return fuelValueBounds().find((row) => row.fuel === fuel && row.from_unit === from && row.to_unit === to);
}

/** Whether a value lies within bounds, both ends included. */
export function isWithin(value: Decimal, { at_least, at_most }: FuelValueBounds): boolean {
  return value.gte(at_least) && value.lte(at_most);
}
