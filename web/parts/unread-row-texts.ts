import type { Operations } from "../app/operations.gen.ts";

type Reason = NonNullable<Operations["list_upload_files"]["output"]["items"][number]["row_errors"][number]["reason"]>;
/** What follows the row's number, and the cell where there is one. */
type Reasons = Readonly<Record<Reason, string>>;

const REASONS_DA: Reasons = {
  no_date: "der er ingen dato.",
  not_a_date: "er ikke en dato.",
  no_amount: "der er intet beløb.",
  not_a_number: "er ikke et tal.",
  formula: "er en formel, og formler regnes ikke ud. Gem værdien i stedet.",
  no_unit: "der er intet beløb, og mængden har ingen enhed.",
  cells_unclear: "der er flere felter end overskrifter, så det er uklart, hvilket der er hvad.",
  cell_too_long: "et felt er for langt.",
  no_metering_point: "der er intet målepunkt.",
  point_cut: "har mistet de sidste cifre i regnearket. Gem målepunktets nummer som tekst.",
  no_period: "fra og til er ikke en periode.",
  stated_twice: "den samme periode står der igen med en anden mængde; den første er brugt.",
};

const REASONS_EN: Reasons = {
  no_date: "there is no date.",
  not_a_date: "is not a date.",
  no_amount: "there is no amount.",
  not_a_number: "is not a number.",
  formula: "is a formula, and formulas are not calculated. Save the value instead.",
  no_unit: "there is no amount, and the quantity has no unit.",
  cells_unclear: "there are more cells than headings, so it is unclear which is which.",
  cell_too_long: "a cell is too long.",
  no_metering_point: "there is no metering point.",
  point_cut: "has lost its last digits in the spreadsheet. Store the metering point's number as text.",
  no_period: "from and to are no period.",
  stated_twice: "the same period is stated again with another quantity; the first one is used.",
};

export const UNREAD_ROW_TEXTS = {
  da: {
    unread: (rows: string) =>
      rows === "1" ? "1 række blev ikke læst og er ikke med." : `${rows} rækker blev ikke læst og er ikke med.`,
    unread_at_least: (rows: string) => `${rows} rækker eller flere blev ikke læst og er ikke med.`,
    row: (number: string) => `Række ${number} under overskriften`,
    cell: (text: string) => `»${text}«`,
    more: (rows: string) => (rows === "1" ? "1 række mere" : `${rows} rækker mere`),
    reasons: REASONS_DA,
  },
  en: {
    unread: (rows: string) =>
      rows === "1" ? "1 row was not read and is not counted." : `${rows} rows were not read and are not counted.`,
    unread_at_least: (rows: string) => `${rows} rows or more were not read and are not counted.`,
    row: (number: string) => `Row ${number} below the heading`,
    cell: (text: string) => `“${text}”`,
    more: (rows: string) => (rows === "1" ? "1 more row" : `${rows} more rows`),
    reasons: REASONS_EN,
  },
};
