import { ownCurrency } from "../../../core/currency.ts";
import { type EnergyCarrier, energyCarriers } from "./energy.ts";
import type { ReportTerms } from "../report.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { vsmeCatalog, type VsmeCatalog } from "./catalog.ts";
import { conditionHolds } from "./condition.ts";
import type { Datapoint } from "./datapoint.ts";
import { putDerived } from "./derived.ts";
import { cellKey, UnroundedFacts } from "./unrounded-facts.ts";
import type { Fact } from "./fact.ts";
import { putInputs } from "./input-facts.ts";
import { contradictedStatements, STATED_NONE } from "./known-gases.ts";
import { putEnergy } from "./ledger-energy.ts";
import { putGases } from "./ledger-gas.ts";
import { putMaterials, putWaste, putWater } from "./ledger-resources.ts";
import { putTargets } from "./ledger-targets.ts";
import { putOmittedDisclosures } from "./omitted-disclosures.ts";
import { factId, hasPeriod, namedFact, type NamingTerms } from "./name-facts.ts";

/** What a report is made of before it is written down. */
export interface VsmeFacts {
  /** The datapoints of the modules that the report has, in its order. */
  readonly datapoints: readonly Datapoint[];
  readonly catalog: VsmeCatalog;
  readonly unroundedFacts: UnroundedFacts;
  readonly facts: readonly Fact[];
  /** Ids of the datapoints that have facts. */
  readonly reported: ReadonlySet<string>;
  readonly carriers: readonly EnergyCarrier[];
  /** ISO 4217. */
  readonly currency: string;
}

const MODULE_OPTIONS = {
  vsme_basic: "vsme:OptionABasicModuleOnlyMember",
  vsme_comprehensive: "vsme:OptionBBasicModuleAndComprehensiveModuleMember",
} as const;

/** The facts of a VSME report: answers of people, then the ledger, then what follows from both. The same snapshot and terms give the same. */
export function vsmeFacts(snapshot: Snapshot, terms: Pick<ReportTerms, "standard_type" | "language">): VsmeFacts {
  const catalog = vsmeCatalog();
  const unroundedFacts = new UnroundedFacts(omitted(snapshot));
  const isBasic = terms.standard_type !== "vsme_comprehensive";
  putInputs(unroundedFacts, catalog, snapshot.inputs);
  const carriers = putLedger(unroundedFacts, snapshot, terms.language);
  const option = MODULE_OPTIONS[isBasic ? "vsme_basic" : "vsme_comprehensive"];
  const provenance = { source: "derived" as const, derived_from: [] };
  unroundedFacts.put({ datapoint: "BasisForPreparation", member: null, value: { given: option }, provenance });
  putDerived(unroundedFacts, snapshot);
  const datapoints = catalog.datapoints.filter(({ section }) => !isBasic || section.startsWith("B"));
  putOmittedDisclosures(unroundedFacts, catalog, { datapoints, inputs: snapshot.inputs });
  const currency = currencyOf(unroundedFacts, snapshot);
  const naming = {
    catalog,
    unroundedFacts,
    terms: { ...terms, snapshot, currency, explains_rates: tellsUnknown(snapshot) },
  };
  return { datapoints, catalog, unroundedFacts, ...writtenFacts(datapoints, naming), carriers, currency };
}

interface Naming {
  readonly catalog: VsmeCatalog;
  readonly unroundedFacts: UnroundedFacts;
  readonly terms: NamingTerms;
}

/** The unrounded facts that a report tells, in the order of the datapoints, rounded and named. */
export function writtenFacts(datapoints: readonly Datapoint[], naming: Naming): Pick<VsmeFacts, "facts" | "reported"> {
  const { catalog, unroundedFacts } = naming;
  const rows = datapoints.filter((row) => isReported(row, unroundedFacts) && unroundedFacts.hasAny(row.id));
  const facts = rows.flatMap((row) =>
    ordered(unroundedFacts, row, catalog).map((unrounded) => namedFact(unrounded, row, naming)),
  );
  return { facts: withFactIds(facts, catalog, unroundedFacts), reported: new Set(rows.map(({ id }) => id)) };
}

/**
 * Omitted as classified or sensitive (24 b), or said not to apply: not reported, even where the ledger knows it. So are
 * statements of no emissions that the ledger contradicts; that they were made is told as a contradiction.
 */
export function omitted(snapshot: Snapshot): ReadonlySet<string> {
  const kept = snapshot.inputs.filter(({ status }) => status !== "reported");
  const untrue = contradictedStatements(snapshot).map(({ source }) => cellKey(STATED_NONE, source));
  return new Set([...kept.map(({ datapoint, member }) => cellKey(datapoint, member)), ...untrue]);
}

function putLedger(
  unroundedFacts: UnroundedFacts,
  snapshot: Snapshot,
  language: "da" | "en",
): readonly EnergyCarrier[] {
  const { facts, inputs } = snapshot;
  const carriers = energyCarriers(facts.measured, inputs);
  putGases(unroundedFacts, snapshot);
  putEnergy(unroundedFacts, carriers);
  putWater(unroundedFacts, facts.measured);
  putWaste(unroundedFacts, facts.measured);
  putMaterials(unroundedFacts, facts.measured, (key) => snapshot.category_names[key]?.[language] ?? key);
  putTargets(unroundedFacts, snapshot);
  return carriers;
}

/** The currency of the report: the company's answer, or its country's. */
function currencyOf(unroundedFacts: UnroundedFacts, { company }: Snapshot): string {
  const answer = unroundedFacts.known("ReportCurrency");
  return typeof answer === "string" && /^[A-Z]{3}$/.test(answer) ? answer : (ownCurrency(company.country) ?? "EUR");
}

/** What does not apply is not reported, whatever is known; what only serves other figures never is. */
function isReported(row: Datapoint, unroundedFacts: UnroundedFacts): boolean {
  if (row.requirement === "helper" || !hasPeriod(row, unroundedFacts)) return false;
  return conditionHolds(row.condition, (id) => unroundedFacts.known(id)) !== false;
}

/** Rows of a list in the list's order, rows with keys of their own by key: the order of the answers means nothing. */
function ordered(unroundedFacts: UnroundedFacts, { id, axis_list }: Datapoint, { lists }: VsmeCatalog) {
  const rows = unroundedFacts.rows(id);
  const list = axis_list === null ? undefined : lists.get(axis_list);
  if (list === undefined) return rows.toSorted((a, b) => compareKeys(a.member ?? "", b.member ?? ""));
  const positions = new Map([...list.keys()].map((member, position) => [member, position]));
  return rows.toSorted((a, b) => (positions.get(a.member ?? "") ?? 0) - (positions.get(b.member ?? "") ?? 0));
}

/** Numbers by size, "2" before "10", then texts by code point: a total order, the same on every machine. */
function compareKeys(a: string, b: string): number {
  const isNumber = (key: string) => /^\d{1,9}$/.test(key);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  if (isNumber(a) && Number(a) !== Number(b)) return Number(a) - Number(b);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Sources of a derived figure as ids of facts that the report has: a breakdown stands for its rows, a row for its own member. */
function withFactIds(facts: readonly Fact[], catalog: VsmeCatalog, unroundedFacts: UnroundedFacts): Fact[] {
  const positions = new Map(facts.map(({ id }, position) => [id, position]));
  const cells = new Map(
    [...catalog.by_id.values()].flatMap((row) =>
      unroundedFacts.rows(row.id).map(({ member }) => [cellKey(row.id, member), factId(row, member)] as const),
    ),
  );
  const idsOf = (source: string, ofMember: string | null) => {
    const row = catalog.by_id.get(source);
    if (row === undefined) return [cells.get(source) ?? ""];
    const members = unroundedFacts.rows(source).map(({ member }) => member);
    const factMembers = members.filter((member) => ofMember === null || row.axis_list === null || member === ofMember);
    return factMembers.map((member) => factId(row, member));
  };
  return facts.map((fact) => {
    const { derived_from, ...provenance } = fact.provenance;
    if (derived_from === undefined) return fact;
    const member = Object.values(fact.dimensions)[0] ?? null;
    const ids = derived_from.flatMap((source) => idsOf(source, member)).filter((id) => positions.has(id));
    ids.sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
    return { ...fact, provenance: { ...provenance, derived_from: ids } };
  });
}
