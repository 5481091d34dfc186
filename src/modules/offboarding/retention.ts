/**
 * Years for which vouchers are kept, from the end of the financial year that they concern: bogføringsloven (Danish Bookkeeping
 * Act, lov nr. 700 af 24/05/2022) § 12. Germany (§ 147 AO, § 257 HGB) and others keep longer.
 */
export const RETENTION_YEARS = 5;

/** Month and day, e.g. 12-31. */
export const CALENDAR_YEAR_END = "12-31";

/** Whether a text is the last day of a financial year: MM-DD, a day that every year has. */
export function isFinancialYearEnd(text: string): boolean {
  if (!/^\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`2025-${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(5, 10) === text;
}

/**
 * The last day, ISO date, on which a voucher of `date` must still be there, where financial years end on `year_end` (MM-DD):
 * five years after the first such day that is not before it.
 */
export function retainedUntil(date: string, year_end: string): string {
  const year = Number(date.slice(0, 4)) + (date.slice(5, 10) > year_end ? 1 : 0);
  return `${String(year + RETENTION_YEARS).padStart(4, "0")}-${year_end}`;
}
