import type { Formats } from "../../app/language.ts";

/** One word per scope. */
type Triple = readonly [string, string, string];

export const OVERVIEW_TEXTS = {
  da: {
    title: "Udledning",
    year: "År",
    until: (day: string) => `data til og med ${day}`,
    no_data: "Der er endnu ikke bogført noget i dette år.",
    first: "Læs dine første bilag ind: fakturaer, regneark fra regnskabet eller billeder af bonner.",
    total: "I alt",
    scope: ["Scope 1", "Scope 2", "Scope 3"] as Triple,
    of_scope: ["eget brændstof", "købt energi", "indkøb, rejser og transport"] as Triple,
    unknown: "ukendt",
    change: (percent: string, year: number) => `${percent} % i forhold til samme måneder i ${year}`,
    why_changed: (year: number) => `Hvad kommer ændringen fra ${year} af?`,
    known_months: (known: string, begun: string) => `Kun ${known} af ${begun} måneder har data`,
    not_comparable: (missing: string, year: number) =>
      `Kan ikke sammenlignes med ${year}: ${missing} af de samme måneder er uden data i ${year}.`,
    per_month: "Udledning pr. måned",
    month: "Måned",
    before: (year: number) => `${year}, i alt`,
    show_table: "Vis som tabel",
    largest: "Det, der vejer mest",
    next: "Næste skridt",
    waiting: (lines: string) => `${lines} ${lines === "1" ? "linje" : "linjer"} venter på en afgørelse i alle år.`,
    waiting_of_year: (year: number, lines: string, kg: string | null) =>
      `I ${year}: ${lines === "0" ? "ingen" : lines}${kg === null ? "" : `, omkring ${kg}`}.`,
    review: "Gå til gennemgang",
    waiting_files: (files: string) =>
      files === "1"
        ? "1 bilag venter på, at nogen siger, hvad det indeholder. Det er ikke med i tallet."
        : `${files} bilag venter på, at nogen siger, hvad de indeholder. De er ikke med i tallet.`,
    answer: "Se bilagene",
    pending_restatement: (kg: string) => `Et lukket år ville ændre sig med ${kg}, hvis det rettes.`,
    restate: "Se regnskabsårene",
    nothing_waits: "Ingen linjer venter på en afgørelse.",
    unknown_categories: (count: string) =>
      `I ${count} af de 15 kategorier i scope 3 er der ikke bogført noget. Det siger ikke, at der ikke er udledt noget.`,
    fallback: (kg: string) =>
      `${kg} af scope 2 bruger gennemsnittet af nettet, fordi der hverken er kontrakt, certifikat eller restmix.`,
    substituted: (kg: string) =>
      `${kg} er beløb ganget med faktorer for et andet land end sælgerens, fordi sælgerens lands faktorer ikke er indlæst.`,
    quality: (score: string) => `Datakvalitet ${score} (1 er bedst, 5 er beløb alene)`,
    complete: "Alt, der er kendt, er talt med.",
    method: "Scope 2 er markedsbaseret.",
    location: (kg: string) => `Lokationsbaseret: ${kg}.`,
    latest: "Sket for nylig",
    all_happenings: "Se hele historikken",
  },
  en: {
    title: "Emissions",
    year: "Year",
    until: (day: string) => `data up to ${day}`,
    no_data: "Nothing is booked in this year yet.",
    first: "Upload your first documents: invoices, spreadsheets from your accounting, or pictures of receipts.",
    total: "Total",
    scope: ["Scope 1", "Scope 2", "Scope 3"] as Triple,
    of_scope: ["own fuel", "purchased energy", "purchases, travel and transport"] as Triple,
    unknown: "unknown",
    change: (percent: string, year: number) => `${percent} % against the same months of ${year}`,
    why_changed: (year: number) => `What does the change from ${year} come from?`,
    known_months: (known: string, begun: string) => `Only ${known} of ${begun} months have data`,
    not_comparable: (missing: string, year: number) =>
      `Cannot be compared with ${year}: ${missing} of the same months have no data in ${year}.`,
    per_month: "Emissions by month",
    month: "Month",
    before: (year: number) => `${year}, total`,
    show_table: "Show as a table",
    largest: "What weighs most",
    next: "Next steps",
    waiting: (lines: string) => `${lines} ${lines === "1" ? "line waits" : "lines wait"} for a decision in all years.`,
    waiting_of_year: (year: number, lines: string, kg: string | null) =>
      `In ${year}: ${lines === "0" ? "none" : lines}${kg === null ? "" : `, about ${kg}`}.`,
    review: "Go to review",
    waiting_files: (files: string) =>
      files === "1"
        ? "1 document waits until somebody says what it holds. It is not in the figure."
        : `${files} documents wait until somebody says what they hold. They are not in the figure.`,
    answer: "See the documents",
    pending_restatement: (kg: string) => `A closed year would change by ${kg} if it is restated.`,
    restate: "See the financial years",
    nothing_waits: "No line waits for a decision.",
    unknown_categories: (count: string) =>
      `Nothing is booked in ${count} of the 15 categories of scope 3, which does not say that nothing was emitted.`,
    fallback: (kg: string) =>
      `${kg} of scope 2 use the average of the grid, as there is neither contract, certificate nor residual mix.`,
    substituted: (kg: string) =>
      `${kg} are amounts times factors of another country than the seller's, as those of the seller's are not loaded.`,
    quality: (score: string) => `Data quality ${score} (1 is best, 5 is an amount alone)`,
    complete: "Everything that is known is counted.",
    method: "Scope 2 is market-based.",
    location: (kg: string) => `Location-based: ${kg}.`,
    latest: "What happened lately",
    all_happenings: "See the whole history",
  },
};

/** "jan", "feb": the short name of a month, YYYY-MM. */
export function monthName(month: string, { language }: Formats): string {
  const locale = language === "da" ? "da-DK" : "en-GB";
  const name = new Date(`${month}-15T00:00:00Z`).toLocaleDateString(locale, { month: "short", timeZone: "UTC" });
  return name.replace(".", "");
}
