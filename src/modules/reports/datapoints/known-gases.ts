import { SCOPE3_CATEGORIES } from "../../../core/ghg.ts";
import { type Decimal, decimal, decimalSum } from "../../../core/quantity.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ScopeFacts } from "../../emissions/index.ts";

/** The datapoint by which people say that there are no emissions of a kind; its value is the reason. */
export const STATED_NONE = "EmissionsStatedAsNone";

/** A kind of emissions that a report tells of its own, by its member of the list `emission_source`. */
export type GasSource = "cl:Scope1Member" | "cl:Scope2Member" | "cl:Scope3Member" | "cl:BiogenicCO2Member" | Category;
type Category = `cl:Category${number}Member`;

/**
 * What is known of a kind of emissions. recorded: the ledger has entries; none: it has none, and a person has said that there
 * are none; negative: credit notes are larger than purchases, which is no gross emission; unknown: nobody knows, and that is
 * not zero.
 */
export type KnownGas =
  | { readonly kind: "recorded"; readonly rows: readonly ScopeFacts[]; readonly entry_count: number }
  | { readonly kind: "none"; readonly input_id: string; readonly reason: string }
  | { readonly kind: "negative"; readonly market_based_kg: Decimal; readonly entry_count: number }
  | { readonly kind: "unknown" };

export function scopeSource(scope: 1 | 2 | 3): GasSource {
  return `cl:Scope${scope}Member` as const;
}

export function categorySource(number: number): Category {
  return `cl:Category${number}Member`;
}

/** Every kind in the order of the list `emission_source`. */
export const GAS_SOURCES: readonly GasSource[] = [
  scopeSource(1),
  scopeSource(2),
  scopeSource(3),
  ...SCOPE3_CATEGORIES.map(({ number }) => categorySource(number)),
  "cl:BiogenicCO2Member",
];

type Sources = Pick<Snapshot, "facts" | "inputs">;

/** What the ledger and the statements of people tell of one kind of emissions. */
export function knownGas(source: GasSource, { facts, inputs }: Sources): KnownGas {
  const rows = rowsOf(source, facts);
  const column = source === "cl:BiogenicCO2Member" ? "biogenic_co2_kg" : "market_based_kg";
  const kg = decimalSum(rows.map((row) => row[column]));
  const entry_count = countOf(source, rows, facts);
  if (entry_count === 0) return statedNone(source, inputs) ?? { kind: "unknown" };
  const isNegative = kg.lt(0) || (source === scopeSource(2) && locationKg(rows).lt(0));
  return isNegative ? { kind: "negative", market_based_kg: kg, entry_count } : { kind: "recorded", rows, entry_count };
}

function locationKg(rows: readonly ScopeFacts[]): Decimal {
  return decimalSum(rows.map((row) => row.location_based_kg));
}

function rowsOf(source: GasSource, { scopes }: Sources["facts"]): readonly ScopeFacts[] {
  switch (source) {
    case "cl:BiogenicCO2Member":
      return scopes.filter((row) => !decimal(row.biogenic_co2_kg).eq(0));
    case "cl:Scope1Member":
    case "cl:Scope2Member":
    case "cl:Scope3Member":
      return scopes.filter(({ scope }) => scopeSource(scope === 1 ? 1 : scope === 2 ? 2 : 3) === source);
    default:
      return scopes.filter((row) => row.scope3_category !== null && categorySource(row.scope3_category) === source);
  }
}

/** Factors that say nothing of biogenic CO2 count as nothing of it: only entries that tell some are evidence. */
function countOf(source: GasSource, rows: readonly ScopeFacts[], { biogenic_entry_count }: Sources["facts"]): number {
  if (source === "cl:BiogenicCO2Member") return rows.length === 0 ? 0 : (biogenic_entry_count ?? rows.length);
  return rows.reduce((count, row) => count + row.entry_count, 0);
}

/** A scope 3 of which all 15 categories are stated to be none is none, and so is each category of one that is. */
function statedNone(source: GasSource, inputs: Sources["inputs"]): KnownGas | null {
  const statement = statedFor(source, inputs);
  if (statement !== null) return statement;
  const scope3 = scopeSource(3);
  const categories = SCOPE3_CATEGORIES.map(({ number }) => categorySource(number));
  if (categories.some((category) => category === source)) return statedFor(scope3, inputs);
  const each = categories.map((category) => statedFor(category, inputs));
  return source === scope3 && !each.includes(null) ? (each[0] ?? null) : null;
}

function statedFor(source: GasSource, inputs: Sources["inputs"]): KnownGas | null {
  const said = inputs.find(
    ({ datapoint, member, status }) => datapoint === STATED_NONE && member === source && status === "reported",
  );
  return said === undefined ? null : { kind: "none", input_id: said.id, reason: String(said.value) };
}

/** Statements of none that the ledger contradicts, with the number of its entries. */
export function contradictedStatements(sources: Sources): readonly { source: GasSource; entry_count: number }[] {
  return GAS_SOURCES.flatMap((source) => {
    const gas = knownGas(source, sources);
    const isStated = statedFor(source, sources.inputs) !== null;
    return isStated && "entry_count" in gas ? [{ source, entry_count: gas.entry_count }] : [];
  });
}
