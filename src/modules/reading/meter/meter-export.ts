import { cutText } from "../../../core/cut-text.ts";
import { decimalText } from "../../../core/quantity.ts";
import { detectDateOrder, detectDecimalMark } from "../amounts.ts";
import { fileError } from "../file-errors.ts";
import { documentOfLines, invoiceLine } from "../lines.ts";
import { areQuantitiesOpen } from "../open-marks.ts";
import {
  type CountedQuantity,
  type ParsedDocument,
  type ParsedLine,
  type ParseOutcome,
  type RowError,
  rowError,
} from "../parsed-document.ts";
import { askDecimalMark } from "../csv/ask-columns.ts";
import { statedMark } from "../csv/column-mapping.ts";
import { describedTable } from "../csv/described-table.ts";
import type { TableSource } from "../csv/money.ts";
import { headKey } from "../csv/table-head.ts";
import { statedWarning } from "../csv/unread-columns.ts";
import type { DescribedTable } from "../table-question.ts";
import { knownColumns, type MeterHeader } from "./columns.ts";
import { type MeteredMonths, meteredMonths, type MeteredPeriod, missingMinutes } from "./metered-months.ts";
import { type MeterFormats, readMeterRow } from "./row.ts";

/** Second part of the format of such a document: "csv-meter", "xlsx-meter". */
const METER_FORMAT = "meter";
const ROWS_MAX = 500_000;
const ROW_ERRORS_MAX = 1_000;
/** Other units that are counted apart. */
const UNITS_MAX = 20;

/** Takes the records of an export in order, the ones above the header included. */
export interface MeterReader {
  /** False: no more rows are wanted. */
  add(cells: readonly string[]): boolean;
  finish(): ParseOutcome;
}

export type OpenedMeters =
  | { readonly kind: "opened"; readonly reader: MeterReader }
  | Extract<ParseOutcome, { readonly kind: "asks" }>;

type Records = readonly (readonly string[])[];

/**
 * Reads what metering points used, in quarters, hours, days, months or longer: one line for each metering point and calendar
 * month with the exact sum in kWh. Values that are missing or estimated are said; nothing is filled in. Values of which nothing says
 * whether they are thousands or decimals ask.
 */
export function openMeters(header: MeterHeader, sample: Records, source: TableSource): OpenedMeters {
  const { row, columns } = header;
  const key = headKey(sample[row] ?? []);
  const mapping = source.mappings.find(({ head_key }) => head_key === key) ?? null;
  const described = describedTable(sample, { row, columns: knownColumns(columns) }, mapping);
  const rows = sample.slice(row + 1);
  const quantities = rows.map((cells) => cells[columns.quantity] ?? "");
  const stated = mapping === null ? undefined : statedMark(mapping);
  if (stated === undefined && areQuantitiesOpen(quantities, source)) {
    return { kind: "asks", question: askDecimalMark(described), tables: [described] };
  }
  const mark = detectDecimalMark(quantities, stated ?? source.decimal_mark);
  const order = detectDateOrder(rows.flatMap((cells) => [cells[columns.from] ?? "", cells[columns.to] ?? ""]));
  const told = mapping && { table: described, warning: statedWarning(mapping) };
  return { kind: "opened", reader: meterReader(header, { columns, mark, order }, { ...source, told }) };
}

/** An export of which a company has said something, and how its warnings say it; null: it has not. */
type MeterSource = TableSource & { readonly told: { readonly table: DescribedTable; readonly warning: string } | null };

function meterReader(header: MeterHeader, formats: MeterFormats, source: MeterSource): MeterReader {
  const months = meteredMonths();
  const row_errors: RowError[] = [];
  const other_units = new Map<string, number>();
  let number = -header.row - 1;
  return {
    add(cells) {
      number += 1;
      if (number < 1) return true;
      if (number > ROWS_MAX) return false;
      const outcome = readMeterRow(cells, formats);
      if (outcome.kind === "other_unit" && (other_units.size < UNITS_MAX || other_units.has(outcome.unit))) {
        other_units.set(outcome.unit, (other_units.get(outcome.unit) ?? 0) + 1);
      }
      const fault = outcome.kind === "row" ? months.add(outcome.row) : outcome.kind === "error" ? outcome : null;
      if (fault !== null && row_errors.length < ROW_ERRORS_MAX) {
        row_errors.push(rowError(number, { ...fault, message: `Row ${number}: ${fault.message}` }));
      }
      return true;
    },
    finish() {
      if (number > ROWS_MAX) {
        return { kind: "rejected", error: fileError("file.too_large", `The table has more than ${ROWS_MAX} rows.`) };
      }
      return outcomeOf({ months, row_errors, other_units }, source);
    },
  };
}

interface ReadMeters {
  readonly months: MeteredMonths;
  readonly row_errors: readonly RowError[];
  readonly other_units: ReadonlyMap<string, number>;
}

function outcomeOf(read: ReadMeters, { container, encoding, delimiter, told }: MeterSource): ParseOutcome {
  const periods = read.months.periods();
  const roles = new Set(periods.map(({ role }) => role));
  const isPart = (period: MeteredPeriod) => period.role === "part" && roles.has("consumption");
  const counted = periods.filter((period) => period.kwh.gt(0) && !isPart(period));
  const warnings = [
    ...(told === null ? [] : [told.warning]),
    ...warningsOf(read, periods),
    ...partWarnings(periods.filter(isPart)),
  ];
  if (counted.length === 0 && read.row_errors.length === 0) {
    const detail = ["The meter export states no consumption of electricity in kWh.", ...warnings].join(" ");
    return { kind: "rejected", error: fileError("file.no_invoice_data", cutText(detail, 1000)) };
  }
  const document: ParsedDocument = {
    ...documentOfLines({
      format: `${container}-${METER_FORMAT}`,
      document_type: "utility_statement",
      lines: counted.map((period, index) => lineOf(period, index + 1)),
      row_errors: read.row_errors,
      warnings,
      encoding,
      delimiter,
    }),
    issue_date:
      counted
        .map(({ last_day }) => last_day)
        .toSorted()
        .at(-1) ?? null,
    quantities: counted.map((period, index) => quantityOf(period, index + 1)),
    ...(told === null ? {} : { tables: [told.table] }),
  };
  const doubts = doubtsOf(counted, read.row_errors);
  return { kind: "parsed", document: doubts.length === 0 ? document : { ...document, doubts } };
}

function lineOf(period: MeteredPeriod, number: number): ParsedLine {
  return invoiceLine({
    number,
    kind: "consumption",
    description: `Electricity, metering point ${period.point}, ${spanOf(period)}: ${coverage(period)}`,
    quantity: decimalText(period.kwh),
    unit: "kWh",
    service_period_start: period.first_day,
    service_period_end: period.last_day,
    external_id: period.point,
  });
}

function quantityOf(period: MeteredPeriod, number: number): CountedQuantity {
  const quantity = decimalText(period.kwh);
  return {
    commodity: "electricity",
    quantity,
    unit: "kWh",
    lines: [number],
    line_quantities: [quantity],
    covered: [],
    period_start: period.first_day,
    period_end: period.last_day,
    meter: period.point,
    grid_only: false,
  };
}

function spanOf({ first_day, last_day }: MeteredPeriod): string {
  return `${first_day} to ${last_day}`;
}

/** "743 hours, 2 of them estimated, 1 without a value". */
function coverage(period: MeteredPeriod): string {
  const missing = missingMinutes(period);
  return [
    hours(period.minutes),
    ...(period.estimated_minutes > 0 ? [`${hours(period.estimated_minutes)} of them estimated`] : []),
    ...(missing > 0 ? [`${hours(missing)} without a value`] : []),
  ].join(", ");
}

function hours(minutes: number): string {
  const count = Math.round(minutes / 15) / 4;
  return `${count} ${count === 1 ? "hour" : "hours"}`;
}

/** Periods that are named; the others are counted. */
const NAMED_MAX = 12;

function warningsOf({ months: { notes }, other_units }: ReadMeters, periods: readonly MeteredPeriod[]): string[] {
  const missing = periods.filter((period) => missingMinutes(period) > 0);
  const estimated = periods.filter((period) => period.estimated_minutes > 0);
  const unused = periods.filter(({ kwh }) => kwh.eq(0));
  return [
    listed("values are missing, and were not filled in", missing, (period) => hours(missingMinutes(period))),
    listed("values are estimates of the grid company", estimated, (period) => hours(period.estimated_minutes)),
    listed("nothing was used, and no line was made", unused, () => "0 kWh"),
    ...[...other_units]
      .slice(0, NAMED_MAX)
      .map(([unit, count]) => `${count} rows in "${unit}" were left out: no kWh of consumption`),
    notes.production > 0 ? `${notes.production} rows of production were left out: they are no consumption` : null,
    notes.negative > 0
      ? `${notes.negative} values below zero were left out: what was delivered is no consumption`
      : null,
    notes.repeated > 0 ? `${notes.repeated} rows repeat a period and were counted once` : null,
  ].filter((warning) => warning !== null);
}

function partWarnings(parts: readonly MeteredPeriod[]): string[] {
  if (parts.length === 0) return [];
  const types = [...new Set(parts.map(({ type }) => type))].slice(0, NAMED_MAX).join(", ");
  return [`metering points of type ${types} were left out: they are part of the consumption of others`];
}

function listed(
  what: string,
  periods: readonly MeteredPeriod[],
  amount: (period: MeteredPeriod) => string,
): string | null {
  if (periods.length === 0) return null;
  const named = periods.slice(0, NAMED_MAX).map((period) => `${period.point} ${spanOf(period)} (${amount(period)})`);
  const rest = periods.length - named.length;
  return `${what}: ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** What a person must look at before anything of the export counts. */
function doubtsOf(counted: readonly MeteredPeriod[], errors: readonly RowError[]): string[] {
  const has = (role: MeteredPeriod["role"]) => counted.some((period) => period.role === role);
  const overlapping = counted.filter((period) => missingMinutes(period) < 0);
  return [
    has("consumption") && has("from_grid")
      ? "The export has consumption (E17) and what was taken from the grid (D07), which are parts of each other: accept one of them and leave the other out."
      : null,
    has("part")
      ? "The export has metering points that measure a part of a consumption: accept those that no other document tells of."
      : null,
    overlapping.length > 0
      ? `Periods overlap: ${overlapping
          .slice(0, NAMED_MAX)
          .map((period) => `${period.point} ${spanOf(period)}`)
          .join(", ")}. Accept one line of each time and leave the others out.`
      : null,
    errors.some(({ reason }) => reason === "stated_twice")
      ? "Some periods are stated twice with different quantities."
      : null,
  ].filter((doubt) => doubt !== null);
}
