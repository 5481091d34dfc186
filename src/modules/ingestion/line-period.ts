import { type NewActivity, withRuledPeriod } from "../activities/index.ts";
import { PENDING_KEY } from "../categorization/index.ts";
import { isDeliveredFuel, isUsedOverTime, type StatedPeriod } from "../emissions/index.ts";
import { periodByRule, type PeriodRules } from "../supplier-register/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

/** Where a line stands: what kind of document, and in which category it is read. */
interface LineClassification {
  readonly document_type: string;
  readonly category_key: string;
}

/**
 * The days that a line is about: as it, its document or what it takes back states them, else the day on which goods or fuel were delivered or a
 * journey was made, else as the company's rule about the supplier tells. A line that states one end only has no period, and no rule.
 */
export function linePeriod(
  { line, supplier, service_period, transaction_date }: ActivityDraft,
  { document_type, category_key }: LineClassification,
  rules: PeriodRules,
): StatedPeriod | null {
  const day = line.delivered_on;
  const isStated = service_period !== null || line.service_period_start !== null || line.service_period_end !== null;
  if (day !== undefined && document_type !== "credit_note" && !isUsedOverTime(category_key)) {
    // The days of a bill are no days of goods; a line of which nobody knows what it is keeps what it states.
    const isKept = isStated && (category_key === PENDING_KEY || service_period?.is_of_subscription === true);
    if (!isKept) return { start: day, end: day };
  }
  if (isStated) return service_period;
  if (day !== undefined && document_type !== "credit_note" && isDeliveredFuel(category_key))
    return { start: day, end: day };
  return periodByRule(rules, {
    document_type,
    line_kind: line.kind,
    supplier_name: supplier?.name ?? null,
    supplier_identifier: supplier?.identifier ?? null,
    category_key,
    transaction_date,
  });
}

/** The activity with the period of a rule where it states none: for whoever compares days. */
export function withItsPeriod(activity: NewActivity): NewActivity {
  return withRuledPeriod(activity, activity.split.ruled_period ?? null);
}
