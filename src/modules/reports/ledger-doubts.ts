import { type Decimal, decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import type { EnergyCarrier } from "./energy.ts";
import type { MissingDatapoint } from "./facts/fact.ts";
import type { Snapshot } from "./snapshot.ts";

type Language = "da" | "en";

/** Datapoints of B3 that have no figure while a fuel's energy is unknown: fuels, their split, the total and its share. */
const BEHIND_ENERGY = 5;

/** What the ledger itself lacks for a report to be whole: doubts that no answer of people to a datapoint removes. */
export function ledgerDoubts(
  { facts, is_year_over, report_year, category_names }: Snapshot,
  carriers: readonly EnergyCarrier[],
  language: Language,
): MissingDatapoint[] {
  const doubts: MissingDatapoint[] = [];
  const note = (texts: Readonly<Record<Language, string>>, kg: Decimal | null = null, datapoints_at_stake = 0) =>
    doubts.push({
      datapoint: "ledger",
      description: texts[language],
      kg_co2e_at_stake: kg === null ? null : roundedNumber(kg),
      datapoints_at_stake,
    });
  if (!is_year_over) {
    note({
      en: `${report_year} is not over: the figures are provisional`,
      da: `${report_year} er ikke slut: tallene er foreløbige`,
    });
  }
  if (facts.months_with_data < 12) {
    note({
      en: `Only ${facts.months_with_data} of 12 months have emission entries`,
      da: `Kun ${facts.months_with_data} af 12 måneder har emissionsposter`,
    });
  }
  if (facts.pending_review_count > 0) {
    note({
      en: `${facts.pending_review_count} lines wait for review and are not in the figures`,
      da: `${facts.pending_review_count} linjer venter på gennemgang og er ikke med i tallene`,
    });
  }
  if (facts.market_based_fallback_count > 0) {
    note(
      {
        en: "Certificates or a residual mix: without them the market-based scope 2 figure uses the grid average",
        da: "Oprindelsesgarantier eller et restmiks: uden dem bruger det markedsbaserede scope 2-tal nettets gennemsnit",
      },
      decimal(facts.market_based_fallback_kg),
      2,
    );
  }
  const unknown = carriers.filter(({ mwh }) => mwh === null);
  if (unknown.length > 0) {
    const name = (key: string) => category_names[key]?.[language] ?? key;
    const list = (money: string) =>
      unknown.map(({ category_key, unit }) => `${name(category_key)} (${unit ?? money})`).join(", ");
    note(
      {
        en: `Energy in MWh is not known of: ${list("no quantity")}`,
        da: `Energi i MWh kendes ikke for: ${list("ingen mængde")}`,
      },
      decimalSum(unknown.map(({ market_based_kg }) => market_based_kg)),
      BEHIND_ENERGY,
    );
  }
  return doubts;
}
