import { z } from "zod";
import { ownCurrency } from "../../core/currency.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { type CurrentActivityRow, invoiceCurrency, type ReadingTables } from "../activities/index.ts";
import { type CalculationResult, isNamedFactorGone } from "../emissions/index.ts";
import type { ReviewCode } from "./review-needs.ts";

/** Why a line waits: a code, what it is about, and the words for people that are made of them. */
export const waitsFor = z.object({
  code: z.string(),
  /** Null: the code is not about it. */
  parameters: z.object({
    category_id: z.union([z.string(), z.null()]),
    unit: z.union([z.string(), z.null()]),
    currency: z.union([z.string(), z.null()]),
    /** ISO 8601 date of the line. */
    date: z.union([z.iso.date(), z.null()]),
    /** The other document that the line may repeat. */
    document_id: z.union([z.uuid(), z.null()]),
  }),
  text_da: z.string(),
  text_en: z.string(),
});
SCHEMA_NAMES.add(waitsFor, { name: "WaitsFor" });

export type WaitsFor = z.infer<typeof waitsFor>;

type Parameter = keyof WaitsFor["parameters"];

/** What a code is about, and its sentence in Danish and in English; {name} stands for a parameter. */
const SENTENCES: Readonly<
  Record<ReviewCode, { readonly about: readonly Parameter[]; readonly da: string; readonly en: string }>
> = {
  category_needs_person: {
    about: [],
    da: "Det er ikke sikkert, hvad der er købt.",
    en: "It is not certain what was bought.",
  },
  unclassified: { about: [], da: "Ingen ved, hvad der er købt.", en: "Nobody knows what was bought." },
  possible_duplicate: {
    about: ["document_id"],
    da: "Bilaget ligner et, der allerede er bogført.",
    en: "The document resembles one that is booked already.",
  },
  payment_unmatched: {
    about: [],
    da: "Betalingen kan høre til et køb, som ikke er her, eller som et andet bilag tæller.",
    en: "The payment may settle a purchase that is not here, or that another document counts.",
  },
  document_unclear: {
    about: [],
    da: "Bilaget kunne ikke læses sikkert.",
    en: "The document could not be read with certainty.",
  },
  date_unclear: {
    about: ["date"],
    da: "Bilagets dato {date} ligger for langt fra den dag, hvor det kom.",
    en: "The date {date} of the document lies too far from the day on which it arrived.",
  },
  supply_unknown: {
    about: [],
    da: "Regningen siger ikke, hvilken måler linjens mængde er fra.",
    en: "The bill does not say of which metering point the quantity of the line is.",
  },
  quantity_repeated: {
    about: [],
    da: "Linjen har samme mængde som andre linjer på bilaget eller hedder som et tillæg til dem. Den kan gentage dem eller være et forbrug eller køb for sig.",
    en: "The line has the same quantity as other lines of its document, or is called like a charge on them. It may repeat them, or be a consumption or purchase of its own.",
  },
  financial_year_closed: {
    about: [],
    da: "Linjen hører til et regnskabsår, der er lukket.",
    en: "The line belongs to a financial year that is closed.",
  },
  country_unclear: {
    about: [],
    da: "Det er ikke sikkert, i hvilket land strømmen er brugt.",
    en: "It is not certain in which country the electricity was used.",
  },
  period_unclear: {
    about: [],
    da: "Perioden, som linjen dækker, er uklar: dens måneder mangler, den slutter før den begynder, eller den er for lang.",
    en: "The period that the line covers is unclear: its months are missing, it ends before it starts, or it is too long.",
  },
  advance_deducted: {
    about: [],
    da: "Linjen trækker en aconto fra, som en anden regning opgør.",
    en: "The line deducts an amount on account that another bill settles.",
  },
  credit_unmatched: {
    about: [],
    da: "Linjen tager noget tilbage, som ingen faktura her har talt med.",
    en: "The line takes back what no invoice here has counted.",
  },
  advance_without_quantity: {
    about: ["category_id"],
    da: "Acontobeløbet for {category_id} har ingen mængde.",
    en: "The amount on account for {category_id} has no quantity.",
  },
  advance_deferred: {
    about: [],
    da: "Acontobeløbet venter på opgørelsen, som tæller forbruget.",
    en: "The amount on account waits for the settlement, which counts what was used.",
  },
  advance_unsettled: {
    about: [],
    da: "En regning opgør måske acontobeløbet, som ikke siger, hvilke dage og hvilken måler det er for.",
    en: "A bill may settle the amount on account, which does not say for which days and which meter it is.",
  },
  record_differs: {
    about: [],
    da: "Registreringen og de bogførte linjer, den dækker, siger ikke det samme.",
    en: "The record and the rows of the books that it covers do not say the same.",
  },
  no_factor: {
    about: ["category_id", "date"],
    da: "Der er ingen emissionsfaktor for {category_id} den {date}.",
    en: "There is no emission factor for {category_id} on {date}.",
  },
  quantity_missing: {
    about: ["category_id"],
    da: "{category_id} tælles efter mængde, og ingen mængde, som den kan tælles i, er kendt.",
    en: "{category_id} is counted by quantity, and none that it can be counted in is known.",
  },
  unit_mismatch: {
    about: ["category_id", "unit"],
    da: "{category_id} kan ikke tælles i {unit}.",
    en: "{category_id} cannot be counted in {unit}.",
  },
  exchange_rate_missing: {
    about: ["currency", "date"],
    da: "Der er ingen valutakurs for {currency} den {date}.",
    en: "There is no exchange rate for {currency} on {date}.",
  },
  vat_unknown: {
    about: ["currency"],
    da: "Beløbet i {currency} er med moms, og satsen er ukendt.",
    en: "The amount in {currency} includes VAT at a rate that is not known.",
  },
  no_amount_or_quantity: {
    about: ["category_id"],
    da: "Hverken beløb eller en mængde, som {category_id} kan tælles i, er kendt.",
    en: "Neither an amount nor a quantity that {category_id} can be counted in is known.",
  },
};

/** Whether a kept code is one that is told; codes of a later release are not. */
export function isReviewCode(code: string): code is ReviewCode {
  return Object.hasOwn(SENTENCES, code);
}

/** In place of "category_needs_person" where the category is known, and nothing counts it by itself. */
const WITHOUT_FACTOR: (typeof SENTENCES)[ReviewCode] = {
  about: ["category_id"],
  da: "{category_id} har ingen emissionsfaktor at tælle linjen med.",
  en: "{category_id} has no emission factor to count the line by.",
};

/** In place of "no_factor" where a factor of the company was chosen for the line. */
const OWN_FACTOR_GONE: (typeof SENTENCES)[ReviewCode] = {
  about: [],
  da: "Jeres egen faktor, som er valgt for linjen, gælder ikke mere.",
  en: "The company's own factor that was chosen for the line is not in force any more.",
};

/** In place of "credit_unmatched" where its invoice is here, in another currency. */
const OTHER_CURRENCY: (typeof SENTENCES)[ReviewCode] = {
  about: ["currency"],
  da: "Kreditnotaen er i {currency} og dens faktura i en anden valuta, så det er ukendt, hvor meget der tages tilbage.",
  en: "The credit note is in {currency} and its invoice in another currency, so that it is not known how much is taken back.",
};

/** What documents that are no invoices call themselves, as their reading says it (`printed/title.ts`), and in Danish. */
const OTHER_DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ["a reminder", "en rykker"],
  ["an order confirmation", "en ordrebekræftelse"],
  ["a quotation", "et tilbud"],
  ["a delivery note", "en følgeseddel"],
  ["a statement of account", "et kontoudtog"],
  ["a pro forma invoice", "en proformafaktura"],
  ["a purchase order", "en indkøbsordre"],
]);

/** In place of "document_unclear" where the document calls itself something else than an invoice; null: it does not. */
function notAnInvoice(reason: string): (typeof SENTENCES)[ReviewCode] | null {
  const what = /\bThe document calls itself (an? [a-z ]+)\./.exec(reason)?.[1] ?? "";
  const danish = OTHER_DOCUMENTS.get(what);
  if (danish === undefined) return null;
  return {
    about: [],
    da: `Bilaget kalder sig ${danish}. Hold linjen ude, hvis købet har sin egen faktura.`,
    en: `The document calls itself ${what}. Leave the line out where the purchase has an invoice of its own.`,
  };
}

type ReasonTables = Pick<ReadingTables, "catalog" | "country" | "settings">;
type ReasonedLine = Pick<
  CurrentActivityRow,
  "category_key" | "conversion" | "currency" | "reason" | "stated" | "transaction_date" | "unit"
>;

/** What reasons name of another document (`canonical-record.ts` of the purchases, and the matching of documents). */
const OTHER_DOCUMENT = /\bdocument ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i;

/**
 * Why the line waits, given what its suggested category would give (null: nothing is suggested, or nobody asked); texts name the category
 * in their language. Money that states no currency is in the company's own.
 */
export function waitsForOf(
  line: ReasonedLine,
  { code, result }: { readonly code: ReviewCode; readonly result: CalculationResult | null },
  { catalog, country, settings }: ReasonTables,
): WaitsFor {
  const isOfCategory = result?.kind === "review" && result.reviewReason.code === "category_needs_person";
  const isGone = code === "no_factor" && isNamedFactorGone(line.stated?.company_factor, settings.company_factors);
  const isOtherCurrency = code === "credit_unmatched" && invoiceCurrency(line) !== null;
  const isOther = code === "document_unclear" ? notAnInvoice(line.reason) : null;
  const ofCode = isOther ?? (isOtherCurrency ? OTHER_CURRENCY : SENTENCES[code]);
  const known = code === "category_needs_person" && isOfCategory ? WITHOUT_FACTOR : ofCode;
  const { about, da, en } = isGone ? OWN_FACTOR_GONE : known;
  const of = (name: Parameter, value: string | null) => (about.includes(name) ? value : null);
  const parameters = {
    category_id: of("category_id", line.category_key),
    unit: of("unit", line.unit),
    currency: of("currency", line.currency ?? ownCurrency(country)),
    date: of("date", line.transaction_date.slice(0, 10)),
    document_id: of("document_id", OTHER_DOCUMENT.exec(line.reason)?.[1] ?? null),
  };
  const category = catalog.category(line.category_key);
  const text = (sentence: string, categoryName: string, none: string): string =>
    sentence.replace(/\{(\w+)\}/g, (_match, name: string) =>
      name === "category_id" ? categoryName : (Object.entries(parameters).find(([key]) => key === name)?.[1] ?? none),
    );
  return {
    code,
    parameters,
    text_da: text(da, category?.name_da ?? line.category_key, "ukendt"),
    text_en: text(en, category?.name_en ?? line.category_key, "unknown"),
  };
}
