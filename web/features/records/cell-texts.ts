import type { Sentences } from "../../parts/told/sentences.ts";

/** What is wrong with a cell or a row of a table, by the code of the issue; `of` is what stands in the sentence. */
export const CELL_TEXTS: { readonly da: Sentences; readonly en: Sentences } = {
  da: {
    no_heading: ({ text }) => `»${text}« står i en kolonne uden overskrift.`,
    missing: () => "Mangler.",
    unclear_figure: () => "Kan være tusinder eller decimaler: skriv tallet uden punktum, og decimaler efter et komma.",
    not_a_figure: () => "Skriv et tal uden fortegn og enhed, fx 1240,5.",
    not_a_whole_number: () => "Skriv et helt tal, fx 24.",
    not_a_day: () => "Skriv en dag som 31-01-2026 eller 2026-01-31.",
    unknown_category: ({ text, known }) => `Der er ingen faktor for »${text}« her. Skriv en af: ${known}.`,
    at_least: ({ least }) => `Skal være mindst ${least}.`,
    zero_or_at_least: ({ least }) => `Skal være 0 eller mindst ${least}.`,
    at_most: ({ most }) => `Må højst være ${most}.`,
    more_than_employees: () => "Der er flere svar end ansatte.",
    more_than_answers: () => "Rækken har flere svar, end der er i alt.",
    more_than_weeks: ({ most }) => `Perioden har kun ${most} uger.`,
    too_long: ({ most }) => `Må højst have ${most} tegn.`,
    empty: () => "Må ikke være tom.",
    hidden_characters: () => "Skal være én linje uden usynlige tegn.",
    not_a_country: () => "Skriv landet med to store bogstaver, fx DK.",
    not_a_currency: () => "Skriv valutaen med tre store bogstaver, fx DKK.",
    not_an_id: () => "Skal være et id, som det står på siden over afdelinger.",
    one_of: ({ known }) => `Skriv en af: ${known}.`,
    unknown_unit: ({ known }) => `Enheden kendes ikke. Skriv fx ${known}.`,
    amount_with_currency: () => "Beløb og valuta oplyses sammen eller slet ikke.",
    too_early: ({ day }) => `Skal være ${day} eller senere.`,
    in_future: () => "Skal være i dag eller tidligere.",
    before_start: () => "Perioden slutter, før den begynder.",
    covers_nothing: () => "Skriv mindst én konto.",
    unknown_department: () => "Virksomheden har ingen afdeling med det id.",
    closed_department: ({ name, day }) =>
      `»${name}« har været lukket siden ${day}. Vælg en åben afdeling, eller ingen.`,
    identical_row: ({ row }) =>
      `Siger det samme som række ${row}. Fjern den, eller skriv i beskrivelsen, hvad der skiller dem.`,
    period_unclear: () =>
      "Perioden kan ikke fordeles på måneder: den er for lang, eller den slutter, før den begynder.",
    not_countable: ({ units }) => `Kategorien tælles ikke i den enhed. Brug en af: ${units}.`,
    not_countable_by_quantity: () => "Kategorien kan ikke tælles sådan.",
  },
  en: {
    no_heading: ({ text }) => `“${text}” stands in a column without heading.`,
    missing: () => "Is missing.",
    unclear_figure: () =>
      "May be thousands or decimals: write it without a full stop, and decimals after a decimal comma.",
    not_a_figure: () => "Write a figure without sign and unit, e.g. 1240,5.",
    not_a_whole_number: () => "Write a whole number, e.g. 24.",
    not_a_day: () => "Write a day as 31-01-2026 or 2026-01-31.",
    unknown_category: ({ text, known }) => `There is no factor for “${text}” here. Write one of: ${known}.`,
    at_least: ({ least }) => `Must be at least ${least}.`,
    zero_or_at_least: ({ least }) => `Must be 0 or at least ${least}.`,
    at_most: ({ most }) => `Must be at most ${most}.`,
    more_than_employees: () => "There are more answers than employees.",
    more_than_answers: () => "The row has more answers than there are in all.",
    more_than_weeks: ({ most }) => `The period has ${most} weeks only.`,
    too_long: ({ most }) => `Must have at most ${most} characters.`,
    empty: () => "Must not be empty.",
    hidden_characters: () => "Must be one line without invisible characters.",
    not_a_country: () => "Write the country in two capital letters, e.g. DK.",
    not_a_currency: () => "Write the currency in three capital letters, e.g. DKK.",
    not_an_id: () => "Must be an id, as the page of departments shows it.",
    one_of: ({ known }) => `Write one of: ${known}.`,
    unknown_unit: ({ known }) => `The unit is not known. Write, for example, ${known}.`,
    amount_with_currency: () => "Amount and currency are stated together or not at all.",
    too_early: ({ day }) => `Must be ${day} or later.`,
    in_future: () => "Must be today or earlier.",
    before_start: () => "The period ends before it begins.",
    covers_nothing: () => "Write at least one account.",
    unknown_department: () => "The company has no department with this id.",
    closed_department: ({ name, day }) => `“${name}” has been closed since ${day}. Name an open department, or none.`,
    identical_row: ({ row }) =>
      `Says the same as row ${row}. Remove it, or write in the description what tells the two apart.`,
    period_unclear: () => "The period cannot be allocated to months: it is too long, or it ends before it begins.",
    not_countable: ({ units }) => `The category is not counted in this unit. Use one of: ${units}.`,
    not_countable_by_quantity: () => "The category cannot be counted like this.",
  },
};

type ByCode = Readonly<Record<string, string>>;

/** What is wrong with a file as a whole. */
export const TABLE_REFUSALS: { readonly da: ByCode; readonly en: ByCode } = {
  da: {
    too_large: "Filen er større end 2 MB.",
    unclosed_quote: "Filen har et anførselstegn, som aldrig lukkes.",
    no_rows: "Filen har ingen udfyldt række under overskrifterne.",
    too_many_rows: "Filen har for mange rækker: del den i flere filer med højst 500 rækker.",
    unknown_heading: "Filen har en overskrift, som skabelonen ikke har. Hent skabelonen, og brug dens overskrifter.",
    repeated_heading: "Den samme overskrift står flere gange i filen.",
    missing_heading: "Filen mangler en af skabelonens overskrifter.",
  },
  en: {
    too_large: "The file is larger than 2 MB.",
    unclosed_quote: "The file has a quotation mark that is never closed.",
    no_rows: "The file has no filled-in row below its headings.",
    too_many_rows: "The file has too many rows: divide it into files of at most 500 rows.",
    unknown_heading:
      "The file has a heading that the template does not have. Download the template and use its headings.",
    repeated_heading: "The same heading stands in the file more than once.",
    missing_heading: "The file lacks one of the template's headings.",
  },
};
