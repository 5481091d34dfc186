import { type Decimal, decimalSum, roundedNumber } from "../../../core/quantity.ts";
import { energyCarriers } from "../energy.ts";
import type { Snapshot } from "../snapshot.ts";
import { conditionHolds, conditionTerms } from "./condition.ts";
import type { Datapoint } from "./datapoint.ts";
import { DERIVED } from "./derived.ts";
import { E1_DERIVED } from "./esrs-e1-derived.ts";
import type { MissingDatapoint, ReportSection } from "./fact.ts";
import { materialAmounts, type ResourceAmount, waterAmount, wasteAmounts } from "./ledger-resources.ts";
import { wasteTable } from "./carriers.ts";
import { sectionTitle } from "./section-titles.ts";
import type { VsmeFacts } from "./vsme-facts.ts";

type Language = "da" | "en";

/** What the disclosures of any standard are judged by. */
export type StandardFacts = Pick<VsmeFacts, "datapoints" | "drafts" | "reported" | "facts">;

/** Of all standards: they share no figure. */
const RULES = [...DERIVED, ...E1_DERIVED];

/** What one datapoint is in a report. */
export type DatapointStatus = "reported" | "omitted" | "not_applicable" | "missing_input" | "optional";

/**
 * The status of every datapoint that a report could have. omitted and not_applicable are answers of people, or follow from
 * an answer about what applies; optional: the standard says "may", or whether it applies is itself not known yet.
 */
export function datapointStatuses(
  { datapoints, drafts, reported }: Pick<VsmeFacts, "datapoints" | "drafts" | "reported">,
  { inputs }: Pick<Snapshot, "inputs">,
): ReadonlyMap<string, DatapointStatus> {
  const said = new Map(
    inputs.filter(({ member }) => member === null).map(({ datapoint, status }) => [datapoint, status]),
  );
  const statusOf = (row: Datapoint): DatapointStatus => {
    if (row.requirement === "helper") return "optional";
    if (reported.has(row.id)) return "reported";
    const answer = said.get(row.id);
    if (answer === "omitted" || answer === "not_applicable") return answer;
    const holds = conditionHolds(row.condition, (id) => drafts.known(id));
    if (holds === false) return "not_applicable";
    const isAsked = row.requirement === "always" || (row.requirement === "if_applicable" && row.condition !== null);
    return isAsked && holds === true ? "missing_input" : "optional";
  };
  return new Map(datapoints.map((row) => [row.id, statusOf(row)]));
}

/** The disclosures in the standard's order, with what they report and lack. */
export function reportSections(
  vsme: StandardFacts,
  snapshot: Snapshot,
  language: Language,
  titleOf: (section: string, language: Language) => string = sectionTitle,
): ReportSection[] {
  const statuses = datapointStatuses(vsme, snapshot);
  const stakes = kgAtStake(snapshot);
  const ids = [...new Set(vsme.datapoints.map(({ section }) => section))];
  return ids.map((id) => {
    const rows = vsme.datapoints.filter(({ section }) => section === id);
    const lacking = rows.filter((row) => statuses.get(row.id) === "missing_input");
    const fact_ids = vsme.facts.filter(({ section }) => section === id).map((fact) => fact.id);
    return {
      id,
      title: titleOf(id, language),
      status: sectionStatus(rows, statuses, vsme),
      fact_ids,
      missing: lacking.map((row) => missingDatapoint(row, vsme, { statuses, stakes, language })),
    };
  });
}

/** A disclosure of which only "does not apply" is known does not apply. */
function sectionStatus(
  rows: readonly Datapoint[],
  statuses: ReadonlyMap<string, DatapointStatus>,
  { drafts }: StandardFacts,
): ReportSection["status"] {
  const has = (status: DatapointStatus) => rows.some(({ id }) => statuses.get(id) === status);
  if (has("missing_input")) return "missing_input";
  const isQuestion = ({ concept, kind }: Datapoint) => concept.startsWith("cl:") && kind === "boolean";
  const tells = rows.some(
    (row) => statuses.get(row.id) === "reported" && !(isQuestion(row) && drafts.known(row.id) === false),
  );
  if (tells) return "reported";
  if (has("omitted")) return "omitted";
  // What decides is asked in another disclosure, and has no answer yet.
  const isOpen = rows.some(
    (row) =>
      row.requirement === "if_applicable" &&
      statuses.get(row.id) === "optional" &&
      conditionHolds(row.condition, (id) => drafts.known(id)) === null,
  );
  return isOpen ? "missing_input" : "not_applicable";
}

interface Terms {
  readonly statuses: ReadonlyMap<string, DatapointStatus>;
  readonly stakes: ReadonlyMap<string, Decimal>;
  readonly language: Language;
}

function missingDatapoint(
  row: Datapoint,
  { datapoints }: StandardFacts,
  { statuses, stakes, language }: Terms,
): MissingDatapoint {
  const kg = stakes.get(row.id);
  return {
    datapoint: row.id,
    description: language === "da" ? row.label_da : row.label_en,
    kg_co2e_at_stake: kg === undefined ? null : roundedNumber(kg),
    datapoints_at_stake: dependents(row.id, datapoints, statuses).size,
  };
}

/** The datapoint and all that cannot be told before it is: what it decides about, and what is calculated from it. */
function dependents(
  id: string,
  datapoints: readonly Datapoint[],
  statuses: ReadonlyMap<string, DatapointStatus>,
): ReadonlySet<string> {
  const found = new Set([id]);
  for (const one of found) {
    for (const row of datapoints) {
      const isOpen = row.requirement !== "helper" && statuses.get(row.id) !== "reported";
      const decided = row.condition !== null && conditionTerms(row.condition).some((term) => term.datapoint === one);
      if (isOpen && decided) found.add(row.id);
    }
    for (const { datapoint, from } of RULES) {
      if (from.includes(one) && statuses.has(datapoint) && statuses.get(datapoint) !== "reported") found.add(datapoint);
    }
  }
  return found;
}

/** kg CO2e of the ledger's entries whose quantity is not known, by the datapoint that lacks it. */
function kgAtStake({ facts: { measured }, inputs }: Snapshot): ReadonlyMap<string, Decimal> {
  const unmeasured = (rows: readonly Pick<ResourceAmount, "amount" | "market_based_kg">[]) =>
    decimalSum(rows.filter(({ amount }) => amount === null).map(({ market_based_kg }) => market_based_kg));
  const water = waterAmount(measured);
  const waste = (hazardous: boolean) =>
    wasteAmounts(measured).filter(({ category_key }) => wasteTable().get(category_key)?.hazardous === hazardous);
  const energy = energyCarriers(measured, inputs).map(({ mwh, ...carrier }) => ({ ...carrier, amount: mwh }));
  const all: [string, Decimal][] = [
    ["TotalEnergyConsumption", unmeasured(energy)],
    ["TotalAmountOfWaterWithdrawnFromAllSites", unmeasured(water === null ? [] : [water])],
    ["TotalHazardousWasteGeneratedMass", unmeasured(waste(true))],
    ["TotalNonHazardousWasteGeneratedMass", unmeasured(waste(false))],
    ["WeightOfMaterialUsed", unmeasured(materialAmounts(measured))],
    ["TotalMassOfMaterialUsed", unmeasured(materialAmounts(measured))],
  ];
  return new Map(all.filter(([, kg]) => !kg.eq(0)));
}

/** Missing datapoints that are there as soon as another missing one is: asking for that one is enough. */
export function followUps(sections: readonly ReportSection[]): ReadonlySet<string> {
  const missing = new Set(sections.flatMap((section) => section.missing.map(({ datapoint }) => datapoint)));
  const follows = RULES.filter(({ datapoint, from }) => missing.has(datapoint) && from.some((id) => missing.has(id)));
  return new Set(follows.map(({ datapoint }) => datapoint));
}
