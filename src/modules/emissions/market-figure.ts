import type { Context } from "../../core/context.ts";
import { type Decimal, decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import { ENGINE_VERSION, type FrozenFactor } from "./calculation.ts";
import type { NewEntry } from "./new-entries.ts";

export type MarketPartKind = "instrument" | "residual_mix" | "grid";

/** Of what the market-based figure of an entry consists; decimals are text. */
export interface MarketPart {
  readonly kind: MarketPartKind;
  /** The instrument's; null: it is none. */
  readonly instrument_id: string | null;
  readonly instrument_version: number | null;
  /** guarantee_of_origin, contract or supplier_product; null: it is none. */
  readonly instrument_kind: string | null;
  /** How its electricity is generated; null: it is no instrument. */
  readonly technology: string | null;
  /** What it is called: the instrument, or the factor. */
  readonly name: string;
  readonly kwh: string;
  readonly kg_co2e_per_kwh: string;
  readonly kg_co2e: string;
  /** Frozen copy; null: the instrument's rate is that of its version. */
  readonly factor: FrozenFactor | null;
}

/** kWh of electricity that an entry counts. */
export function entryKwh({ inputs }: Pick<NewEntry, "inputs">): Decimal {
  const quantity = inputs["quantity"];
  if (typeof quantity !== "string") throw new Error("an entry of electricity without quantity was read");
  return decimal(quantity);
}

/** The entry that an allocation replaces, first of all: companions of scope 3 category 3 go on to name it. */
function firstEntry({ id, inputs }: NewEntry): string {
  const first = inputs["allocated_entry_id"];
  return typeof first === "string" ? first : id;
}

/**
 * The successor of an entry with another market-based figure: the sum of its parts. What is location-based (kg, factor, gases,
 * biogenic CO2) is carried over as it is, and entries of scope 3 category 3 are not touched (GHG Protocol Scope 2 Guidance, ch. 6).
 * `fallback_kg`: what of it rests on the average of the grid.
 */
export function withMarketParts(
  ctx: Pick<Context, "clock" | "newId">,
  entry: NewEntry,
  {
    parts,
    fallback_kg,
    run_id,
  }: { readonly parts: readonly MarketPart[]; readonly fallback_kg: string; readonly run_id: string },
): NewEntry {
  const { market_based_note: _note, market_based_factor: _mix, allocation_pending: _pending, ...inputs } = entry.inputs;
  const market_based_kg = decimalText(decimalSum(parts.map(({ kg_co2e }) => kg_co2e)));
  return {
    ...entry,
    id: ctx.newId(),
    supersedes_entry_id: entry.id,
    companion_of_entry_id: null,
    ...figureOfParts(entry, parts, market_based_kg),
    inputs: {
      ...inputs,
      market: parts,
      market_based_fallback_kg: fallback_kg,
      allocation_run_id: run_id,
      allocated_entry_id: firstEntry(entry),
    },
    engine_version: ENGINE_VERSION,
    calculated_at: ctx.clock.now().toISOString(),
  };
}

/** What an entry says of its market-based figure once that is the sum of parts. */
export function figureOfParts(
  entry: NewEntry,
  parts: readonly MarketPart[],
  market_based_kg: string,
): Pick<NewEntry, "market_based_kg" | "market_based_fallback" | "formula"> {
  return {
    market_based_kg,
    market_based_fallback: parts.some(({ kind }) => kind === "grid"),
    formula: formulaText(entry, parts, market_based_kg),
  };
}

function formulaText(
  { inputs, factor, location_based_kg }: NewEntry,
  parts: readonly MarketPart[],
  kg: string,
): string {
  const location = `${String(inputs["quantity"])} kWh x ${factor.value} kg CO2e/kWh = ${location_based_kg} kg CO2e`;
  const terms = parts.map(({ kwh, kg_co2e_per_kwh, name }) => `${kwh} kWh x ${kg_co2e_per_kwh} (${name})`).join(" + ");
  return `location-based: ${location}; market-based: ${terms} = ${kg} kg CO2e`;
}
