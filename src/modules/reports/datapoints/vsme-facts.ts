import { ownCurrency } from "../../../core/currency.ts";
import { type EnergyCarrier, energyCarriers } from "./energy.ts";
import type { ReportTerms } from "../report.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { vsmeCatalog, type VsmeCatalog } from "./catalog.ts";
import { conditionHolds } from "./condition.ts";
import type { Datapoint } from "./datapoint.ts";
import { putDerived } from "./derived.ts";
import { cellKey, Drafts } from "./drafts.ts";
import type { Fact } from "./fact.ts";
import { putInputs } from "./input-drafts.ts";
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
  readonly drafts: Drafts;
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
  const drafts = new Drafts(omitted(snapshot));
  const isBasic = terms.standard_type !== "vsme_comprehensive";
  putInputs(drafts, catalog, snapshot.inputs);
  const carriers = putLedger(drafts, snapshot, terms.language);
  const option = MODULE_OPTIONS[isBasic ? "vsme_basic" : "vsme_comprehensive"];
  const provenance = { source: "derived" as const, derived_from: [] };
  drafts.put({ datapoint: "BasisForPreparation", member: null, value: { given: option }, provenance });
  putDerived(drafts, snapshot);
  const datapoints = catalog.datapoints.filter(({ section }) => !isBasic || section.startsWith("B"));
  putOmittedDisclosures(drafts, catalog, { datapoints, inputs: snapshot.inputs });
  const currency = currencyOf(drafts, snapshot);
  const naming = {
    catalog,
    drafts,
    terms: { ...terms, snapshot, currency, explains_rates: tellsUnknown(snapshot) },
  };
  return { datapoints, catalog, drafts, ...writtenFacts(datapoints, naming), carriers, currency };
}

interface Naming {
  readonly catalog: VsmeCatalog;
  readonly drafts: Drafts;
  readonly terms: NamingTerms;
}

/** The drafts that a report tells, in the order of the datapoints, rounded and named. */
export function writtenFacts(datapoints: readonly Datapoint[], naming: Naming): Pick<VsmeFacts, "facts" | "reported"> {
  const { catalog, drafts } = naming;
  const rows = datapoints.filter((row) => isReported(row, drafts) && drafts.hasAny(row.id));
  const facts = rows.flatMap((row) => ordered(drafts, row, catalog).map((draft) => namedFact(draft, row, naming)));
  return { facts: withFactIds(facts, catalog, drafts), reported: new Set(rows.map(({ id }) => id)) };
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

function putLedger(drafts: Drafts, snapshot: Snapshot, language: "da" | "en"): readonly EnergyCarrier[] {
  const { facts, inputs } = snapshot;
  const carriers = energyCarriers(facts.measured, inputs);
  putGases(drafts, snapshot);
  putEnergy(drafts, carriers);
  putWater(drafts, facts.measured);
  putWaste(drafts, facts.measured);
  putMaterials(drafts, facts.measured, (key) => snapshot.category_names[key]?.[language] ?? key);
  putTargets(drafts, snapshot);
  return carriers;
}

/** The currency of the report: the company's answer, or its country's. */
function currencyOf(drafts: Drafts, { company }: Snapshot): string {
  const answer = drafts.known("ReportCurrency");
  return typeof answer === "string" && /^[A-Z]{3}$/.test(answer) ? answer : (ownCurrency(company.country) ?? "EUR");
}

/** What does not apply is not reported, whatever is known; what only serves other figures never is. */
function isReported(row: Datapoint, drafts: Drafts): boolean {
  if (row.requirement === "helper" || !hasPeriod(row, drafts)) return false;
  return conditionHolds(row.condition, (id) => drafts.known(id)) !== false;
}

/** Rows of a list in the list's order, rows with keys of their own by key: the order of the answers means nothing. */
function ordered(drafts: Drafts, { id, axis_list }: Datapoint, { lists }: VsmeCatalog) {
  const rows = drafts.rows(id);
  const list = axis_list === null ? undefined : lists.get(axis_list);
  if (list === undefined) return rows.toSorted((a, b) => compareKeys(a.member ?? "", b.member ?? ""));
  const places = new Map([...list.keys()].map((member, place) => [member, place]));
  return rows.toSorted((a, b) => (places.get(a.member ?? "") ?? 0) - (places.get(b.member ?? "") ?? 0));
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
function withFactIds(facts: readonly Fact[], catalog: VsmeCatalog, drafts: Drafts): Fact[] {
  const places = new Map(facts.map(({ id }, place) => [id, place]));
  const cells = new Map(
    [...catalog.by_id.values()].flatMap((row) =>
      drafts.rows(row.id).map(({ member }) => [cellKey(row.id, member), factId(row, member)] as const),
    ),
  );
  const idsOf = (source: string, ofMember: string | null) => {
    const row = catalog.by_id.get(source);
    if (row === undefined) return [cells.get(source) ?? ""];
    const members = drafts.rows(source).map(({ member }) => member);
    const factMembers = members.filter((member) => ofMember === null || row.axis_list === null || member === ofMember);
    return factMembers.map((member) => factId(row, member));
  };
  return facts.map((fact) => {
    const { derived_from, ...provenance } = fact.provenance;
    if (derived_from === undefined) return fact;
    const member = Object.values(fact.dimensions)[0] ?? null;
    const ids = derived_from.flatMap((source) => idsOf(source, member)).filter((id) => places.has(id));
    ids.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    return { ...fact, provenance: { ...provenance, derived_from: ids } };
  });
}
