import type { StatedPeriod } from "../emissions/index.ts";

/** The period that a rule about its supplier gave a line which states none; ISO dates, both within. */
export interface RuledPeriod {
  readonly start: string;
  readonly end: string;
  /** Version of the rule, see list_supplier_period_rules. */
  readonly rule_id: string;
}

/** The period as a split keeps it; null: no rule gave it. */
export function ruledPeriodOf(period: StatedPeriod | null): RuledPeriod | null {
  return period?.rule === undefined ? null : { start: period.start, end: period.end, rule_id: period.rule.id };
}

interface PeriodColumns {
  readonly service_period_start?: string | null;
  readonly service_period_end?: string | null;
  readonly ruled_period?: RuledPeriod | null;
}

/**
 * A line with the period of a rule, in place of the one that an earlier rule gave. Null: no rule gives it one, and what it states
 * itself stays. A line with a `ruled_period` shows that as its period.
 */
export function withRuledPeriod<Row extends PeriodColumns>(
  row: Row,
  ruled_period: RuledPeriod | null,
): Row & { readonly ruled_period: RuledPeriod | null } {
  if (ruled_period !== null) {
    return { ...row, service_period_start: ruled_period.start, service_period_end: ruled_period.end, ruled_period };
  }
  if (row.ruled_period == null) return { ...row, ruled_period };
  return { ...row, service_period_start: null, service_period_end: null, ruled_period };
}
