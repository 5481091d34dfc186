import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Decimal, isDecimalText } from "../../core/quantity.ts";
import { tableRows } from "../../core/table-rows.ts";
import { isUnit, type Unit } from "../../core/units.ts";

/** The package's own tables lie at the same distance from src and from dist. */
const TABLE = join(import.meta.dirname, "../../../data/fuel-value-bounds.csv");

const unit = z.string().transform((text, ctx): Unit => {
  if (isUnit(text)) return text;
  ctx.addIssue({ code: "custom", message: "is not a unit of this service" });
  return z.NEVER;
});
const amount = z.string().refine((text) => isDecimalText(text) && Number(text) > 0, { message: "is not above zero" });

const boundCells = z.strictObject({
  fuel: z.string().min(1),
  from_unit: unit,
  to_unit: unit,
  at_least: amount,
  at_most: amount,
  basis: z.string().min(1),
});

/** Between which values, both within, one `from_unit` of a fuel can be so many `to_unit`; `basis` says by which rule. */
export type FuelValueBounds = z.output<typeof boundCells>;

let table: readonly FuelValueBounds[] | undefined;

/** All rows of data/fuel-value-bounds.csv. @throws Error at a row that does not fit: it ships with the code. */
export function fuelValueBounds(): readonly FuelValueBounds[] {
  table ??= tableRows(readFileSync(TABLE, "utf8"), boundCells);
  return table;
}

/** The bounds of a fuel between two units; undefined: none are known. */
export function boundsOf(fuel: string, from: Unit, to: Unit): FuelValueBounds | undefined {
  return fuelValueBounds().find((row) => row.fuel === fuel && row.from_unit === from && row.to_unit === to);
}

/** Whether a value lies within bounds, both ends included. */
export function isWithin(value: Decimal, { at_least, at_most }: FuelValueBounds): boolean {
  return value.gte(at_least) && value.lte(at_most);
}
