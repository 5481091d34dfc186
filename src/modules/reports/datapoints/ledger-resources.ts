import { type Decimal, decimalSum } from "../../../core/quantity.ts";
import type { Unit } from "../../../core/units.ts";
import type { MeasuredFacts } from "../../emissions/index.ts";
import { wasteTable } from "./carriers.ts";
import { type UnroundedFacts, sumOf } from "./unrounded-facts.ts";
import { quantityIn } from "./measured-quantity.ts";

/** What of one category was measured: null when a part of it was calculated from money alone. */
export interface ResourceAmount {
  readonly category_key: string;
  readonly amount: Decimal | null;
  readonly market_based_kg: Decimal;
  readonly entry_count: number;
}

const WATER = "purchases.water.supply";
const MATERIALS = "purchases.materials.";

/** Water supplied, in m3; null: the ledger has none. */
export function waterAmount(measured: readonly MeasuredFacts[]): ResourceAmount | null {
  return amountsOf(measured, (key) => key === WATER, "m3")[0] ?? null;
}

/** Waste by category, in kg. */
export function wasteAmounts(measured: readonly MeasuredFacts[]): readonly ResourceAmount[] {
  return amountsOf(measured, (key) => wasteTable().has(key), "kg");
}

/** Materials bought, by category, in kg. */
export function materialAmounts(measured: readonly MeasuredFacts[]): readonly ResourceAmount[] {
  return amountsOf(measured, (key) => key.startsWith(MATERIALS), "kg");
}

function amountsOf(
  measured: readonly MeasuredFacts[],
  isAsked: (category_key: string) => boolean,
  unit: Unit,
): readonly ResourceAmount[] {
  const keys = [...new Set(measured.map(({ category_key }) => category_key).filter(isAsked))];
  return keys.map((category_key) => {
    const rows = measured.filter((row) => row.category_key === category_key);
    return {
      category_key,
      amount: sumOf(rows.map((row) => quantityIn(row, unit))),
      market_based_kg: decimalSum(rows.map((row) => row.market_based_kg)),
      entry_count: rows.reduce((count, row) => count + row.entry_count, 0),
    };
  });
}

/** Water of VSME B6: what the water company has delivered. Other withdrawal, such as an own well, only people know. */
export function putWater(unroundedFacts: UnroundedFacts, measured: readonly MeasuredFacts[]): void {
  const water = waterAmount(measured);
  if (water === null || water.amount === null) return;
  unroundedFacts.put({
    datapoint: "TotalAmountOfWaterWithdrawnFromAllSites",
    member: null,
    value: { amount: water.amount },
    provenance: { source: "ledger", entry_count: water.entry_count },
  });
}

const RECYCLED = "WasteDivertedToRecycleOrReuseMass";
const DISPOSAL = "WasteDirectedToDisposalMass";
const TREATED = "TotalWasteRecycledReusedAndDirectedToDisposalMass";

/**
 * Waste of VSME B7 by mass: the European waste codes of the categories, and the totals of hazardous and other waste. A kind
 * whose category has entries without mass has no figure, and neither has its total. Answers by kind replace the ledger's.
 */
export function putWaste(unroundedFacts: UnroundedFacts, measured: readonly MeasuredFacts[]): void {
  const amounts = wasteAmounts(measured);
  if (unroundedFacts.hasAny(RECYCLED) || unroundedFacts.hasAny(DISPOSAL)) return;
  for (const [hazardous, datapoint] of [
    [true, "TotalHazardousWasteGeneratedMass"],
    [false, "TotalNonHazardousWasteGeneratedMass"],
  ] as const) {
    const hazardAmounts = amounts.filter(({ category_key }) => wasteTable().get(category_key)?.hazardous === hazardous);
    putSum(unroundedFacts, datapoint, null, hazardAmounts);
  }
  const members = [...wasteTable().values()].map(({ waste_member }) => waste_member);
  for (const member of new Set(members)) {
    if (member === null) continue;
    const of = (treatment: string | null) =>
      amounts.filter(({ category_key }) => {
        const kind = wasteTable().get(category_key);
        return kind?.waste_member === member && kind.treatment === treatment;
      });
    putSum(unroundedFacts, RECYCLED, member, of("recycled"));
    putSum(unroundedFacts, DISPOSAL, member, of("disposal"));
    const whole = [...of("recycled"), ...of("disposal"), ...of(null)];
    if (of(null).length > 0) putSum(unroundedFacts, TREATED, member, whole);
  }
}

function putSum(
  unroundedFacts: UnroundedFacts,
  datapoint: string,
  member: string | null,
  rows: readonly ResourceAmount[],
): void {
  const amount = sumOf(rows.map((row) => row.amount));
  if (amount === null) return;
  const entry_count = rows.reduce((count, row) => count + row.entry_count, 0);
  unroundedFacts.put({ datapoint, member, value: { amount }, provenance: { source: "ledger", entry_count } });
}

/** Materials of VSME B7 (38 c) by category; those of which only a part was weighed are left out, and then the total is too. */
export function putMaterials(
  unroundedFacts: UnroundedFacts,
  measured: readonly MeasuredFacts[],
  nameOf: (category_key: string) => string,
): void {
  if (unroundedFacts.hasAny("NameOfMaterialUsed") || unroundedFacts.hasAny("WeightOfMaterialUsed")) return;
  const amounts = materialAmounts(measured);
  for (const { category_key, amount, entry_count } of amounts) {
    if (amount === null) continue;
    const member = category_key.slice(MATERIALS.length);
    const provenance = { source: "ledger" as const, entry_count };
    unroundedFacts.put({ datapoint: "NameOfMaterialUsed", member, value: { given: nameOf(category_key) }, provenance });
    unroundedFacts.put({ datapoint: "WeightOfMaterialUsed", member, value: { amount }, provenance });
  }
  putSum(unroundedFacts, "TotalMassOfMaterialUsed", null, amounts);
}
