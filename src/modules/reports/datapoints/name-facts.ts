import { formatNumber } from "../../../core/number-format.ts";
import { roundedTo } from "../../../core/quantity.ts";
import type { ReportTerms } from "../report.ts";
import { memberLabel, type VsmeCatalog } from "./catalog.ts";
import type { Datapoint } from "./datapoint.ts";
import type { UnroundedFact, UnroundedFacts } from "./unrounded-facts.ts";
import type { Fact, FactValue } from "./fact.ts";
import { formerLabel } from "./former-labels.ts";
import { hasFormerLabels, type Snapshot } from "../snapshot/snapshot.ts";
import { namedPeriod, reportedYear } from "../snapshot/snapshot-years.ts";

/** What naming a fact needs. */
export interface NamingTerms extends Pick<ReportTerms, "language"> {
  readonly snapshot: Pick<Snapshot, "format" | "report_year" | "financial_year">;
  readonly currency: string;
  /** Whether a rate says per what it is counted; reports of snapshots of format 4 did not. */
  readonly explains_rates: boolean;
}

const YES_NO = { da: ["Ja", "Nej"], en: ["Yes", "No"] } as const;
const REPORTING_SCOPES = "vsme:ReportingScopesAxis";

/** An unrounded fact as the report tells it: rounded, named in its language, with its period and dimensions. */
export function namedFact(
  unrounded: UnroundedFact,
  row: Datapoint,
  naming: { catalog: VsmeCatalog; unroundedFacts: UnroundedFacts; terms: NamingTerms },
): Fact {
  const { catalog, unroundedFacts, terms } = naming;
  const value = factValue(unrounded, row);
  return {
    id: factId(row, unrounded.member),
    section: row.section,
    concept: row.concept,
    label:
      labelOf(row, unrounded.member, catalog, terms) +
      (terms.explains_rates ? rateNote(row, unroundedFacts, terms) : ""),
    kind: row.kind,
    value,
    value_label: valueLabel(value, row, catalog, terms),
    unit: unitOf(row, terms),
    decimals: row.decimals,
    period: periodOf(row, unroundedFacts, terms),
    dimensions: dimensionsOf(row, unrounded.member),
    provenance: unrounded.provenance,
  };
}

/** The place of money is the currency: `iso4217:DKK`, or a million of it, which no XBRL unit is. */
function unitOf({ unit }: Datapoint, { currency }: NamingTerms): string | null {
  return unit?.replace("million money", `million ${currency}`).replace("money", `iso4217:${currency}`) ?? null;
}

/** The datapoint's id and, for a row or member of a list, its name: what stays the same from report to report. */
export function factId({ id, axis_list }: Datapoint, member: string | null): string {
  if (member === null) return id;
  return `${id}.${axis_list === "typed" ? member : member.slice(member.indexOf(":") + 1)}`;
}

function factValue({ value }: UnroundedFact, { decimals }: Datapoint): FactValue {
  if (!("amount" in value)) return value.given;
  return roundedTo(value.amount, decimals ?? 0);
}

function labelOf(row: Datapoint, member: string | null, catalog: VsmeCatalog, terms: NamingTerms): string {
  const label = terms.language === "da" ? row.label_da : row.label_en;
  if (member === null || row.axis_list === null || row.axis_list === "typed") return label;
  const name = memberName(catalog, row.axis_list, member, terms);
  // Emissions of a category go by its name alone; what else is told per category says what it is.
  return row.axis_list === "scope3_category" && row.kind === "number" ? name : `${label}: ${name}`;
}

/** The label of a member as reports of that snapshot tell it. */
function memberName(catalog: VsmeCatalog, list: string, member: string, { language, snapshot }: NamingTerms): string {
  const former = language === "da" && hasFormerLabels(snapshot) ? formerLabel(member) : undefined;
  return former ?? memberLabel(catalog, list, member, language);
}

type Note = Readonly<Record<"da" | "en", string>>;
const WOMEN_PER_MAN: Note = { da: "kvinder pr. mand", en: "women per man" };
/** Per what a figure is counted whose unit in the taxonomy is a pure number. */
const COUNTED_PER: Readonly<Record<string, Note>> = {
  // VSME 41 (a): the hours that 100 full-time employees work in a year.
  RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod: {
    da: "ulykker pr. 200.000 arbejdstimer",
    en: "accidents per 200,000 hours worked",
  },
  GenderDiversityRatioInGovernanceBody: WOMEN_PER_MAN,
  FemaleToMaleRatioAtManagementLevelForTheReportingPeriod: WOMEN_PER_MAN,
};
const HOURS: Note = { da: "timer i året", en: "hours in the year" };

/** " (accidents per 200,000 hours worked; 26,850 hours in the year)"; nothing for what has a unit. */
function rateNote({ id }: Datapoint, unroundedFacts: UnroundedFacts, { language }: NamingTerms): string {
  const per = COUNTED_PER[id]?.[language];
  if (per === undefined) return "";
  const { derived_from = [] } = unroundedFacts.get(id)?.provenance ?? {};
  const hours = derived_from.includes("TotalHoursWorked") ? unroundedFacts.amount("TotalHoursWorked") : null;
  return hours === null ? ` (${per})` : ` (${per}; ${formatNumber(Number(hours), language)} ${HOURS[language]})`;
}

function valueLabel(value: FactValue, row: Datapoint, catalog: VsmeCatalog, terms: NamingTerms): string | null {
  if (typeof value === "boolean") return YES_NO[terms.language][value ? 0 : 1];
  if (row.value_list === null) return null;
  const list = row.value_list;
  const members = Array.isArray(value) ? value : [String(value)];
  return members.map((member) => memberName(catalog, list, member, terms)).join("; ");
}

/** Figures of a target's base and target year are of those years. */
function periodOf(row: Datapoint, unroundedFacts: UnroundedFacts, { snapshot }: NamingTerms): Fact["period"] {
  const isOfTarget = row.axis === REPORTING_SCOPES;
  const { from, to } = isOfTarget
    ? namedPeriod(snapshot, Number(targetYear(row, unroundedFacts)))
    : reportedYear(snapshot);
  return row.period === "instant" ? { instant: to } : { from, to };
}

function targetYear({ fixed_member }: Datapoint, unroundedFacts: UnroundedFacts): string {
  const id = fixed_member === "vsme:BaselineYearMember" ? BASE_YEAR : TARGET_YEAR;
  return String(unroundedFacts.known(id));
}

const BASE_YEAR = "GreenhouseGasEmissionReductionTargetBaseYear";
const TARGET_YEAR = "GreenhouseGasEmissionReductionTargetYear";

/** Whether a figure has its period: those of a target have none as long as its years are not known. */
export function hasPeriod({ axis, fixed_member }: Datapoint, unroundedFacts: UnroundedFacts): boolean {
  if (axis !== REPORTING_SCOPES) return true;
  return unroundedFacts.hasAny(fixed_member === "vsme:BaselineYearMember" ? BASE_YEAR : TARGET_YEAR);
}

function dimensionsOf({ axis, fixed_member }: Datapoint, member: string | null): Record<string, string> {
  if (axis === null) return {};
  const name = fixed_member ?? member;
  return name === null ? {} : { [axis]: name };
}
