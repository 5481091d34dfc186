import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { setReportInputs } from "../modules/reports/inputs/set-report-inputs.ts";

/** The year that the demo company's climate chapter is for. */
const REPORT_YEAR = 2025;

interface DemoAnswer {
  readonly datapoint: string;
  readonly member?: string;
  readonly value: string | number | boolean | readonly string[];
}

/** Scope 3 categories that the company has found significant, and why others are left out; its waste is counted. */
const SIGNIFICANT = new Set([1, 2, 3, 4, 6]);
const NOTHING_LEASED = "Nothing is leased or franchised, and no shares in other companies are held.";
const SOLD =
  "The furniture uses no energy and is built to last; its end of life is estimated to be below 1 % of scope 3.";
const LEFT_OUT: Readonly<Record<number, string>> = {
  7: "16 employees who live within 12 km; estimated to be below 2 % of scope 3.",
  8: NOTHING_LEASED,
  9: "Customers are delivered to by the company's own forwarder, which is category 4.",
  10: "The furniture is sold finished.",
  11: SOLD,
  12: SOLD,
  13: NOTHING_LEASED,
  14: NOTHING_LEASED,
  15: NOTHING_LEASED,
};

function categories(): DemoAnswer[] {
  return Array.from({ length: 15 }, (_, index) => index + 1).flatMap((number) => {
    const member = `cl:Category${number}Member`;
    const reason = LEFT_OUT[number];
    return [
      { datapoint: "E1Scope3CategoryIsSignificant", member, value: SIGNIFICANT.has(number) },
      ...(reason === undefined ? [] : [{ datapoint: "E1Scope3OmissionReason", member, value: reason }]),
    ];
  });
}

/** One planned action with its lever, what it is to save in tCO2e a year, and what it costs in DKK, at once and yearly. */
function action(
  key: string,
  [text, lever, saved, capital, yearly]: readonly [string, string, number, number, number],
): DemoAnswer[] {
  return [
    { datapoint: "E1ActionAchievedReduction", member: key, value: 0 },
    { datapoint: "E1ActionCapEx", member: key, value: capital },
    { datapoint: "E1ActionOpEx", member: key, value: yearly },
    { datapoint: "E1ActionDescription", member: key, value: text },
    { datapoint: "E1ActionLever", member: key, value: lever },
    { datapoint: "E1ActionExpectedReduction", member: key, value: saved },
  ];
}

/** What people of the company would say; the energy from nuclear sources and the energy of each sector are left open. */
const ANSWERS: readonly DemoAnswer[] = [
  { datapoint: "E1HasTransitionPlan", value: false },
  {
    datapoint: "E1TransitionPlanAdoption",
    value:
      "The owners expect to adopt a transition plan in 2027, with the move of the vans and the paint shop to electricity.",
  },
  {
    datapoint: "E1ClimateRiskProcess",
    value:
      "The management goes through suppliers, sites and products once a year with the bank and the insurer, for 2030 and 2050, in " +
      "a scenario of 1.5 °C and one of 3 °C.",
  },
  { datapoint: "E1ClimateRisksAreMaterial", value: true },
  {
    datapoint: "E1ClimateRisks",
    value:
      "Physical: cloudbursts at the timber store. Transition: rising prices of diesel and district heating; customers in Germany who " +
      "ask for footprints per product.",
  },
  {
    datapoint: "E1ResilienceAnalysis",
    value:
      "The workshop can change to heat pumps and electric vans within five years out of its own earnings. Oak is bought in three regions.",
  },
  { datapoint: "E1HasPolicies", value: true },
  { datapoint: "E1PolicyAreas", value: ["cl:Mitigation", "cl:EnergyEfficiency", "cl:RenewableEnergy"] },
  {
    datapoint: "E1Policies",
    value:
      "The purchasing policy asks timber suppliers for footprints of their own; new machines are chosen by their use of energy.",
  },
  { datapoint: "E1HasActions", value: true },
  ...action("1", ["Electric vans instead of diesel vans", "cl:LeverElectrification", 9, 780_000, 24_000]),
  ...action("2", ["Heat recovery in the paint shop", "cl:LeverEnergyEfficiency", 3.5, 210_000, 4_000]),
  {
    datapoint: "E1TargetIsScienceBased",
    value:
      "The target for scope 1 and 2 follows the pace of 1.5 °C (4.2 % a year and more); it has not been validated by others.",
  },
  { datapoint: "E1LeverContribution", member: "cl:LeverElectrification", value: 16 },
  { datapoint: "E1LeverContribution", member: "cl:LeverEnergyEfficiency", value: 10 },
  { datapoint: "E1HighClimateImpactSectors", value: true },
  { datapoint: "E1HighImpactNetRevenue", value: 14_800_000 },
  { datapoint: "E1SelfGeneratedRenewableEnergy", value: 0 },
  ...categories(),
  { datapoint: "E1Scope1ShareUnderEmissionTrading", value: 0 },
  { datapoint: "E1UsesContractualInstruments", value: false },
  { datapoint: "E1HasRemovals", value: false },
  { datapoint: "E1UsesCarbonCredits", value: false },
  { datapoint: "E1AppliesCarbonPrice", value: false },
  {
    datapoint: "E1FinancialEffectsPhysical",
    value: "Higher premiums for the timber store, about 40,000 DKK a year from 2030.",
  },
  {
    datapoint: "E1FinancialEffectsTransition",
    value:
      "Diesel and heat at the prices expected for 2030: about 95,000 DKK a year more than today, if nothing is changed.",
  },
];

/** Answers what the climate chapter asks the demo company's people. Safe to repeat: an equal answer is no new version. */
export async function loadEsrsInputs(ctx: Context): Promise<void> {
  if (ctx.clock.now().getUTCFullYear() < REPORT_YEAR) return;
  await invoke(setReportInputs, ctx, { report_year: REPORT_YEAR, inputs: ANSWERS });
}
