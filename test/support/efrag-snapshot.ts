import { vsmeCatalog } from "../../src/modules/reports/datapoints/catalog.ts";
import type { Datapoint } from "../../src/modules/reports/datapoints/datapoint.ts";
import type { Fact, FactValue } from "../../src/modules/reports/datapoints/fact.ts";
import type { ReportInputRow } from "../../src/modules/reports/datapoints/report-input.ts";
import type { Snapshot } from "../../src/modules/reports/snapshot/snapshot.ts";
import { factOfSample, SAMPLE_ANSWERS, type SampleFact } from "./efrag-sample.ts";
import { measuredRow, reportSnapshot, scopeRow } from "./report-snapshots.ts";

/** Greenhouse gases of the sample as sums of a ledger, in kg. */
const SCOPES = [
  scopeRow({ scope: 1, market_based_kg: "100000" }),
  scopeRow({ scope: 2, market_based_kg: "50000" }),
  scopeRow({ scope: 3, scope3_category: 1, market_based_kg: "200000" }),
];

/** Energy of the sample as quantities of a ledger. */
const MEASURED = [
  measuredRow("transport.own.diesel", ["1000", "l"]),
  measuredRow("transport.own.hvo", ["1000", "l"]),
  measuredRow("energy.electricity.grid_other", ["100000", "kWh"]),
];

/** The sample's biodiesel: the template's parameters, given by the company for its category. */
const PARAMETERS: readonly ReportInputRow[] = [
  answer("CarrierNetCalorificValue", "transport.own.hvo", 27),
  answer("CarrierDensity", "transport.own.hvo", 0.85),
];

/** Answered by people although a ledger can know them: the sample's own figures are not the sum of its parts. */
const ANSWERED = new Set([
  "TotalEnergyConsumption",
  "EnergyConsumptionFromSelfGeneratedElectricity.RenewableEnergyMember",
  "EnergyConsumptionFromSelfGeneratedElectricity.NonRenewableEnergyMember",
  "GreenhouseGasEmissionReductionTargetBaseYear",
  "GreenhouseGasEmissionReductionTargetYear",
  "DisclosureOfListOfMainActionsTheEntitySeeksInOrderToAchieveItsTargets",
  "WasteDivertedToRecycleOrReuseMass",
  "WasteDirectedToDisposalMass",
  "NameOfMaterialUsed",
  "WeightOfMaterialUsed",
]);
const ANSWERED_MEMBERS = /^Gross\w+\.(?:BaselineYear|TargetYear)Member$/;

/** Questions that come before others; in the sample they are boxes without a name. */
const QUESTIONS = [
  "HasSustainabilityCertifications",
  "HasPracticesPoliciesOrInitiatives",
  "MustReportPollutants",
  "HasSitesNearBiodiversitySensitiveAreas",
  "OperatesWithSignificantMaterialFlows",
  "OperatesInMoreThanOneCountry",
  "HasConvictionsOrFines",
  "HasSustainabilityInStrategy",
  "HasReductionTargets",
  "OperatesInHighClimateImpactSectors",
  "HasTransitionPlan",
  "HasIdentifiedClimateRisks",
  "HasGovernanceBody",
];

/** Disclosure B6, which the sample keeps back as sensitive. */
const OMITTED = [
  "TotalAmountOfWaterWithdrawnFromAllSites",
  "AmountOfWaterWithdrawnAtSitesLocatedInAreasOfHighWaterStress",
  "HasWaterConsumingProcesses",
  "WaterDischargeFromUndertakingProductionProcesses",
  "TotalWaterConsumption",
];

/** What a company would have in its ledger and would have answered to make the report that EFRAG's sample is. */
export function sampleSnapshot(facts: readonly SampleFact[]): Snapshot {
  return reportSnapshot(
    { scopes: SCOPES, measured: MEASURED },
    { company: { name: "Company XYZ", country: "IT" }, report_year: 2026, inputs: sampleInputs(facts) },
  );
}

function sampleInputs(facts: readonly SampleFact[]): ReportInputRow[] {
  const given = facts.map(factOfSample).flatMap((fact) => {
    const row = rowOf(fact);
    return isAnswered(row)
      ? [answer(row.id, row.fixed_member === null ? memberOf(fact) : null, ownValue(fact, row))]
      : [];
  });
  return [
    ...given,
    ...QUESTIONS.map((datapoint) => answer(datapoint, null, true)),
    ...SAMPLE_ANSWERS.filter(({ datapoint }) => !QUESTIONS.includes(datapoint)).map(({ datapoint, value }) =>
      answer(datapoint, null, value),
    ),
    ...PARAMETERS,
    ...OMITTED.map((datapoint) => ({
      ...answer(datapoint, null, null),
      status: "omitted" as const,
      note: "sensitive",
    })),
  ];
}

/** The catalog's row of a fact: that of its member where members have rows of their own. */
export function rowOf(fact: Fact): Datapoint {
  const rows = vsmeCatalog().datapoints.filter(({ concept }) => concept === fact.concept);
  const member = memberOf(fact);
  const row = rows.find(({ fixed_member }) => fixed_member === member) ?? rows.find((one) => one.fixed_member === null);
  if (row === undefined) throw new Error(`${fact.id} is no datapoint`);
  return row;
}

function memberOf({ dimensions }: Fact): string | null {
  return Object.values(dimensions)[0] ?? null;
}

function isAnswered({ id, source }: Datapoint): boolean {
  return source === "input" || ANSWERED.has(id) || ANSWERED_MEMBERS.test(id);
}

/** The sample gives waste in kg or t and areas in m2 or ha; a report has one unit for each datapoint. */
export function ownValue({ value, unit }: Fact, row: Datapoint): FactValue {
  if (typeof value !== "number") return value;
  if (row.unit === "utr:kg" && unit === "utr:t") return value * 1000;
  return row.unit === "utr:ha" && unit === "utr:sqm" ? value / 10_000 : value;
}

function answer(datapoint: string, member: string | null, value: FactValue | null): ReportInputRow {
  const id = `answer-${datapoint}-${member ?? ""}`;
  return { id, datapoint, member, value, status: "reported", note: null };
}
