import { yearLabel } from "../../../core/financial-year.ts";
import { type Decimal, decimal, decimalSum, roundedNumber } from "../../../core/quantity.ts";
import { vsmeCatalog } from "./catalog.ts";
import type { EnergyCarrier } from "./energy.ts";
import type { MissingDatapoint } from "./fact.ts";
import { unknownGasDoubts } from "./unknown-gases.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { reportedYear } from "../snapshot/snapshot-years.ts";

type Language = "da" | "en";

/** Datapoints of B3 that have no figure while a fuel's energy is unknown: fuels, their split, the total and its share. */
const BEHIND_ENERGY = 5;
/** Of these the split of fuels and the share of renewable energy. */
const BEHIND_BLEND = 3;
/** Stands where a doubt of the ledger has no datapoint. */
export const LEDGER_DOUBT = "ledger";

type Texts = Readonly<Record<Language, string>>;

/** What keeps the ledger's year from being a whole one; empty for a year that is over and has entries throughout. */
export function yearDoubts(snapshot: Snapshot): readonly Texts[] {
  const { facts, is_year_over, inputs, format } = snapshot;
  const year = reportedYear(snapshot);
  const [name, { months }] = [yearLabel(year), year];
  const doubts: Texts[] = [];
  if (!is_year_over) {
    doubts.push({
      en: `${name} is not over: the figures are provisional`,
      da: `${name} er ikke slut: tallene er foreløbige`,
    });
  }
  if (tellsUnknown({ format }) && facts.months_with_data === 0) {
    doubts.push({
      en: `The ledger has no emission entries in ${name}`,
      da: `Regnskabet har ingen emissionsposter i ${name}`,
    });
  } else if (facts.months_with_data < months && !isSaidToCover(inputs)) {
    const have = tellsUnknown({ format }) && facts.months_with_data === 1 ? "has" : "have";
    doubts.push({
      en: `Only ${facts.months_with_data} of ${months} months ${have} emission entries`,
      da: `Kun ${facts.months_with_data} af ${months} måneder har emissionsposter`,
    });
  }
  return doubts;
}

/** Some companies are billed by the quarter: a person may say that the entries cover the year all the same. */
function isSaidToCover(inputs: Snapshot["inputs"]): boolean {
  return inputs.some(({ datapoint, value }) => datapoint === "EntriesCoverTheYear" && value === true);
}

/**
 * What the ledger itself lacks for a report to be whole: doubts that no answer of people to a datapoint removes. `asked` are
 * the datapoints that the report lacks, which say for themselves what is not known.
 */
export function ledgerDoubts(
  snapshot: Snapshot,
  carriers: readonly EnergyCarrier[],
  { language, asked }: { readonly language: Language; readonly asked: ReadonlySet<string> },
): MissingDatapoint[] {
  const { facts, category_names } = snapshot;
  const doubts: MissingDatapoint[] = [];
  const note = (texts: Texts, kg: Decimal | null = null, datapoints_at_stake = 0) =>
    doubts.push({
      datapoint: LEDGER_DOUBT,
      description: texts[language],
      kg_co2e_at_stake: kg === null ? null : roundedNumber(kg),
      datapoints_at_stake,
    });
  for (const doubt of yearDoubts(snapshot)) note(doubt);
  if (facts.pending_review_count > 0) {
    const count = facts.pending_review_count;
    const isOne = tellsUnknown(snapshot) && count === 1;
    note({
      en: isOne
        ? "1 line waits for review and is not in the figures"
        : `${count} lines wait for review and are not in the figures`,
      da: `${count} ${isOne ? "linje" : "linjer"} venter på gennemgang og er ikke med i tallene`,
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
  const name = (key: string) => category_names[key]?.[language] ?? key;
  const unknown = carriers.filter(({ mwh }) => mwh === null);
  if (unknown.length > 0) {
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
  const blends = carriers.filter(({ mwh, renewable_percent }) => mwh !== null && renewable_percent === null);
  if (blends.length > 0) {
    const question = vsmeCatalog().by_id.get("CarrierRenewableShare");
    const list = blends.map(({ category_key }) => `${name(category_key)} (${category_key})`).join(", ");
    note(
      {
        en: `The emission factor is a blend with biofuel, and nobody has said how much of the energy is renewable (“${question?.label_en}”): ${list}`,
        da: `Emissionsfaktoren er en blanding med biobrændstof, og ingen har oplyst, hvor meget af energien der er vedvarende (»${question?.label_da}«): ${list}`,
      },
      null,
      BEHIND_BLEND,
    );
  }
  if (tellsUnknown(snapshot)) for (const doubt of unknownGasDoubts(snapshot, asked)) note(doubt);
  return doubts;
}
