import type { Formats } from "../../app/language.ts";

/** One word per scope. */
type Triple = readonly [string, string, string];

export const OVERVIEW_TEXTS = {
  da: {
    title: "Udledning",
    year: "År",
    no_data: "Der er endnu ikke bogført noget i dette år.",
    first: "Læs dine første bilag ind: fakturaer, regneark fra regnskabet eller billeder af bonner.",
    total: "I alt",
    scope: ["Scope 1", "Scope 2", "Scope 3"] as Triple,
    of_scope: ["eget brændstof", "købt energi", "indkøb, rejser og transport"] as Triple,
    unknown: "ukendt",
    change: (percent: string, year: number) => `${percent} % i forhold til samme måneder i ${year}`,
    why_changed: (year: number) => `Hvad kommer ændringen fra ${year} af?`,
    not_comparable: (missing: string, year: number) =>
      `Kan ikke sammenlignes med ${year}: ${missing} af de samme måneder er uden data i ${year}.`,
    per_month: "Udledning pr. måned",
    month: "Måned",
    before: (year: number) => `${year}, i alt`,
    show_table: "Vis som tabel",
    largest: "Det, der vejer mest",
    rests_on: "Det bygger tallet på",
    latest: "Sket for nylig",
    all_happenings: "Se hele historikken",
  },
  en: {
    title: "Emissions",
    year: "Year",
    no_data: "Nothing is booked in this year yet.",
    first: "Upload your first documents: invoices, spreadsheets from your accounting, or pictures of receipts.",
    total: "Total",
    scope: ["Scope 1", "Scope 2", "Scope 3"] as Triple,
    of_scope: ["own fuel", "purchased energy", "purchases, travel and transport"] as Triple,
    unknown: "unknown",
    change: (percent: string, year: number) => `${percent} % against the same months of ${year}`,
    why_changed: (year: number) => `What does the change from ${year} come from?`,
    not_comparable: (missing: string, year: number) =>
      `Cannot be compared with ${year}: ${missing} of the same months have no data in ${year}.`,
    per_month: "Emissions by month",
    month: "Month",
    before: (year: number) => `${year}, total`,
    show_table: "Show as a table",
    largest: "What weighs most",
    rests_on: "What the total rests on",
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
