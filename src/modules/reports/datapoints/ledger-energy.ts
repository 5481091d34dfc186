import type { Decimal } from "../../../core/quantity.ts";
import { type EnergyCarrier, type EnergySum, energySum } from "./energy.ts";
import type { CarrierKind } from "./carriers.ts";
import { type UnroundedFacts, sumOf } from "./unrounded-facts.ts";

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
 * whole. A blend of which nobody has said what is renewable leaves the split out. A kind that neither the ledger nor an answer knows is not reported as zero.
 */
export function putEnergy(unroundedFacts: UnroundedFacts, carriers: readonly EnergyCarrier[]): void {
  const totals: (Decimal | null)[] = [];
  const renewables: (Decimal | null)[] = [];
  const used: string[] = [];
  for (const [kind, datapoint] of ENERGY_DATAPOINTS) {
    const sum = energySum(carriers, kind);
    if (sum === null && !isAnswered(unroundedFacts, datapoint)) continue;
    putKind(unroundedFacts, datapoint, sum);
    totals.push(unroundedFacts.amount(datapoint));
    renewables.push(unroundedFacts.amount(`${datapoint}.${RENEWABLE}`));
    used.push(datapoint);
  }
  const total = sumOf(totals);
  if (total !== null) putDerived(unroundedFacts, "TotalEnergyConsumption", total, used);
  const renewable = sumOf(renewables);
  const all = unroundedFacts.amount("TotalEnergyConsumption");
  if (renewable === null || all === null || !all.gt(0) || renewable.gt(all)) return;
  const parts = [...used.map((datapoint) => `${datapoint}.${RENEWABLE}`), "TotalEnergyConsumption"];
  putDerived(unroundedFacts, "RenewableShareOfEnergyConsumption", renewable.times(100).div(all), parts);
}

function isAnswered(unroundedFacts: UnroundedFacts, datapoint: string): boolean {
  return [datapoint, `${datapoint}.${RENEWABLE}`, `${datapoint}.${NON_RENEWABLE}`].some((id) =>
    unroundedFacts.hasAny(id),
  );
}

/**
 * The whole, the renewable part and the rest, which must add up. Without answers the ledger's three. Two answers give the
 * third; an answer for one part goes with the ledger's whole. An answer for the whole alone leaves the split unknown.
 */
function putKind(unroundedFacts: UnroundedFacts, datapoint: string, sum: EnergySum | null): void {
  const [whole, ...parts] = [datapoint, `${datapoint}.${RENEWABLE}`, `${datapoint}.${NON_RENEWABLE}`] as const;
  const [renewable, rest] = parts;
  const answered = parts.filter((id) => unroundedFacts.hasAny(id));
  if (sum?.mwh && !unroundedFacts.hasAny(whole) && answered.length < 2) {
    putLedger(unroundedFacts, whole, sum.mwh, sum);
    if (answered.length === 0 && sum.renewable_mwh) {
      putLedger(unroundedFacts, renewable, sum.renewable_mwh, sum);
      putLedger(unroundedFacts, rest, sum.mwh.minus(sum.renewable_mwh), sum);
    }
  }
  const added = sumOf([unroundedFacts.amount(renewable), unroundedFacts.amount(rest)]);
  if (added !== null) putDerived(unroundedFacts, whole, added, parts);
  for (const [part, other] of [
    [renewable, rest],
    [rest, renewable],
  ] as const) {
    const [all, knownAmount] = [unroundedFacts.amount(whole), unroundedFacts.amount(other)];
    if (all !== null && knownAmount !== null && knownAmount.lte(all))
      putDerived(unroundedFacts, part, all.minus(knownAmount), [whole, other]);
  }
}

function putLedger(
  unroundedFacts: UnroundedFacts,
  datapoint: string,
  amount: Decimal,
  { entry_count }: EnergySum,
): void {
  unroundedFacts.put({ datapoint, member: null, value: { amount }, provenance: { source: "ledger", entry_count } });
}

function putDerived(
  unroundedFacts: UnroundedFacts,
  datapoint: string,
  amount: Decimal,
  derived_from: readonly string[],
): void {
  unroundedFacts.put({
    datapoint,
    member: null,
    value: { amount },
    provenance: { source: "derived", derived_from: [...derived_from] },
  });
}
