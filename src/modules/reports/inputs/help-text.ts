import { type ConditionTerm, conditionTerms } from "../datapoints/condition.ts";
import { memberLabel, type VsmeCatalog } from "../datapoints/catalog.ts";
import type { Datapoint } from "../datapoints/datapoint.ts";

type Language = "da" | "en";

const WORDS = {
  en: {
    asked_if: "Asked if",
    and: "and",
    yes: "is yes",
    no: "is no",
    is: "is",
    names: "names",
    at_least: "is at least",
    may: "Voluntary.",
    helper: "Not reported itself: other figures are computed from it.",
    computed: "Computed; an answer goes before what is computed.",
    only_computed: "Computed: it is not answered.",
    typed:
      "One answer per row: give each row, such as a site, a key of your own and use it for all of the row's datapoints.",
    money: "In the currency of the report (datapoint ReportCurrency, else the company's own).",
    percent: "In percent: 12.5 for 12.5 %.",
  },
  da: {
    asked_if: "Spørges, hvis",
    and: "og",
    yes: "er ja",
    no: "er nej",
    is: "er",
    names: "nævner",
    at_least: "er mindst",
    may: "Frivilligt.",
    helper: "Rapporteres ikke selv: andre tal beregnes af det.",
    computed: "Beregnes; et svar går forud for det beregnede.",
    only_computed: "Beregnes: det besvares ikke.",
    typed: "Et svar pr. række: giv hver række, fx en lokalitet, en nøgle og brug den til alle rækkens datapunkter.",
    money: "I rapportens valuta (datapunktet ReportCurrency, ellers virksomhedens egen).",
    percent: "I procent: 12,5 for 12,5 %.",
  },
} as const;

/** What somebody who answers the datapoint must know, in short sentences: its paragraph, when it is asked, its form. */
export function helpText(
  catalog: VsmeCatalog,
  datapoint: Datapoint,
  standard: string,
): Readonly<Record<Language, string>> {
  const { paragraph } = datapoint;
  // Some paragraphs of the chapter are those of another standard, which they name.
  const place = paragraph?.startsWith("ESRS") === true ? "" : `${standard} `;
  const reference = paragraph === null ? [] : [`${place}${paragraph}.`];
  const text = (language: Language) => [...reference, ...sentences(catalog, datapoint, language)].join(" ");
  return { en: text("en"), da: text("da") };
}

function sentences(catalog: VsmeCatalog, datapoint: Datapoint, language: Language): string[] {
  const words = WORDS[language];
  const { requirement, condition, source, axis_list, unit } = datapoint;
  const parts: string[] = [];
  if (requirement === "may") parts.push(words.may);
  if (requirement === "helper") parts.push(words.helper);
  if (condition !== null) {
    const terms = conditionTerms(condition).map((term) => termText(catalog, term, language));
    parts.push(`${words.asked_if} ${terms.join(` ${words.and} `)}.`);
  }
  if (source === "ledger" || source === "derived") parts.push(words.only_computed);
  if (source === "ledger_or_input" || source === "derived_or_input") parts.push(words.computed);
  if (axis_list === "typed") parts.push(words.typed);
  if (unit === "money") parts.push(words.money);
  if (unit === "percent") parts.push(words.percent);
  return parts;
}

function termText(
  catalog: VsmeCatalog,
  { not, datapoint, operator, operand }: ConditionTerm,
  language: Language,
): string {
  const words = WORDS[language];
  const other = catalog.by_id.get(datapoint);
  const name = `"${(language === "da" ? other?.label_da : other?.label_en) ?? datapoint}"`;
  if (operator === "") return `${name} ${not ? words.no : words.yes}`;
  if (operator === ">=") return `${name} ${words.at_least} ${operand}`;
  const member = memberLabel(catalog, other?.value_list ?? "", operand, language);
  return `${name} ${operator === "=" ? words.is : words.names} "${member}"`;
}
