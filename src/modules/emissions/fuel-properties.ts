import { z } from "zod";
import { amountCell, shippedRows, unitCell } from "./shipped-rows.ts";

const optional = z.string().transform((text) => (text === "" ? null : text));

const propertyCells = z.strictObject({
  fuel: z.string().min(1),
  from_quantity: amountCell,
  from_unit: unitCell,
  to_quantity: amountCell,
  to_unit: unitCell,
  only_region: optional,
  valid_year: z.string().transform((text) => (text === "" ? null : Number(text))),
  source: z.string().min(1),
  source_url: z.url(),
  licence: z.string().min(1),
  note: optional,
});

/** A published heating value or density: `from_quantity` of one unit of the fuel is `to_quantity` of another. */
export type FuelProperty = z.output<typeof propertyCells>;

/** All rows of data/fuel-properties.csv, in its order. @throws Error at a row that does not fit: it ships with the code. */
export const fuelProperties = shippedRows("fuel-properties.csv", propertyCells);

/**
 * The fuel that a factor is about, as data/fuel-properties.csv names it: "fuel.diesel.l" is diesel, and
 * "fuel.dk.natural_gas.2023.nm3" natural_gas. Null: the factor is not one of a fuel.
 */
export function fuelOf(factorKey: string): string | null {
  const [group, ...segments] = factorKey.split(".");
  if (group !== "fuel") return null;
  return segments.slice(0, -1).find((segment) => segment.length > 2 && !/^\d{4}$/.test(segment)) ?? null;
}

/**
 * What is known of a fuel in a country in a year: of each pair of units the value of that year, else the newest earlier,
 * else the oldest later one. A value without a year stands until its publisher changes it.
 */
export function propertiesOf(fuel: string, region: string, year: number): FuelProperty[] {
  const chosen = new Map<string, FuelProperty>();
  for (const row of fuelProperties()) {
    if (row.fuel !== fuel || (row.only_region !== null && row.only_region !== region.slice(0, 2))) continue;
    const pair = `${row.from_unit} ${row.to_unit}`;
    const present = chosen.get(pair);
    if (present === undefined || isNearer(row, present, year)) chosen.set(pair, row);
  }
  return [...chosen.values()];
}

function isNearer(row: FuelProperty, present: FuelProperty, year: number): boolean {
  const then = row.valid_year ?? year;
  const now = present.valid_year ?? year;
  if (then > year) return now > year && then < now;
  return now > year || then > now;
}
