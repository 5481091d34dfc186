import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";

/** The figures of an entry that the monthly sums depend on; decimals as text. */
export interface EntryFigures {
  /** ISO 8601 UTC timestamp. */
  readonly transaction_date: string;
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly category_key: string;
  readonly department_id: string | null;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  readonly calculation_method: string;
  readonly data_quality_score: number;
}

/** Stands for "no department" in the key of a rollup, which has no nulls. */
export const NO_DEPARTMENT = "00000000-0000-0000-0000-000000000000";

/**
 * Methods that use data of the activity itself. The other two, average_data and spend_based, rest on secondary data
 * throughout (GHG Protocol Scope 3 Calculation Guidance, table of methods per category).
 */
const PRIMARY_METHODS: ReadonlySet<string> = new Set([
  "direct_measurement",
  "supplier_specific",
  "hybrid",
  "fuel_based",
  "distance_based",
  "site_specific",
  "waste_type_specific",
]);

export const PRIMARY_METHOD_LIST: readonly string[] = [...PRIMARY_METHODS];

/** A change of one row of emission_rollups; every member is a column. */
export interface RollupDelta {
  readonly ym: number;
  readonly scope: number;
  readonly scope3_category: number;
  readonly category_key: string;
  readonly department_id: string;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly biogenic_co2_kg: string;
  readonly weight_kg: string;
  readonly spend_based_kg: string;
  readonly primary_kg: string;
  readonly quality_weighted_kg: string;
  readonly entry_count: number;
}

type Sums = Record<
  | "market_based_kg"
  | "location_based_kg"
  | "biogenic_co2_kg"
  | "weight_kg"
  | "spend_based_kg"
  | "primary_kg"
  | "quality_weighted_kg",
  Decimal
> & { entry_count: number };

interface Group {
  readonly key: readonly [number, number, number, string, string];
  readonly sums: Sums;
}

/**
 * The changes of the monthly sums when `added` become current and `removed` stop being so. Ordered by the table's key,
 * so that two transactions lock rows in the same order.
 */
export function rollupDeltas(added: readonly EntryFigures[], removed: readonly EntryFigures[]): RollupDelta[] {
  const groups = new Map<string, Group>();
  for (const entry of added) addTo(groups, entry, 1);
  for (const entry of removed) addTo(groups, entry, -1);
  return [...groups.values()].sort(byKey).map(toDelta);
}

function addTo(groups: Map<string, Group>, entry: EntryFigures, sign: 1 | -1): void {
  const key = [
    monthOf(entry.transaction_date),
    entry.scope,
    entry.scope3_category ?? 0,
    entry.category_key,
    entry.department_id ?? NO_DEPARTMENT,
  ] as const;
  const name = JSON.stringify(key);
  const group = groups.get(name) ?? { key, sums: emptySums() };
  groups.set(name, group);
  const market = decimal(entry.market_based_kg);
  const weight = market.abs().times(sign);
  const { sums } = group;
  sums.market_based_kg = sums.market_based_kg.plus(market.times(sign));
  sums.location_based_kg = sums.location_based_kg.plus(decimal(entry.location_based_kg).times(sign));
  sums.biogenic_co2_kg = sums.biogenic_co2_kg.plus(decimal(entry.biogenic_co2_kg).times(sign));
  sums.weight_kg = sums.weight_kg.plus(weight);
  if (entry.calculation_method === "spend_based") sums.spend_based_kg = sums.spend_based_kg.plus(weight);
  if (PRIMARY_METHODS.has(entry.calculation_method)) sums.primary_kg = sums.primary_kg.plus(weight);
  sums.quality_weighted_kg = sums.quality_weighted_kg.plus(weight.times(entry.data_quality_score));
  sums.entry_count += sign;
}

function emptySums(): Sums {
  const zero = decimal(0);
  return {
    market_based_kg: zero,
    location_based_kg: zero,
    biogenic_co2_kg: zero,
    weight_kg: zero,
    spend_based_kg: zero,
    primary_kg: zero,
    quality_weighted_kg: zero,
    entry_count: 0,
  };
}

/** Same as the generated column ym: months of the UTC timestamp that the text states. */
function monthOf(utcTimestamp: string): number {
  return Number(utcTimestamp.slice(0, 4)) * 12 + Number(utcTimestamp.slice(5, 7)) - 1;
}

function byKey(left: Group, right: Group): number {
  for (const [index, value] of left.key.entries()) {
    const other = right.key[index];
    if (other !== undefined && value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

function toDelta({ key, sums }: Group): RollupDelta {
  const [ym, scope, scope3_category, category_key, department_id] = key;
  return {
    ym,
    scope,
    scope3_category,
    category_key,
    department_id,
    market_based_kg: decimalText(sums.market_based_kg),
    location_based_kg: decimalText(sums.location_based_kg),
    biogenic_co2_kg: decimalText(sums.biogenic_co2_kg),
    weight_kg: decimalText(sums.weight_kg),
    spend_based_kg: decimalText(sums.spend_based_kg),
    primary_kg: decimalText(sums.primary_kg),
    quality_weighted_kg: decimalText(sums.quality_weighted_kg),
    entry_count: sums.entry_count,
  };
}
