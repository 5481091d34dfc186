import type { Context, TenantTransaction } from "../../core/context.ts";
import { numberKey } from "../../core/invoice-number.ts";
import { appendAudit } from "../audit/index.ts";
import type { Decision } from "../categorization/index.ts";
import {
  addPendingRestatements,
  closedYearReason,
  isInYears,
  movedYear,
  newEntries,
  pendingFigures,
} from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import {
  type CreditPart,
  creditShares,
  creditStep,
  isUnnamed,
  namedInvoices,
  onlyCreditShares,
  PRICE_ONLY,
} from "./credit-shares.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import { settlePurchase } from "./settle-purchase.ts";
import { asStated, withFacts } from "./stated-facts.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectCreditableLines, selectWaitingCredits } from "./store-credited.ts";
import { type LaterSplit, writeLaterSplit } from "./write-later-split.ts";

/** What of the line of an invoice credit notes name it by. */
export type NamedInvoice = Pick<CurrentActivityRow, "invoice_number" | "supplier_identifier" | "supplier_name">;

/**
 * Reads credit notes anew that wait for invoices which count now, and takes off what they take back, as if they had come after them.
 * One that names no invoice takes back the only one that it can be about.
 * Lines that take something back in several places at once go on waiting. What lies in a closed year waits to be restated. One statement
 * where no credit note waits. The transaction holds the audit chain.
 * @returns ids of lines of other documents of the purchases that were settled with them
 */
export async function settleCredits(
  ctx: Context,
  tx: TenantTransaction,
  invoices: readonly NamedInvoice[],
): Promise<readonly string[]> {
  if (invoices.length === 0) return [];
  const numbers = new Set(invoices.flatMap(({ invoice_number }) => numberKey(invoice_number) ?? []));
  const waiting = await selectWaitingCredits(
    tx,
    [...new Set(invoices.flatMap(({ supplier_identifier }) => supplier_identifier ?? []))],
    [...new Set(invoices.flatMap(({ supplier_name }) => supplier_name ?? []))],
  );
  const concerned = waiting.filter(
    (line) => isUnnamed(line) || namedInvoices(line).some((number) => numbers.has(numberKey(number) ?? "")),
  );
  if (concerned.length === 0) return [];
  const [tables, closed] = [await readingTables(ctx, tx), await closedYears(tx)];
  const touched: string[] = [];
  for (const line of concerned) touched.push(...(await settleCredit(ctx, tx, { line, tables, closed })));
  return touched;
}

/** The same after a decision about one line, where it is of an invoice. */
export async function settleCreditsOf(
  ctx: Context,
  tx: TenantTransaction,
  line: CurrentActivityRow,
): Promise<readonly string[]> {
  return line.document_type === "invoice" ? await settleCredits(ctx, tx, [line]) : [];
}

interface WaitingCredit {
  readonly line: CurrentActivityRow;
  readonly tables: ReadingTables;
  readonly closed: readonly YearDays[];
}

async function settleCredit(
  ctx: Context,
  tx: TenantTransaction,
  { line, tables, closed }: WaitingCredit,
): Promise<readonly string[]> {
  const { supplier_identifier, supplier_name, category_key, description, split_quantity, split_unit } = line;
  const { allocated_amount, allocated_currency, amount, currency } = line;
  // Asked for each: those before it have taken something.
  const until = line.transaction_date.slice(0, 10);
  const [lines = []] = await selectCreditableLines(tx, [{ supplier_identifier, supplier_name, until }]);
  const names = new Set(namedInvoices(line).map(numberKey));
  const credit = {
    description,
    category_key,
    amount: allocated_amount ?? amount ?? "0",
    currency: allocated_currency ?? currency,
    quantity: split_quantity,
    unit: split_unit,
  };
  const shares = isUnnamed(line)
    ? onlyCreditShares(credit, lines, until)
    : creditShares(credit, lines, { isNamed: (number) => names.has(numberKey(number)), issue_date: until });
  if (shares.kind === "price") return await write(ctx, tx, line, leftOut(line, tables));
  if (shares.kind !== "credits") return [];
  const [part, ...others] = shares.parts;
  if (part === undefined || others.length > 0) return [];
  return await writeTaken(ctx, tx, part, { line, tables, closed });
}

/** Only the price changes. */
function leftOut(line: CurrentActivityRow, tables: ReadingTables): LaterSplit {
  const { split } = readAs(line, line.category_key, tables);
  const decision = { ...decisionOf(line, PRICE_ONLY), status: "excluded", mapped_by: "rule", confidence: 1 } as const;
  return { decision, split, result: null };
}

async function writeTaken(
  ctx: Context,
  tx: TenantTransaction,
  part: CreditPart,
  { line, tables, closed }: WaitingCredit,
): Promise<readonly string[]> {
  const { transaction_date, service_period, document_id } = part;
  const facts = { transaction_date, ...(service_period === null ? {} : { service_period }) };
  const department_id = line.department_id ?? part.department_id;
  const dated = asStated({ ...line, department_id, stated: withFacts(line.stated, facts) });
  const { split, result } = readAs(dated, line.category_key, tables);
  const step = creditStep(part, { unit: split.unit, currency: split.allocated_currency });
  const later = {
    decision: decisionOf(line, `takes back what document ${document_id} counts`),
    split: { ...split, conversion: [...split.conversion, step] },
    result,
    stated: dated.stated,
  };
  const source = { activity_id: line.id, activity_split_id: "", department_id, transaction_date };
  const added = result.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
  const held = added.filter((entry) => isInYears(entry, closed));
  if (held.length === 0) return await write(ctx, tx, dated, later);
  const year = movedYear(closed, added, []);
  if (held.length === added.length && year !== undefined) {
    return await write(ctx, tx, dated, { ...later, result: { kind: "review", reviewReason: closedYearReason(year) } });
  }
  return await write(ctx, tx, dated, { ...later, outside: closed });
}

/** Its category stays: the invoice says where it was counted, not of what. */
function decisionOf({ category_key, mapped_by, confidence, candidates }: CurrentActivityRow, reason: string): Decision {
  return { status: "classified", category_key, mapped_by, confidence: Number(confidence), reason, candidates };
}

async function write(
  ctx: Context,
  tx: TenantTransaction,
  line: CurrentActivityRow,
  later: LaterSplit,
): Promise<readonly string[]> {
  const { row, facts, events } = await writeLaterSplit(ctx, tx, line, later);
  const { result, outside = [] } = later;
  if (outside.length > 0 && result?.kind === "calculated") {
    const { department_id, transaction_date } = facts;
    const source = { activity_id: line.id, activity_split_id: row.id, department_id, transaction_date };
    const held = newEntries(ctx, source, result.entries).filter((entry) => isInYears(entry, outside));
    const of = { activity_split_id: row.id, activity_id: line.id, cause: "credit_note" } as const;
    await addPendingRestatements(tx, pendingFigures(of, { before: [], after: held }, outside));
  }
  const credited = {
    action: "activity.credited",
    subject: line.id,
    payload: { from_status: line.status, to_status: row.status, split_id: row.id, reason: row.reason },
  };
  await appendAudit(ctx, tx, [...events, credited]);
  return await settlePurchase(ctx, tx, line);
}
