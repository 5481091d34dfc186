import { z } from "zod";
import { type FinancialYear, isOver, monthOfDay, type YearStatement, yearsBetween } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import type { StatementRow } from "./store.ts";
import type { ClosingRow } from "./store-closings.ts";

const nullable = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

/** A financial year and whether it is closed. What was decided last of it is null while nothing was. */
export const yearRecord = z.object({
  /** The calendar year in which it ends. */
  report_year: z.int(),
  from: z.string(),
  to: z.string(),
  months: z.int(),
  is_over: z.boolean(),
  is_closed: z.boolean(),
  /** attestation: closed by the first attestation of a report of it; restatement: closed all along, see restate_financial_year. */
  cause: nullable(z.enum(["administrator", "attestation", "restatement"])),
  reason: nullable(z.string()),
  report_id: nullable(z.uuid()),
  decided_by: nullable(z.string()),
  decided_by_name: nullable(z.string()),
  decided_at: nullable(z.iso.datetime()),
});
SCHEMA_NAMES.add(yearRecord, { name: "FinancialYear" });
export type YearRecord = z.output<typeof yearRecord>;

/** A stated year on the wire. */
export const yearDays = z.strictObject({
  from: dayInput.describe("First day: the first of a month"),
  to: dayInput.describe("Last day: the last of a month, at most 18 months later"),
});

/** What a company has stated of its financial years, and the years that follow; nobody's name while nothing is stated. */
export const yearsRecord = z.object({
  is_first_of_all: z.boolean(),
  stated: z.array(z.object({ from: z.string(), to: z.string() })),
  reason: nullable(z.string()),
  stated_by: nullable(z.string()),
  stated_by_name: nullable(z.string()),
  stated_at: nullable(z.iso.datetime()),
  years: z.array(yearRecord),
});
SCHEMA_NAMES.add(yearsRecord, { name: "FinancialYears" });
export type YearsRecord = z.output<typeof yearsRecord>;

/** A year as clients see it. */
export function yearView(year: FinancialYear, last: ClosingRow | undefined, today: string): YearRecord {
  const { report_year, from, to, months } = year;
  return {
    report_year,
    from,
    to,
    months,
    is_over: isOver(year, today),
    is_closed: last?.is_closed ?? false,
    cause: last?.cause ?? null,
    reason: last?.reason ?? null,
    report_id: last?.report_id ?? null,
    decided_by: last?.decided_by ?? null,
    decided_by_name: last?.decided_by_name ?? null,
    decided_at: last?.decided_at ?? null,
  };
}

/** The years that run or begin between two days, each with what was decided of it. */
export function yearViews(
  statement: YearStatement,
  closings: readonly ClosingRow[],
  { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
): YearRecord[] {
  return yearsBetween(statement, monthOfDay(from), monthOfDay(to)).map((year) =>
    yearView(
      year,
      closings.find((closing) => closing.to === year.to),
      today,
    ),
  );
}

/** What is said of the statement itself. */
export function statedView(row: StatementRow | undefined): Omit<YearsRecord, "years"> {
  return {
    is_first_of_all: row?.is_first_of_all ?? false,
    stated: [...(row?.years ?? [])],
    reason: row?.reason ?? null,
    stated_by: row?.stated_by ?? null,
    stated_by_name: row?.stated_by_name ?? null,
    stated_at: row?.stated_at ?? null,
  };
}

const STATED = {
  by: "api_key:0198c0de-0000-7000-8000-000000000003",
  by_name: 'Key "ERP export"',
  at: "2026-01-05T08:00:00.000000Z",
};

export const EXAMPLE_YEAR: YearRecord = {
  report_year: 2015,
  from: "2015-01-01",
  to: "2015-12-31",
  months: 12,
  is_over: true,
  is_closed: true,
  cause: "administrator",
  reason: null,
  report_id: null,
  decided_by: STATED.by,
  decided_by_name: STATED.by_name,
  decided_at: STATED.at,
};

export const EXAMPLE_YEARS: YearsRecord = {
  is_first_of_all: true,
  stated: [{ from: "2010-07-01", to: "2011-12-31" }],
  reason: null,
  stated_by: STATED.by,
  stated_by_name: STATED.by_name,
  stated_at: STATED.at,
  years: [EXAMPLE_YEAR],
};
