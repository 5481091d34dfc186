import { format2Text } from "../../presentation/format-2-texts.ts";
import { LABEL_TEXTS } from "../../presentation/label-texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { ANNEX_TEXTS } from "./annex-texts.ts";
import { isFormat2, monthsOf, yearTitle } from "./sums.ts";
import { SUMMARY_TEXTS } from "./summary-texts.ts";

const TEXTS = { ...LABEL_TEXTS, ...SUMMARY_TEXTS, ...ANNEX_TEXTS } satisfies Record<
  string,
  readonly [da: string, en: string]
>;

export type TextName = keyof typeof TEXTS;

/** A text in the language of the report, with its placeholders filled. */
export type Words = (name: TextName, values?: Readonly<Record<string, string>>) => string;

export function wordsOf(document: Pick<ReportDocument, "language" | "report_format">): Words {
  const textsOf = (name: TextName) => (isFormat2(document) ? format2Text(name) : undefined) ?? TEXTS[name];
  return (name, values = {}) =>
    textsOf(name)[document.language === "da" ? 0 : 1].replaceAll(
      /\{(\w+)\}/g,
      (whole, key: string) => values[key] ?? whole,
    );
}

/** "2025"; of a year that the ledger has in part also which part. */
export function yearName(
  sums: Pick<ReportDocument["years"][number], "year" | "months_with_data" | "period">,
  words: Words,
): string {
  const { year, months_with_data, period } = sums;
  const [name, months] = [period === undefined ? String(year) : yearTitle({ period }), monthsOf({ period })];
  if (months_with_data === months) return name;
  return words("year.part", { year: name, months: String(months_with_data), of: String(months) });
}

/** Every text in both languages, for tests. */
export const ALL_TEXTS: Readonly<Record<string, readonly [string, string]>> = TEXTS;
