import type { TenantQueries } from "../../core/context.ts";
import { supplierKey } from "../categorization/index.ts";
import { isUsedOverTime, type StatedPeriod } from "../emissions/index.ts";
import { billedPeriod, rhythmInWords } from "./billed-period.ts";
import { memoryKeyOf } from "./identifier.ts";
import { type RuleInForceRow, selectRulesInForce } from "./store-period-rules.ts";

/** Rules about suppliers, by the key of whatever names them in lines; of each the one that goes first is first. */
export type PeriodRules = ReadonlyMap<string, readonly RuleInForceRow[]>;

/** The rules of the company as they stand, merged suppliers included. Load once per request or batch of documents. */
export async function loadPeriodRules(db: TenantQueries): Promise<PeriodRules> {
  const byKey = new Map<string, RuleInForceRow[]>();
  for (const row of await selectRulesInForce(db)) {
    const key = memoryKeyOf(row);
    if (key === null) continue;
    const rules = byKey.get(key);
    if (rules === undefined) byKey.set(key, [row]);
    else rules.push(row);
  }
  for (const rules of byKey.values()) rules.sort(goesFirst);
  return byKey;
}

/** The closer category; of one category the supplier's own rule before that of one merged into it; then the newer. */
function goesFirst(one: RuleInForceRow, other: RuleInForceRow): number {
  return (
    other.category_key.length - one.category_key.length ||
    Number(other.is_own) - Number(one.is_own) ||
    other.created_at.localeCompare(one.created_at) ||
    one.id.localeCompare(other.id)
  );
}

/** A line that states no period, as rules look at it. */
export interface RuledLine {
  readonly document_type: string;
  readonly line_kind: string;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly category_key: string;
  /** ISO date or moment of its bill. */
  readonly transaction_date: string;
}

/**
 * The period that the company's rules give a line of a bill which states none; null: no rule is about it, or nothing in its
 * category is used over time. A credit note takes the days of what it takes back, and the day of a payment tells nothing of
 * the bill's: neither has a rule.
 */
export function periodByRule(rules: PeriodRules, line: RuledLine): StatedPeriod | null {
  if (rules.size === 0 || line.document_type === "credit_note" || line.line_kind === "bank_row") return null;
  if (!isUsedOverTime(line.category_key)) return null;
  const key = supplierKey(line.supplier_name, line.supplier_identifier);
  const rule = rules.get(key ?? "")?.find(({ category_key }) => isWithin(line.category_key, category_key));
  if (rule === undefined) return null;
  const period = billedPeriod(rule, line.transaction_date.slice(0, 10));
  return period === null ? null : { ...period, rule: { id: rule.id, says: rhythmInWords(rule) } };
}

/** Whether a category is another one or lies below it; empty: below all. */
function isWithin(category_key: string, group: string): boolean {
  return group === "" || category_key === group || category_key.startsWith(`${group}.`);
}
