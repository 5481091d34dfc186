/**
 * What the emissions of an entry rest on: the footprint of exactly this product, a physical quantity times a factor, money times a
 * factor, or nothing but the emissions themselves, which were told.
 */
export const ENTRY_BASES = ["product", "quantity", "spend", "stated"] as const;
export type EntryBasis = (typeof ENTRY_BASES)[number];

/** Inputs of an entry that multiplied something. */
export const MULTIPLIED = ["pcf_record_id", "stated_quantity", "quantity"] as const;
const ANY_MULTIPLIED = `e.inputs ?| array[${MULTIPLIED.map((name) => `'${name}'`).join(", ")}]`;

/** The EntryBasis of an entry `e`, in SQL. */
export const BASIS = `
      case when e.calculation_method = 'spend_based' then 'spend' when e.inputs ? 'pcf_record_id' then 'product'
        when ${ANY_MULTIPLIED} then 'quantity' else 'stated' end`;

/** Whether the location-based figure of an entry `e` of scope 2 includes what belongs to scope 3 category 3. */
export const IS_LIFE_CYCLE = "(e.scope = 2 and coalesce(e.factor->>'boundary' = 'life_cycle', false))";

/** Whether an entry `e` of scope 2 uses the average of the grid in place of a residual mix or contract (Scope 2 Guidance, ch. 6). */
export const IS_FALLBACK = "(e.scope = 2 and e.market_based_fallback)";

/** Input of an entry of money that a factor of another country than the seller's counts, because none of the seller's is loaded. */
export const SUBSTITUTED = "spend_region_substituted";

/** Whether an entry `e` is one. */
export const IS_SUBSTITUTED = `(e.inputs ? '${SUBSTITUTED}')`;

/** Input of an entry whose factor describes a year far from that of the use: how far is the subject's (data, source order). */
export const DISTANT = "factor_year_distant";

/** Whether an entry `e` is one. */
export const IS_DISTANT = `(e.inputs ? '${DISTANT}')`;

interface BasedEntry {
  readonly scope: number;
  readonly calculation_method: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly factor: { readonly boundary: string | null };
}

/** The same of an entry that was read. */
export function basisOf({ calculation_method, inputs }: Pick<BasedEntry, "calculation_method" | "inputs">): EntryBasis {
  if (calculation_method === "spend_based") return "spend";
  if ("pcf_record_id" in inputs) return "product";
  return MULTIPLIED.some((name) => name in inputs) ? "quantity" : "stated";
}

/** See IS_LIFE_CYCLE. */
export function isLifeCycle({ scope, factor }: Pick<BasedEntry, "scope" | "factor">): boolean {
  return scope === 2 && factor.boundary === "life_cycle";
}
