import type { Decimal } from "../../../core/quantity.ts";
import { type EnergyCarrier, type EnergySum, energySum } from "../energy.ts";
import type { CarrierKind } from "./carriers.ts";
import { type Drafts, sumOf } from "./drafts.ts";

/** The datapoints of a kind; those of the split end in the members' names. */
export const ENERGY_DATAPOINTS: readonly (readonly [kind: CarrierKind, datapoint: string])[] = [
  ["electricity", "EnergyConsumptionFromElectricity"],
  ["self_generated", "EnergyConsumptionFromSelfGeneratedElectricity"],
  ["fuel", "EnergyConsumptionFromFuels"],
  ["other_purchased", "EnergyConsumptionFromOtherPurchased"],
];

const RENEWABLE = "RenewableEnergyMember";
const NON_RENEWABLE = "NonRenewableEnergyMember";

/**
 * Energy of VSME B3 in MWh, each kind with its renewable and non-renewable part. A kind with a carrier that could not be
 * converted has no figure, and then there is no total either, unless people have answered: a part never looks like the
 * whole. A kind that neither the ledger nor an answer knows is not reported as zero.
 */
export function putEnergy(drafts: Drafts, carriers: readonly EnergyCarrier[]): void {
  const totals: (Decimal | null)[] = [];
  const renewables: (Decimal | null)[] = [];
  const used: string[] = [];
  for (const [kind, datapoint] of ENERGY_DATAPOINTS) {
    const sum = energySum(carriers, kind);
    if (sum === null && !isAnswered(drafts, datapoint)) continue;
    putKind(drafts, datapoint, sum);
    totals.push(drafts.amount(datapoint));
    renewables.push(drafts.amount(`${datapoint}.${RENEWABLE}`));
    used.push(datapoint);
  }
  const total = sumOf(totals);
  if (total !== null) putDerived(drafts, "TotalEnergyConsumption", total, used);
  const renewable = sumOf(renewables);
  const all = drafts.amount("TotalEnergyConsumption");
  if (renewable === null || all === null || !all.gt(0) || renewable.gt(all)) return;
  const parts = [...used.map((datapoint) => `${datapoint}.${RENEWABLE}`), "TotalEnergyConsumption"];
  putDerived(drafts, "RenewableShareOfEnergyConsumption", renewable.times(100).div(all), parts);
}

function isAnswered(drafts: Drafts, datapoint: string): boolean {
  return [datapoint, `${datapoint}.${RENEWABLE}`, `${datapoint}.${NON_RENEWABLE}`].some((id) => drafts.hasAny(id));
}

/** An answer for one of the three figures replaces the ledger's for all three: they must add up. */
function putKind(drafts: Drafts, datapoint: string, sum: EnergySum | null): void {
  const ids = [datapoint, `${datapoint}.${RENEWABLE}`, `${datapoint}.${NON_RENEWABLE}`] as const;
  const [whole, renewable, non_renewable] = ids;
  if (isAnswered(drafts, datapoint)) {
    const parts = sumOf([drafts.amount(renewable), drafts.amount(non_renewable)]);
    if (parts !== null) putDerived(drafts, whole, parts, [renewable, non_renewable]);
    return;
  }
  if (sum === null || sum.mwh === null || sum.renewable_mwh === null) return;
  const provenance = { source: "ledger" as const, entry_count: sum.entry_count };
  const amounts = [sum.mwh, sum.renewable_mwh, sum.mwh.minus(sum.renewable_mwh)];
  for (const [index, id] of ids.entries()) {
    const amount = amounts[index];
    if (amount !== undefined) drafts.put({ datapoint: id, member: null, value: { amount }, provenance });
  }
}

function putDerived(drafts: Drafts, datapoint: string, amount: Decimal, derived_from: readonly string[]): void {
  drafts.put({
    datapoint,
    member: null,
    value: { amount },
    provenance: { source: "derived", derived_from: [...derived_from] },
  });
}
