import { z } from "zod";
import type { TenantQueries } from "../../core/context.ts";
import { decimal, decimalSum, decimalText, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import {
  type CountedActivityRow,
  type Correction,
  emissionsSlip,
  isDecidedByPerson,
  readAs,
  type ReadingTables,
  selectSpellings,
  selectLinesOfSupplier,
  withRuledPeriod,
} from "../activities/index.ts";
import {
  type CategorizationInput,
  categorizationTables,
  categorize,
  DECIDES_ALONE,
  loadTenantKnowledge,
  recallChoice,
  supplierKey,
  type TenantKnowledge,
} from "../categorization/index.ts";
import { isSameAllocation, keptRule, rememberedRule, resultKg, ruleSteps } from "../emissions/index.ts";
import { closedYears, touchesYear } from "../financial-years/index.ts";

/** Lines that one look at a supplier reads, and one re-run changes at most. */
export const LINES_MAX = 200;

/** What a re-run would do to the other lines of a supplier. */
export const sameSupplier = z.object({
  supplier_key: z.string(),
  /** Lines that would get another category or period, or stop waiting. */
  line_count: z.int(),
  /** Change of the totals, kg CO2e market-based. */
  change_kg: z.number(),
  /** The supplier has more lines than were looked at. */
  has_more: z.boolean(),
});
SCHEMA_NAMES.add(sameSupplier, { name: "SameSupplier" });

export type SameSupplier = z.infer<typeof sameSupplier>;

/** A line that would be read another way now. */
export interface ChangedLine {
  readonly current: CountedActivityRow;
  readonly correction: Correction;
  /** Decimal text, signed. */
  readonly change_kg: string;
}

export interface LookedAt {
  readonly changes: readonly ChangedLine[];
  readonly line_count: number;
  /** Would change, but nothing can be calculated for the new category. */
  readonly not_calculable_count: number;
  /** Id of the last line that was read, when there are more. */
  readonly next: string | null;
}

/**
 * Reads the lines of a supplier again as the company's rules and memory say now, newest first, at most LINES_MAX from after
 * `after`. A category that a person chose stays. Excluded lines, lines that wait for more than their category and lines of closed
 * years, or that would reach one, are left out.
 */
export async function lookAtSupplier(
  db: TenantQueries,
  key: string,
  { tables, after }: { readonly tables: ReadingTables; readonly after: string | null },
): Promise<LookedAt> {
  const spellings = (await selectSpellings(db)).filter((spelling) => keyOfLine(spelling) === key);
  if (spellings.length === 0) return { changes: [], line_count: 0, not_calculable_count: 0, next: null };
  const identified = key.startsWith("id:");
  const rows = await selectLinesOfSupplier(db, { spellings, identified }, after, LINES_MAX + 1);
  const lines = rows.slice(0, LINES_MAX);
  const knowledge = await loadTenantKnowledge(db);
  const closed = await closedYears(db);
  const changes: ChangedLine[] = [];
  let not_calculable_count = 0;
  for (const current of lines) {
    const isOpen = (line: CountedActivityRow) => !closed.some((year) => touchesYear(line, year));
    const correction = isOpen(current) && keyOfLine(current) === key ? readAgain(current, knowledge, tables) : null;
    // A rule about the period may lead into a closed year.
    if (correction === null || !isOpen(withRuledPeriod(current, correction.split.ruled_period ?? null))) continue;
    if (correction.result?.kind === "review") not_calculable_count += 1;
    else changes.push({ current, correction, change_kg: changeOf(current, correction) });
  }
  const next = rows.length > LINES_MAX ? (lines.at(-1)?.id ?? null) : null;
  return { changes, line_count: lines.length, not_calculable_count, next };
}

/** What a re-run of the supplier would change, for the answer to a correction; null: the line names no supplier. */
export async function otherLines(
  tx: TenantQueries,
  line: { readonly supplier_name: string | null; readonly supplier_identifier: string | null },
  tables: ReadingTables,
): Promise<SameSupplier | null> {
  const supplier_key = keyOfLine(line);
  if (supplier_key === null) return null;
  const { changes, next } = await lookAtSupplier(tx, supplier_key, { tables, after: null });
  return {
    supplier_key,
    line_count: changes.length,
    change_kg: roundedNumber(sumOf(changes)),
    has_more: next !== null,
  };
}

/** Decimal text of the change of the totals. */
export function sumOf(changes: readonly ChangedLine[]): string {
  return decimalText(decimalSum(changes.map((change) => change.change_kg)));
}

export function keyOfLine(line: {
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
}): string | null {
  return supplierKey(line.supplier_name, line.supplier_identifier);
}

/** The reading by what the company taught, when it differs from the current one; null when the line stays as it is. */
function readAgain(current: CountedActivityRow, knowledge: TenantKnowledge, tables: ReadingTables): Correction | null {
  return (
    readInCategory(current, knowledge, tables) ??
    readByRule(current, knowledge, tables) ??
    readInPeriod(current, tables)
  );
}

/** The reading of a line of which nobody stated these, in the category that it has, by the attributes and the factor that people stated of lines like it; null: they stay. */
function readByRule(current: CountedActivityRow, knowledge: TenantKnowledge, tables: ReadingTables): Correction | null {
  const { status, category_key, mapped_by, confidence, reason, candidates, stated } = current;
  const isStated = stated?.attributes !== undefined || stated?.emission_factor !== undefined;
  if (status !== "classified" || isStated) return null;
  const rule = rememberedRule(recallChoice(knowledge.lines, current));
  const isSame = JSON.stringify(ruleSteps(rule)) === JSON.stringify(ruleSteps(keptRule(current.conversion)));
  if (isSame) return null;
  const { split, result } = readAs(current, category_key, tables, rule);
  if (result.kind === "review") return null;
  const decision = { status, category_key, mapped_by, confidence: Number(confidence), reason, candidates };
  return { action: "activity.reread", decision, split, result, is_learned: false };
}

/**
 * The reading of a counted line, in the category that it has, with the period that a rule gives it now and the degree days that are stated now;
 * null: both stay. Whoever chose the category stays: a person who did said nothing of the period, or it would be stated.
 */
function readInPeriod(current: CountedActivityRow, tables: ReadingTables): Correction | null {
  const { status, category_key, mapped_by, confidence, reason, candidates, ruled_period } = current;
  if (status !== "classified") return null;
  const { split, result } = readAs(current, category_key, tables);
  const period = split.ruled_period ?? null;
  const isSamePeriod = period?.start === ruled_period?.start && period?.end === ruled_period?.end;
  if (isSamePeriod && isSameAllocation(split.conversion, current.conversion)) return null;
  const decision = { status, category_key, mapped_by, confidence: Number(confidence), reason, candidates };
  return { action: "activity.reread", decision, split, result, is_learned: false };
}

/** The reading by a rule or by memory of categories, when it differs from the current one. */
function readInCategory(
  current: CountedActivityRow,
  knowledge: TenantKnowledge,
  tables: ReadingTables,
): Correction | null {
  if (isDecidedByPerson(current)) return null;
  const decision = categorize(inputOf(current, tables.country), knowledge, categorizationTables());
  const [top] = decision.candidates;
  if (decision.status !== "classified" || (top?.step !== "rule" && top?.step !== "memory")) return null;
  // A code or a measured quantity gives way to nothing less than it did at first.
  if (top.weight < DECIDES_ALONE && current.candidates[0]?.step === "code") return null;
  if (current.status === "classified" && current.category_key === decision.category_key) return null;
  // What a source states of the line would be refused there.
  if (emissionsSlip(current, { category_key: decision.category_key, stated: current.stated }, tables) !== null)
    return null;
  const rule = rememberedRule(recallChoice(knowledge.lines, current));
  const { split, result } = readAs(current, decision.category_key, tables, rule);
  // A line that waits for what its calculation lacks goes on waiting for it.
  if (result.kind === "review" && current.category_key === decision.category_key) return null;
  return { action: "activity.reread", decision, split, result, is_learned: false };
}

function inputOf(current: CountedActivityRow, country: string): CategorizationInput {
  const { amount, currency, document_type } = current;
  return {
    description: current.description,
    supplier_name: current.supplier_name,
    supplier_identifier: current.supplier_identifier,
    // A branch is no more than a hint: beside a rule or a memory, which alone count here, it decides nothing.
    supplier_branch: null,
    gl_account: current.gl_account,
    gl_account_name: current.gl_account_name,
    classification_codes: current.classification_codes,
    // What was measured stands in the split; rules and memory go before it.
    commodity: null,
    unit: current.unit,
    // Booked with costs positive; a bank signs them negative.
    amount: amount !== null && document_type === "bank_statement" ? decimalText(decimal(amount).neg()) : amount,
    line_kind: current.line_kind,
    document_type,
    region: country,
    ...(currency === null ? {} : { currency }),
  };
}

function changeOf(current: CountedActivityRow, { result }: Correction): string {
  return decimalText(decimal(result === null ? "0" : resultKg(result)).minus(current.current_kg));
}
