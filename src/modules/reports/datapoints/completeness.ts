import { type Decimal, decimalSum, roundedNumber } from "../../../core/quantity.ts";
import { energyCarriers } from "./energy.ts";
import { LEDGER_DOUBT, yearDoubts } from "./ledger-doubts.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { conditionHolds, conditionTerms } from "./condition.ts";
import type { Datapoint } from "./datapoint.ts";
import { memberLabel, vsmeCatalog } from "./catalog.ts";
import { DERIVED, halfGivenWaste, type Rule } from "./derived.ts";
import type { UnroundedFacts } from "./unrounded-facts.ts";
import { E1_DERIVED, E1_GAS_TOTALS } from "./esrs-e1-derived.ts";
import type { MissingDatapoint, ReportSection } from "./fact.ts";
import { materialAmounts, type ResourceAmount, waterAmount, wasteAmounts } from "./ledger-resources.ts";
import { wasteTable } from "./carriers.ts";
import { contradictions } from "./contradictions.ts";
import { GAS_TOTALS } from "./ledger-gas.ts";
import { sectionTitle } from "./section-titles.ts";
import { unknownGasText } from "./unknown-gases.ts";
import type { VsmeFacts } from "./vsme-facts.ts";

type Language = "da" | "en";

/** What the disclosures of any standard are judged by. */
export type StandardFacts = Pick<VsmeFacts, "datapoints" | "unroundedFacts" | "reported" | "facts">;

/** Of all standards: they share no figure. */
const RULES: readonly Pick<Rule, "datapoint" | "from">[] = [...DERIVED, ...E1_DERIVED, ...GAS_TOTALS, ...E1_GAS_TOTALS];

/** What one datapoint is in a report. */
export type DatapointStatus = "reported" | "omitted" | "not_applicable" | "missing_input" | "optional";

/**
 * The status of every datapoint that a report could have. omitted and not_applicable are answers of people, or follow from
 * an answer about what applies; optional: the standard says "may", or whether it applies is itself not known yet.
 */
export function datapointStatuses(
  { datapoints, unroundedFacts, reported }: Pick<VsmeFacts, "datapoints" | "unroundedFacts" | "reported">,
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
    const holds = conditionHolds(row.condition, (id) => unroundedFacts.known(id));
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
    const doubts = sectionDoubts(rows, vsme, snapshot, language);
    return {
      id,
      title: titleOf(id, language),
      status: doubts.length > 0 ? "missing_input" : sectionStatus(rows, statuses, vsme, snapshot),
      fact_ids,
      missing: [
        ...doubts,
        ...lacking.map((row) => missingDatapoint(row, vsme, { statuses, stakes, language, snapshot })),
      ],
    };
  });
}

/** The disclosure of the emissions themselves. */
const GAS_DATAPOINTS: ReadonlySet<string> = new Set(["GrossScope1GreenhouseGasEmissions", "E1GrossScope1"]);

/** What keeps a disclosure from being whole though its datapoints are there: a part of a year, and what contradicts itself. */
function sectionDoubts(
  rows: readonly Datapoint[],
  { datapoints }: StandardFacts,
  snapshot: Snapshot,
  language: Language,
): MissingDatapoint[] {
  if (!tellsUnknown(snapshot)) return [];
  const doubt = (datapoint: string, texts: Readonly<Record<Language, string>>, at_stake: number) => ({
    datapoint,
    description: texts[language],
    kg_co2e_at_stake: null,
    datapoints_at_stake: at_stake,
  });
  const ids = new Set(rows.map(({ id }) => id));
  const datapointIds = new Set(datapoints.map(({ id }) => id));
  const year = rows.some(({ id }) => GAS_DATAPOINTS.has(id)) ? yearDoubts(snapshot) : [];
  const contradicting = contradictions(snapshot).flatMap(({ message, datapoints: of }) => {
    const named = of.filter((datapoint) => datapointIds.has(datapoint));
    // The parts of a sum are told after it: what does not add up is doubted where the parts are asked for.
    const last = named.at(-1);
    return last !== undefined && ids.has(last) ? [doubt(last, message, named.length)] : [];
  });
  return [...year.map((texts) => doubt(LEDGER_DOUBT, texts, 0)), ...contradicting];
}

/** A disclosure of which only "does not apply" is known does not apply. */
function sectionStatus(
  rows: readonly Datapoint[],
  statuses: ReadonlyMap<string, DatapointStatus>,
  { unroundedFacts }: StandardFacts,
  snapshot: Snapshot,
): ReportSection["status"] {
  const has = (status: DatapointStatus) => rows.some(({ id }) => statuses.get(id) === status);
  if (has("missing_input")) return "missing_input";
  const isQuestion = ({ concept, kind }: Datapoint) => concept.startsWith("cl:") && kind === "boolean";
  const tells = rows.some(
    (row) => statuses.get(row.id) === "reported" && !(isQuestion(row) && unroundedFacts.known(row.id) === false),
  );
  if (tells) return "reported";
  if (has("omitted")) return "omitted";
  // What decides is asked in another disclosure, and has no answer yet: also whether what is voluntary applies at all.
  const mayApply: readonly Datapoint["requirement"][] = tellsUnknown(snapshot)
    ? ["if_applicable", "may"]
    : ["if_applicable"];
  const isOpen = rows.some(
    (row) =>
      mayApply.includes(row.requirement) &&
      statuses.get(row.id) === "optional" &&
      conditionHolds(row.condition, (id) => unroundedFacts.known(id)) === null,
  );
  return isOpen ? "missing_input" : "not_applicable";
}

interface Terms {
  readonly statuses: ReadonlyMap<string, DatapointStatus>;
  readonly stakes: ReadonlyMap<string, Decimal>;
  readonly language: Language;
  readonly snapshot: Snapshot;
}

function missingDatapoint(
  row: Datapoint,
  { datapoints, unroundedFacts }: StandardFacts,
  { statuses, stakes, language, snapshot }: Terms,
): MissingDatapoint {
  const kg = stakes.get(row.id);
  const label = language === "da" ? row.label_da : row.label_en;
  const reason = unknownGasText(row.id, snapshot) ?? halfGivenText(row.id, unroundedFacts, snapshot);
  return {
    datapoint: row.id,
    description: reason === null ? label : `${label}: ${reason[language]}`,
    kg_co2e_at_stake: kg === undefined ? null : roundedNumber(kg),
    datapoints_at_stake: dependents(row.id, datapoints, statuses).size,
  };
}

const WASTE_TOTALS: ReadonlySet<string> = new Set([
  "TotalWasteRecycledReusedAndDirectedToDisposalMass",
  "TotalHazardousWasteGeneratedMass",
  "TotalNonHazardousWasteGeneratedMass",
]);

/** Why a total of waste is missing though people gave amounts. */
function halfGivenText(
  id: string,
  unroundedFacts: UnroundedFacts,
  snapshot: Snapshot,
): Readonly<Record<Language, string>> | null {
  if (!tellsUnknown(snapshot) || !WASTE_TOTALS.has(id)) return null;
  const kinds = halfGivenWaste(unroundedFacts, "Mass");
  if (kinds.length === 0) return null;
  const names = (language: Language) =>
    kinds.map((kind) => memberLabel(vsmeCatalog(), "waste", kind, language)).join("; ");
  return {
    en: `only what was recycled or what was disposed of is given, and the other is not known. State 0 where there was none: ${names("en")}`,
    da: `kun det genanvendte eller det bortskaffede er oplyst, og det andet er ukendt. Oplys 0, hvor der intet var: ${names("da")}`,
  };
}

/** The datapoint and all that cannot be told before it is: what it decides about, and what is calculated from it. */
function dependents(
  id: string,
  datapoints: readonly Datapoint[],
  statuses: ReadonlyMap<string, DatapointStatus>,
): ReadonlySet<string> {
  const datapointIds = new Set([id]);
  for (const datapointId of datapointIds) {
    for (const row of datapoints) {
      const isOpen = row.requirement !== "helper" && statuses.get(row.id) !== "reported";
      const decided =
        row.condition !== null && conditionTerms(row.condition).some((term) => term.datapoint === datapointId);
      if (isOpen && decided) datapointIds.add(row.id);
    }
    for (const { datapoint, from } of RULES) {
      if (from.includes(datapointId) && statuses.has(datapoint) && statuses.get(datapoint) !== "reported")
        datapointIds.add(datapoint);
    }
  }
  return datapointIds;
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
