import Papa from "papaparse";
import type { SystemDb } from "../../core/context.ts";
import { EUROSTAT_CODES } from "../../core/country.ts";
import { unreadableFile, validationError } from "../../core/errors.ts";
import { decimal, decimalText, isDecimalText } from "../../core/quantity.ts";
import { selectTranscribedFactors, selectTranscribedLevels, type TranscribedFigure } from "./store-transcribed.ts";

/** What `factors verify` compares. */
export const TRANSCRIBED_TABLES = ["electricity", "prices"] as const;
export type TranscribedTable = (typeof TRANSCRIBED_TABLES)[number];

/** Names of the columns of the publisher's file; null: found by their usual names. */
export interface FileColumns {
  readonly country: string | null;
  readonly year: string | null;
  readonly value: string | null;
}

export interface Verification {
  readonly table: TranscribedTable;
  readonly equal: number;
  readonly different: readonly (TranscribedFigure & { readonly published: string })[];
  /** Of which the file has no row of country and year. */
  readonly not_in_file: readonly TranscribedFigure[];
}

/** Usual names of the columns, without what stands behind a colon ("obsValue:number"), in the order of preference. */
const USUAL: Readonly<Record<keyof FileColumns, readonly string[]>> = {
  country: ["geo", "ugeo", "country", "country code", "member state", "geography"],
  year: ["time_period", "date", "year", "time"],
  value: ["obs_value", "obsvalue", "value"],
};

/**
 * Compares the figures that were transcribed with the file of their publisher, which the operator has: comma separated text with one
 * row per country and year. Changes nothing.
 * @throws ServiceError request.validation_failed when the columns are not found; then they can be named.
 */
export async function verifyTranscribed(
  admin: SystemDb,
  table: TranscribedTable,
  bytes: Buffer,
  named: FileColumns,
): Promise<Verification> {
  const published = publishedFigures(new TextDecoder("utf-8").decode(bytes), named);
  const transcribed =
    table === "electricity" ? await selectTranscribedFactors(admin) : await selectTranscribedLevels(admin);
  const compared = transcribed.map((row) => ({ row, published: published.get(`${row.region} ${row.year}`) }));
  const isEqual = (row: TranscribedFigure, figure: string) => decimal(row.figure).eq(decimal(figure));
  return {
    table,
    equal: compared.filter(({ row, published: figure }) => figure !== undefined && isEqual(row, figure)).length,
    different: compared.flatMap(({ row, published: figure }) =>
      figure === undefined || isEqual(row, figure) ? [] : [{ ...row, published: decimalText(decimal(figure)) }],
    ),
    not_in_file: compared.flatMap(({ row, published: figure }) => (figure === undefined ? [row] : [])),
  };
}

/** Figures by "<region> <year>". */
function publishedFigures(text: string, named: FileColumns): ReadonlyMap<string, string> {
  const parsed = Papa.parse<Record<string, string>>(text.replace(/^\u{FEFF}/u, ""), {
    header: true,
    skipEmptyLines: "greedy",
  });
  const columns = foundColumns(parsed.meta.fields ?? [], named);
  const figures = new Map<string, string>();
  for (const record of parsed.data) {
    const region = regionOf(record[columns.country]?.trim() ?? "");
    const year = record[columns.year]?.trim().slice(0, 4) ?? "";
    const figure = record[columns.value]?.trim() ?? "";
    if (region !== null && /^\d{4}$/.test(year) && isDecimalText(figure)) figures.set(`${region} ${year}`, figure);
  }
  if (figures.size === 0) throw unreadableFile("no_figures", "the file has no row with a country, a year and a figure");
  return figures;
}

function foundColumns(header: readonly string[], named: FileColumns): Record<keyof FileColumns, string> {
  const found = (column: keyof FileColumns): string => {
    const bare = (name: string) => name.split(":", 1)[0]?.trim().toLowerCase() ?? "";
    const wanted = named[column];
    const match =
      wanted === null
        ? USUAL[column].flatMap((usual) => header.filter((name) => bare(name) === usual))[0]
        : header.find((name) => name === wanted);
    if (match !== undefined) return match;
    const message = `no column for it; the file has: ${header.join(", ").slice(0, 300)}`;
    throw validationError([{ path: column, code: "unknown", message }]);
  };
  return { country: found("country"), year: found("year"), value: found("value") };
}

let byName: ReadonlyMap<string, string> | undefined;

/** The country that a publisher means by a code or an English name; null: none. */
function regionOf(text: string): string | null {
  if (/^[A-Z]{2}$/.test(text)) return EUROSTAT_CODES.get(text) ?? text;
  byName ??= countriesByName();
  return byName.get(text.toLowerCase()) ?? null;
}

function countriesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint("A".charCodeAt(0) + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.flatMap((code): [string, string][] => {
    const name = names.of(code);
    return name === undefined || name === code ? [] : [[name.toLowerCase(), code]];
  });
  return new Map([...known, ["czech republic", "CZ"], ["euro area", "EA"]]);
}
