import type { MissingInput, ReportTerms } from "./report.ts";
import { energySums } from "./energy.ts";
import type { Snapshot } from "./snapshot.ts";

const VSME_BASIC: readonly MissingInput[] = [
  { datapoint: "B1", description: "Legal form, NACE code, balance sheet total, turnover, employees, sites" },
  { datapoint: "B2", description: "Practices, policies and initiatives for the transition (narrative)" },
  { datapoint: "B3", description: "Share of renewable energy; turnover, for greenhouse gas intensity" },
  { datapoint: "B4", description: "Pollution of air, water and soil" },
  { datapoint: "B5", description: "Sites in or near biodiversity-sensitive areas" },
  { datapoint: "B6", description: "Water withdrawal and consumption" },
  { datapoint: "B7", description: "Resource use, circularity and waste by mass" },
  { datapoint: "B8-B10", description: "Workforce: characteristics, health and safety, pay and training" },
  { datapoint: "B11", description: "Convictions and fines for corruption and bribery" },
];

const VSME_COMPREHENSIVE: readonly MissingInput[] = [
  { datapoint: "C1-C2", description: "Strategy and business model; description of practices and policies (narrative)" },
  { datapoint: "C3", description: "Transition plan and reduction targets; list_targets has the targets that are set" },
  { datapoint: "C4", description: "Climate risks (narrative)" },
  { datapoint: "C5-C7", description: "Workforce and human rights" },
  { datapoint: "C8-C9", description: "Revenues from certain sectors; gender diversity of the governance body" },
];

const CSRD: readonly MissingInput[] = [
  { datapoint: "E1 transition plan", description: "Transition plan, policies and actions (narrative)" },
  { datapoint: "E1 targets", description: "Targets with levers; list_targets has the targets that are set" },
  { datapoint: "E1 energy", description: "Energy mix by source and share of renewable energy" },
  { datapoint: "E1 gross emissions", description: "Base year, share of scope 1 under EU ETS, contractual instruments" },
  { datapoint: "E1 removals", description: "Removals and carbon credits" },
  { datapoint: "E1 carbon price", description: "Internal carbon price; anticipated financial effects" },
];

const BY_STANDARD: Readonly<Record<ReportTerms["standard_type"], readonly MissingInput[]>> = {
  vsme_basic: VSME_BASIC,
  vsme_comprehensive: [...VSME_BASIC, ...VSME_COMPREHENSIVE],
  csrd: CSRD,
};

/** What the report lacks: doubts of the ledger itself first, then what the standard asks for and only people know. */
export function missingInputs(snapshot: Snapshot, terms: ReportTerms): MissingInput[] {
  const { facts, is_year_over, report_year } = snapshot;
  const ledger: MissingInput[] = [];
  const note = (description: string) => ledger.push({ datapoint: "ledger", description });
  if (!is_year_over) note(`${report_year} is not over: the figures are provisional`);
  if (facts.months_with_data < 12) note(`Only ${facts.months_with_data} of 12 months have emission entries`);
  if (facts.pending_review_count > 0) {
    note(`${facts.pending_review_count} lines wait for review and are not in the figures`);
  }
  if (facts.market_based_fallback_count > 0) {
    note("Certificates or a residual mix: without them the market-based scope 2 figure uses the grid average");
  }
  const fuels = energySums(facts.energy).without_energy.map(({ category_key, unit }) => `${category_key} (${unit})`);
  if (fuels.length > 0) note(`Net calorific value, for energy in MWh: ${fuels.join(", ")}`);
  return [...ledger, ...BY_STANDARD[terms.standard_type]];
}
