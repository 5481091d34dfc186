import {
  countedShares,
  periodOfSubscription,
  type StatedPeriod,
  type UsePeriod,
  withKeptParts,
} from "../emissions/index.ts";
import { periodInWords } from "../reading/index.ts";
import { periodByRule, type PeriodRules } from "../supplier-register/index.ts";
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
  const { service_period_start: start, service_period_end: end, description } = current;
  if (current.ruled_period !== null || (start === null && end === null)) {
    return current.document_type === RECORD ? null : periodByRule(rules, { ...current, category_key });
  }
  return start === null || end === null
    ? null
    : periodOfSubscription(statedPeriod(current, { start, end }), description);
}

function statedPeriod(
  { stated, description, conversion, document_type }: DatedLine,
  { start, end }: UsePeriod,
): StatedPeriod {
  const named = stated?.service_period === undefined ? periodInWords(description) : null;
  const period = withKeptParts(named?.start === start && named.end === end ? named : { start, end }, conversion);
  // What takes something back goes on counting as that was counted.
  return document_type === "credit_note" ? { ...period, as_counted: countedShares(conversion) } : period;
}
