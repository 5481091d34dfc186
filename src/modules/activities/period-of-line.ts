import {
  countedShares,
  periodOfSubscription,
  type StatedPeriod,
  type UsePeriod,
  withKeptParts,
} from "../emissions/index.ts";
import { periodInWords } from "../reading/index.ts";
import { periodByRule, type PeriodRules } from "../supplier-register/index.ts";
import { keptOverDays } from "./credit-steps.ts";
import { RECORD } from "./ledger-batch.ts";
import type { CurrentActivityRow } from "./store.ts";

/** What of a booked line says its days. */
type DatedLine = Pick<
  CurrentActivityRow,
  | "conversion"
  | "description"
  | "document_type"
  | "line_kind"
  | "ruled_period"
  | "service_period_end"
  | "service_period_start"
  | "stated"
  | "supplier_identifier"
  | "supplier_name"
  | "transaction_date"
>;

/**
 * The days that a booked line is about. Null: no period is known, or only one end of it. What a person did not state may have been read from the words; what
 * neither states is told by the rule of today, whatever the rule of the earlier reading was. A record is no bill.
 */
export function periodOfLine(current: DatedLine, category_key: string, rules: PeriodRules): StatedPeriod | null {
  const { service_period_start: start, service_period_end: end } = current;
  if (current.ruled_period !== null || (start === null && end === null)) {
    return current.document_type === RECORD ? null : periodByRule(rules, { ...current, category_key });
  }
  return start === null || end === null
    ? null
    : asCounted(current, statedPeriod(current, { start, end }), category_key);
}

function statedPeriod({ stated, description, conversion }: DatedLine, { start, end }: UsePeriod): StatedPeriod {
  const named = stated?.service_period === undefined ? periodInWords(description) : null;
  return withKeptParts(named?.start === start && named.end === end ? named : { start, end }, conversion);
}

/** What takes something back goes on counting as that was counted; its own words tell nothing of it. */
function asCounted(
  { description, conversion, document_type }: DatedLine,
  period: StatedPeriod,
  category_key: string,
): StatedPeriod | null {
  if (document_type !== "credit_note") return periodOfSubscription(period, description);
  const is_over_days = keptOverDays(conversion, category_key);
  const shares = countedShares(conversion);
  if (is_over_days !== undefined) return { ...period, as_counted: { ...shares, is_over_days } };
  return periodOfSubscription({ ...period, as_counted: shares }, description);
}
