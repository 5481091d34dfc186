import type { Context } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import type { NewActivity } from "../../src/modules/activities/index.ts";
import type { CalculatedEntry } from "../../src/modules/emissions/calculation.ts";
import { calculatedEntry, GAS_FACTOR, ledgerLine } from "./ledger.ts";

/** Departments that the lines are allocated to; every fourth line has none. */
export const departmentIds = [
  "01900000-0000-7000-8000-0000000000d1",
  "01900000-0000-7000-8000-0000000000d2",
  "01900000-0000-7000-8000-0000000000d3",
] as const;

const DEPARTMENTS = statement(`
  insert into departments (tenant_id, environment, id, name)
  select $1, $2, id, 'Department ' || id from unnest($3::uuid[]) as given (id)`);

/** The departments that the lines are of, so that lists may be filtered by them. */
export async function addDepartments(ctx: Context): Promise<void> {
  await ctx.db.transaction((tx) => tx.rows(DEPARTMENTS, [departmentIds]));
}

export const categoryKeys = [
  "energy.fuel.natural_gas",
  "energy.electricity.grid_dk",
  "purchases.goods.office_supplies",
  "purchases.materials.paper",
  "unclassified.pending",
] as const;

const METHODS = ["fuel_based", "average_data", "spend_based", "supplier_specific"] as const;
const QUALITIES = [1, 2, 3, 4, 5] as const;
const BOUNDARIES = [null, "combustion", "life_cycle"] as const;

/** Of a quantity, a product's footprint, money, and emissions that were stated. */
const INPUTS = [
  { stated_quantity: "245", quantity: "245", unit: "Nm3" },
  { quantity: "245", unit: "Nm3", factor_key: "fuel.dk.natural_gas.2023.nm3" },
  { pcf_record_id: "01900000-0000-7000-8000-0000000000e1", stated_quantity: "2", quantity: "2" },
  { amount_excl_vat: "1200", currency: "DKK", spend_region_substituted: true },
  { stated_quantity: "12", quantity: "12", unit: "kWh", factor_year_distant: true },
  { source: "stated by the landlord" },
] as const;

/** Dates alone, as most invoices have them, and times at and beside the borders of days. */
const TIMES = [
  "",
  "",
  "T00:00:00.000001Z",
  "T12:30:00.5Z",
  "T23:59:59.999999Z",
  "T01:00:00+02:00",
  "T23:30:00-01:00",
] as const;

export type Random = () => number;

/** Two and a half years from July 2024; ISO 8601. */
export function randomMoment(random: Random): string {
  const date = new Date(Date.UTC(2024, 6, 1) + Math.floor(random() * 900) * 86_400_000);
  return `${date.toISOString().slice(0, 10)}${pick(TIMES, random)}`;
}

export function randomDepartment(random: Random): string | null {
  return departmentIds[Math.floor(random() * 4)] ?? null;
}

/** Lines of every scope, method, sign and department over two and a half years; the same for the same seed. */
export function randomLines(count: number, seed: number): NewActivity[] {
  const random = generator(seed);
  return Array.from({ length: count }, (_, index) => {
    return ledgerLine(index + 1, {
      date: randomMoment(random),
      department_id: randomDepartment(random),
      entries: [randomEntry(random), ...(random() < 0.3 ? [upstream(random)] : [])],
    });
  });
}

export function randomEntry(random: Random): CalculatedEntry {
  const scope = pick([1, 2, 3] as const, random);
  const market = kg(random);
  return calculatedEntry({
    scope,
    scope3_category: scope === 3 && random() < 0.8 ? 1 + Math.floor(random() * 15) : null,
    category_key: pick(categoryKeys, random),
    market_based_kg: market,
    location_based_kg: scope === 2 ? kg(random) : market,
    biogenic_co2_kg: random() < 0.2 ? "12.345678901" : "0",
    calculation_method: pick(METHODS, random),
    data_quality_score: pick(QUALITIES, random),
    market_based_fallback: scope === 2 && random() < 0.5,
    factor: { ...GAS_FACTOR, boundary: pick(BOUNDARIES, random) },
    inputs: pick(INPUTS, random),
  });
}

function upstream(random: Random): CalculatedEntry {
  const market = kg(random);
  const figures = { market_based_kg: market, location_based_kg: market };
  return calculatedEntry({ scope: 3, scope3_category: 3, is_upstream: true, ...figures });
}

/** Up to 12 decimals, one in ten negative (credit notes). */
function kg(random: Random): string {
  const text = (random() * 1000).toFixed(Math.floor(random() * 13));
  return random() < 0.1 ? `-${text}` : text;
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

/** Mulberry32: small, seeded, even enough for test data. */
export function generator(seed: number): Random {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
