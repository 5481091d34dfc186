import { europeanIdentifier } from "../european-identifier.ts";
import { labelled, type CellPlan, type PlannedValue } from "./cell-plan.ts";
import { parsePosition } from "./cell-position.ts";
import type { WordSource } from "./cell-values.ts";
import type { FilledDocument, ReportedFacts } from "./reported-facts.ts";
import { knownRange } from "./template-tables.ts";

const GENERAL = "General Information";
const ENVIRONMENT = "Environmental Disclosures";
const SOCIAL = "Social Disclosures";
const GOVERNANCE = "Governance Disclosures";

/** Year, month and day of the two ends of the reporting period; the template builds its dates from them. */
const PERIOD_CELLS = { from: ["D6", "D7", "D8"], to: ["D10", "D11", "D12"] } as const;

/** Year, month and day on which a transition plan is to be adopted. */
const ADOPTION_CELLS = ["I59", "I60", "I61"] as const;

type Put = (sheet: string, cell: string, value: PlannedValue, label: string) => void;

/** Who reports, about which period and in which currency. */
export function placeReportItself(plan: CellPlan, document: FilledDocument): void {
  const put = putter(plan);
  const { company, currency, period } = document;
  placeNamed(plan, "template_reporting_entity_name", company.name);
  placeNamed(plan, "template_currency", currency);
  const identifier = europeanIdentifier(company);
  // Without one the workbook shows that it is missing.
  if (identifier !== null) {
    placeNamed(plan, "template_reporting_entity_identifier_scheme", "EU ID");
    placeNamed(plan, "template_reporting_entity_identifier", identifier);
  }
  for (const end of ["from", "to"] as const) {
    placeDate(put, GENERAL, PERIOD_CELLS[end], period[end]);
  }
}

function placeNamed(plan: CellPlan, name: string, value: string): void {
  const { sheet, first } = knownRange(name);
  plan.put(sheet, first, value, labelled(name));
}

/**
 * Cells whose values follow from several datapoints: the plan for the transition, the hours behind the accident rate
 * and the exclusion from benchmarks.
 */
export function placeSpecialCells(plan: CellPlan, facts: ReportedFacts, { dropDowns }: WordSource): void {
  const put = putter(plan);
  const adoption = facts.valueOf("DateOfAdoptionOfTransitionPlanForUndertakingNotHavingAdoptedTransitionPlanYet");
  if (facts.valueOf("HasTransitionPlan") === true || isTransitionPlanDescribed(facts)) {
    put(ENVIRONMENT, "D57", dropDowns.wordFor("enum_ImplementationStatus", "transition_plan", "adopted"), "plan");
  } else if (typeof adoption === "string") {
    put(ENVIRONMENT, "D57", dropDowns.wordFor("enum_ImplementationStatus", "transition_plan", "planned"), "plan");
    placeDate(put, ENVIRONMENT, ADOPTION_CELLS, adoption);
  }
  const [hours, employees] = [facts.valueOf("TotalHoursWorked"), facts.valueOf("NumberOfEmployees")];
  const isRated = facts.isReported("RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod");
  if (isRated && typeof hours === "number" && typeof employees === "number" && employees > 0) {
    put(SOCIAL, "D141", hours / employees, "TotalHoursWorked");
  }
  // A yes would need one of four boxes, and a report does not say which of the four reasons it is.
  const excluded = "UndertakingsAreExcludedFromAnyEuReferenceBenchmarksThatAreAlignedWithTheParisAgreement";
  if (facts.valueOf(excluded) === false) put(GOVERNANCE, "H26", true, excluded);
}

function isTransitionPlanDescribed(facts: ReportedFacts): boolean {
  return facts.isReported(
    "DescriptionOfATransitionPlanForClimateChangeMitigationIncludingAnExplanationOfHowItIsContributingToReduceGhgEmissions",
  );
}

function placeDate(put: Put, sheet: string, cells: readonly string[], date: string): void {
  for (const [index, part] of date.split("-").entries()) put(sheet, cells[index] ?? "", Number(part), date);
}

function putter(plan: CellPlan): Put {
  return (sheet, cell, value, label) => {
    const position = parsePosition(cell);
    if (position === null) throw new Error(`${cell} is not a cell`);
    plan.put(sheet, position, value, labelled(label));
  };
}
