import type { EnergyCarrier } from "./energy.ts";
import { VSME_TAXONOMY } from "./catalog.ts";
import { contradictions } from "./contradictions.ts";
import { followUps, reportSections } from "./completeness.ts";
import { esrsE1Facts } from "./esrs-e1.ts";
import type { Fact, MissingDatapoint, ReportSection } from "./fact.ts";
import { vsmeFacts } from "./vsme-facts.ts";
import { LEDGER_DOUBT, ledgerDoubts } from "./ledger-doubts.ts";
import type { ReportTerms } from "../report.ts";
import type { ReportDocument } from "../presentation/report-document.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** What a standard makes of a snapshot. */
export interface ReportFacts {
  readonly standard_version: ReportDocument["standard_version"];
  readonly taxonomy: string | null;
  readonly currency: string;
  readonly registration_number: string | null;
  readonly facts: readonly Fact[];
  readonly sections: readonly ReportSection[];
  readonly carriers: readonly EnergyCarrier[];
  /** Datapoints that the standard asks for or computes from. */
  readonly datapoint_ids: ReadonlySet<string>;
}

type FactTerms = Pick<ReportTerms, "standard_type" | "language">;

/** The facts and disclosures of a report by its standard. */
export function reportFacts(snapshot: Snapshot, terms: FactTerms): ReportFacts {
  return terms.standard_type === "csrd" ? { ...esrsE1Facts(snapshot, terms), taxonomy: null } : ofVsme(snapshot, terms);
}

function ofVsme(snapshot: Snapshot, terms: FactTerms): ReportFacts {
  const vsme = vsmeFacts(snapshot, terms);
  const number = vsme.unroundedFacts.known("RegistrationNumber");
  return {
    standard_version: "vsme_2024",
    taxonomy: VSME_TAXONOMY,
    currency: vsme.currency,
    registration_number: typeof number === "string" ? number : null,
    facts: vsme.facts,
    sections: reportSections(vsme, snapshot, terms.language),
    carriers: vsme.carriers,
    datapoint_ids: new Set(vsme.datapoints.map(({ id }) => id)),
  };
}

/** Everything that a report lacks: doubts of the ledger first, then what contradicts itself, then most at stake first. */
export function missingDatapoints(
  snapshot: Snapshot,
  { sections, carriers }: Pick<ReportFacts, "sections" | "carriers">,
  language: ReportTerms["language"],
): MissingDatapoint[] {
  const later = followUps(sections);
  const told = sections.flatMap(({ missing }) => missing).filter(({ datapoint }) => datapoint !== LEDGER_DOUBT);
  const messages = new Set(contradictions(snapshot).map(({ message }) => message[language]));
  const [contradictory, lacking] = [true, false].map((is) =>
    told.filter((missingDatapoint) => messages.has(missingDatapoint.description) === is),
  );
  const asked = (lacking ?? []).filter(({ datapoint }) => !later.has(datapoint));
  const kg = (missingDatapoint: MissingDatapoint) => Math.abs(missingDatapoint.kg_co2e_at_stake ?? 0);
  const bySize = asked.toSorted((a, b) => kg(b) - kg(a) || b.datapoints_at_stake - a.datapoints_at_stake);
  const ids = new Set(told.map(({ datapoint }) => datapoint));
  return [...ledgerDoubts(snapshot, carriers, { language, asked: ids }), ...(contradictory ?? []), ...bySize];
}
