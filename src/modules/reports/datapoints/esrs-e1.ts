import type { EnergyCarrier } from "./energy.ts";
import type { ReportTerms } from "../report.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { reportSections } from "./completeness.ts";
import { putRules } from "./derived.ts";
import { cellKey, UnroundedFacts } from "./unrounded-facts.ts";
import { type E1Chapter, esrsE1 } from "./esrs-e1-catalog.ts";
import { E1_DERIVED, E1_GAS_ROWS } from "./esrs-e1-derived.ts";
import { putFossilFuels } from "./esrs-e1-fuels.ts";
import { putE1Ledger } from "./esrs-e1-ledger.ts";
import { namedPeriod, previousYear, reportedYear } from "../snapshot/snapshot-years.ts";
import { isWholeYear } from "./year-coverage.ts";
import type { Fact, ReportSection } from "./fact.ts";
import { putInputs } from "./input-facts.ts";
import { vsmeFacts, omitted, writtenFacts } from "./vsme-facts.ts";

/** The climate chapter of a company, as the version of the standard for the report year numbers it. */
export interface E1Facts {
  readonly standard_version: E1Chapter["standard_version"];
  readonly facts: readonly Fact[];
  readonly sections: readonly ReportSection[];
  readonly carriers: readonly EnergyCarrier[];
  readonly currency: string;
  readonly registration_number: string | null;
  readonly datapoint_ids: ReadonlySet<string>;
}

/** Answers of people first, then the ledger, then what follows from both. The same snapshot and language give the same. */
export function esrsE1Facts(snapshot: Snapshot, { language }: Pick<ReportTerms, "language">): E1Facts {
  const { report_year } = snapshot;
  const { standard_version, sections, catalog } = esrsE1(report_year);
  const vsme = vsmeFacts(snapshot, { standard_type: "vsme_comprehensive", language });
  const unroundedFacts = new UnroundedFacts(new Set([...omitted(snapshot), ...incomparable(snapshot)]));
  putInputs(unroundedFacts, catalog, snapshot.inputs);
  putE1Ledger(unroundedFacts, snapshot, { vsme: vsme.unroundedFacts, language });
  putFossilFuels(unroundedFacts, vsme.carriers);
  putRules(unroundedFacts, E1_DERIVED);
  const { datapoints } = catalog;
  const { currency, carriers } = vsme;
  const terms = { language, snapshot, currency, explains_rates: tellsUnknown(snapshot) };
  const written = writtenFacts(datapoints, { catalog, unroundedFacts, terms });
  const base_year = unroundedFacts.known("E1BaseYear");
  const facts = written.facts.flatMap((fact) => inItsYear(fact, snapshot, base_year));
  const titles = new Map(sections.map(({ id, title }) => [id, title]));
  const number = vsme.unroundedFacts.known("RegistrationNumber");
  return {
    standard_version,
    facts,
    sections: reportSections(
      { datapoints, unroundedFacts, reported: written.reported, facts },
      snapshot,
      language,
      (id) => titles.get(id)?.[language] ?? id,
    ),
    carriers,
    currency,
    registration_number: typeof number === "string" ? number : null,
    datapoint_ids: new Set(datapoints.map(({ id }) => id)),
  };
}

/** A year that the ledger does not have whole, or that is longer or shorter, has no change from the one before. */
function incomparable(snapshot: Snapshot): readonly string[] {
  const [year, previous] = [reportedYear(snapshot), previousYear(snapshot)];
  const isWhole = isWholeYear(snapshot.facts, year) && (previous === null || previous.months === year.months);
  return isWhole ? [] : E1_GAS_ROWS.map((row) => cellKey(`${row}Change`, null));
}

const PERIOD_AXIS = "cl:E1PeriodAxis";

/** Figures of the year before and of the base year are of those years; without a base year there are none of it. */
function inItsYear(fact: Fact, snapshot: Snapshot, base_year: unknown): Fact[] {
  const member = fact.dimensions[PERIOD_AXIS];
  if (member === undefined) return [fact];
  if (member === "cl:ComparativeMember") {
    const previous = previousYear(snapshot);
    return previous === null ? [] : [{ ...fact, period: { from: previous.from, to: previous.to } }];
  }
  return typeof base_year === "string" ? [{ ...fact, period: namedPeriod(snapshot, Number(base_year)) }] : [];
}
