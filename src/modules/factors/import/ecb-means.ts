import { z } from "zod";
import { unreadableFile } from "../../../core/errors.ts";
import { lastDay, monthOfDay } from "../../../core/financial-year.ts";
import { isDecimalText, roundedText } from "../../../core/quantity.ts";
import type { SourcedRate } from "../catalog-tables.ts";
import type { RowIssue } from "../csv-rows.ts";
import { csvRows } from "../csv-rows.ts";
import type { ParsedRows } from "./parsed-rows.ts";

/** Columns of the ECB's SDMX-CSV that say what a figure is; others may stand beside them. */
const observationCells = z.object({
  FREQ: z.string(),
  CURRENCY: z.string(),
  CURRENCY_DENOM: z.string(),
  EXR_TYPE: z.string(),
  EXR_SUFFIX: z.string(),
  TIME_PERIOD: z.string(),
  OBS_VALUE: z.string(),
});
type Observation = z.output<typeof observationCells>;

/** Frequencies of the ECB's code list that are means, and what makes the last month of a period of it; daily rates are another file. */
const KINDS = {
  M: {
    kind: "monthly_average",
    period: /^(19|20)\d\d-(0[1-9]|1[0-2])$/,
    last_month: "",
    words: "mean of the month",
  },
  A: { kind: "annual_average", period: /^(19|20)\d\d$/, last_month: "-12", words: "mean of the year" },
} as const;

/**
 * Reads means of the European Central Bank's reference rates from its data portal (dataset EXR as SDMX-CSV): units of the currency
 * per euro (CURRENCY_DENOM EUR, EXR_TYPE SP00, EXR_SUFFIX A), rounded half up to 6 decimals. Other series and frequencies, and
 * periods that are not over on `today`, are skipped.
 * @throws Error when a column is missing, ServiceError request.validation_failed when the file has no such mean
 */
export function importEcbMeans(text: string, today: string): ParsedRows<SourcedRate> {
  const { rows: observations, rejected: malformed } = csvRows(text, observationCells);
  const rows: { line: number; row: SourcedRate }[] = [];
  const rejected: RowIssue[] = [...malformed];
  const skipped = { others: 0, empty: 0, unfinished: 0 };
  for (const { line, row } of observations) {
    const frequency = isMean(row) ? KINDS[row.FREQ] : null;
    if (frequency === null) skipped.others += 1;
    else if (row.OBS_VALUE === "" || row.OBS_VALUE === "NaN") skipped.empty += 1;
    else {
      const problem = problemOf(row, frequency.period);
      if (problem !== null) rejected.push({ line, reason: `${row.CURRENCY}: ${problem}` });
      else {
        const day = lastDay(monthOfDay(`${row.TIME_PERIOD}${frequency.last_month}`));
        if (day >= today) skipped.unfinished += 1;
        else rows.push({ line, row: meanOf(row, day, frequency) });
      }
    }
  }
  if (rows.length + rejected.length + skipped.empty + skipped.unfinished === 0) {
    throw unreadableFile(
      "not_ecb_means",
      "the file has no monthly or annual mean of a currency per euro (EXR, SP00, A)",
    );
  }
  return {
    read: observations.length + malformed.length,
    rows,
    rejected,
    skipped: [
      { reason: "not a mean of a currency per euro", count: skipped.others },
      { reason: "no rate published", count: skipped.empty },
      { reason: "the period is not over", count: skipped.unfinished },
    ],
  };
}

function isMean(row: Observation): row is Observation & { FREQ: keyof typeof KINDS } {
  const isRate = row.CURRENCY_DENOM === "EUR" && row.EXR_TYPE === "SP00" && row.EXR_SUFFIX === "A";
  return isRate && Object.hasOwn(KINDS, row.FREQ);
}

function problemOf(row: Observation, period: RegExp): string | null {
  if (!/^[A-Z]{3}$/.test(row.CURRENCY)) return "is not a currency code";
  if (!period.test(row.TIME_PERIOD)) return `${row.TIME_PERIOD} is not a period of its frequency`;
  if (!isDecimalText(row.OBS_VALUE) || Number(row.OBS_VALUE) <= 0) return "is not a rate";
  return null;
}

function meanOf(row: Observation, day: string, { kind, words }: (typeof KINDS)[keyof typeof KINDS]): SourcedRate {
  return {
    currency: row.CURRENCY,
    day,
    kind,
    per_eur: roundedText(row.OBS_VALUE),
    source: `European Central Bank, euro reference rates, ${words}`,
    source_url: "https://data.ecb.europa.eu/data/datasets/EXR",
    licence: "ECB: reuse permitted with the source named",
  };
}
