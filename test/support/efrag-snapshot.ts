import { vsmeCatalog } from "../../src/modules/reports/facts/catalog.ts";
import type { Datapoint } from "../../src/modules/reports/facts/datapoint.ts";
import type { Fact, FactValue } from "../../src/modules/reports/facts/fact.ts";
import type { ReportInputRow } from "../../src/modules/reports/facts/report-input.ts";
import { SNAPSHOT_FORMAT, type Snapshot } from "../../src/modules/reports/snapshot.ts";
import type { MeasuredFacts, ScopeFacts } from "../../src/modules/reports/store-facts.ts";
import { factOfSample, SAMPLE_ANSWERS, type SampleFact } from "./efrag-sample.ts";

/** Greenhouse gases of the sample as sums of a ledger, in kg. */
const SCOPES: readonly ScopeFacts[] = [scope(1, null, "100000"), scope(2, null, "50000"), scope(3, 1, "200000")];

/** Energy of the sample as quantities of a ledger. */
const MEASURED: readonly MeasuredFacts[] = [
  measured(1, "transport.own.diesel", "l", "1000"),
  measured(1, "transport.own.hvo", "l", "1000"),
  measured(2, "energy.electricity.grid_other", "kWh", "100000"),
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
  return {
    format: SNAPSHOT_FORMAT,
    company: { name: "Company XYZ", country: "IT" },
    report_year: 2026,
    is_year_over: true,
    facts: {
      scopes: SCOPES,
      methods: [],
      factors: [],
      measured: MEASURED,
      months: [],
      years: [],
      categories: [],
      market_based_fallback_count: 0,
      market_based_fallback_kg: "0",
      months_with_data: 12,
      pending_review_count: 0,
    },
    category_names: {},
    inputs: sampleInputs(facts),
    targets: [],
    planned: [],
    audit_head: { seq: 1, hash: "0".repeat(64) },
    frozen_at: "2027-03-01T12:00:00.000Z",
  };
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

function scope(number: number, scope3_category: number | null, kg: string): ScopeFacts {
  return {
    scope: number,
    scope3_category,
    market_based_kg: kg,
    location_based_kg: kg,
    biogenic_co2_kg: "0",
    weight_kg: kg,
    quality_weighted_kg: kg,
    primary_kg: kg,
    spend_based_kg: "0",
    entry_count: 1,
  };
}

function measured(number: number, category_key: string, unit: string, quantity: string): MeasuredFacts {
  return { scope: number, category_key, unit, quantity, market_based_kg: "1000", entry_count: 1 };
}
