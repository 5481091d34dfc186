import { grouped } from "../../core/grouped.ts";
import type { Context, TenantQueries } from "../../core/context.ts";
import { selectNewestEvents } from "../audit/index.ts";
import type { ReviewReason } from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { type CountingLine, withCountedAs } from "./counted-lines.ts";
import { type CountedLine, creditShares, type CreditShares } from "./credit-shares.ts";
import { referenceStep, unnamedStep } from "./credit-steps.ts";
import { PERSONS_CHANGES } from "./persons-changes.ts";
import type { PlacedCredit } from "./placed-credit.ts";
import { readingTables } from "./reading-tables.ts";
import type { CurrentActivityRow } from "./store.ts";
import { type CreditNoteRow, selectInvoiceLines, selectTakingBack } from "./store-credited.ts";
import {
  type CreditTables,
  inOtherCurrency,
  openCredit,
  placedCredit,
  type PlannedCredit,
  priceCredit,
} from "./plan-credit.ts";
import { creditingLine } from "./whole-credit.ts";

/** A line of an invoice that somebody decides about. */
export interface DecidedInvoiceLine {
  readonly before: CurrentActivityRow;
  /** As the decision leaves it; absent: as it is in the ledger. */
  readonly after?: CurrentActivityRow & CountingLine;
}

/**
 * How the credit notes are read that took something back of the invoice of a line, now that somebody has decided about it: they follow it
 * to its days, departments, category and factor, each in proportion, the earlier first, and never take back more than the invoice
 * counts. What a person decided about a credit note itself stays. One statement where nothing was taken back; writes nothing.
 */
export async function bookedCredits(
  ctx: Context,
  db: TenantQueries,
  { before, after }: DecidedInvoiceLine,
): Promise<readonly PlannedCredit[]> {
  const taking = await selectTakingBack(db, before.document_id);
  if (!taking.some(isCounted)) return [];
  const persons = await decidedByPersons(db, taking);
  const stays = (activities: readonly CreditNoteRow[]) => activities.some(({ id }) => persons.has(id));
  const tables = { tables: await readingTables(ctx, db), closed: await closedYears(db) };
  const notes = [...byLine(await withCountedAs(db, taking, tables.tables)).values()];
  const read = await withCountedAs(db, await selectInvoiceLines(db, before.document_id), tables.tables);
  const invoice = read.map((row) => (row.id === after?.id ? { ...row, ...after } : row));
  const counted = invoice.filter(isCounted);
  const now = invoice.find(({ id }) => id === before.id) ?? before;
  const departments = new Set([...invoice, before].flatMap(({ department_id }) => department_id ?? []));
  const taken: CountedLine[] = notes.filter(stays).flatMap((lines) => lines.map(asTaken));
  return notes
    .filter((note) => !stays(note))
    .map((activities) => {
      const category_key = categoryOf(activities, { before, now, counted });
      const whole = creditingLine(activities, category_key, tables.tables);
      const shares = creditShares(whole, [...counted, ...taken], { isNamed: () => true, issue_date: null });
      if (shares.kind !== "credits") return withdrawn(activities, { shares, now }, tables);
      const placed = { activities, parts: shares.parts, category_key, departments };
      taken.push(...takenBy(placed));
      return placedCredit(placed, tables);
    });
}

/** A line that waits for its closed year alone is told as if it counted. */
function isCounted({ status, review_code }: Pick<CreditNoteRow, "review_code" | "status">): boolean {
  return status === "classified" || review_code === "financial_year_closed";
}

/** The activities of one line of a credit note, those that count something. */
function byLine<Note extends CreditNoteRow>(notes: readonly Note[]): Map<string, Note[]> {
  return grouped(notes.filter(isCounted), (note) => `${note.document_id} ${note.line_number}`);
}

async function decidedByPersons(db: TenantQueries, notes: readonly CreditNoteRow[]): Promise<ReadonlySet<string>> {
  const events = await selectNewestEvents(
    db,
    notes.map(({ id }) => id),
    { except: ["activity.restated"] },
  );
  // What was taken back is nobody's decision any more.
  const isDecided = (action: string) => PERSONS_CHANGES.has(action) && action !== "activity.change_undone";
  return new Set(events.flatMap(({ subject, action }) => (isDecided(action) ? [subject] : [])));
}

interface Recategorized {
  readonly before: CurrentActivityRow;
  readonly now: CurrentActivityRow;
  readonly counted: readonly CurrentActivityRow[];
}

/** What is taken back of a line goes with it into another category, unless other lines of the invoice are in its own. */
function categoryOf(activities: readonly CreditNoteRow[], { before, now, counted }: Recategorized): string {
  const own = activities[0]?.category_key ?? now.category_key;
  const isLeft = counted.some(({ category_key }) => category_key === own);
  return own === before.category_key && !isLeft && isCounted(now) ? now.category_key : own;
}

/** Of what takes something off nobody asks how it counts. */
function asTaken(line: CreditNoteRow): CountedLine {
  return { ...line, counted_as: null, is_over_days: null };
}

/** As a line that counts, what its parts take off. */
function takenBy({ activities, parts, category_key }: PlacedCredit): CountedLine[] {
  const [first] = activities;
  if (first === undefined) return [];
  return parts.map((part) => ({
    ...asTaken(first),
    category_key,
    transaction_date: part.transaction_date,
    service_period_start: part.service_period?.start ?? null,
    service_period_end: part.service_period?.end ?? null,
    department_id: part.department_id,
    allocated_amount: part.amount,
    split_quantity: part.quantity,
    split_unit: part.unit,
    takes_back: part.document_id,
  }));
}

interface Withdrawn {
  readonly shares: Exclude<CreditShares, { readonly kind: "credits" }>;
  /** Of the invoice. */
  readonly now: CurrentActivityRow;
}

function withdrawn(
  activities: readonly CreditNoteRow[],
  { shares, now: { invoice_number } }: Withdrawn,
  tables: CreditTables,
): PlannedCredit {
  if (shares.kind === "price") return priceCredit(activities, tables);
  if (shares.kind === "other_currency" && invoice_number !== null) {
    return inOtherCurrency(activities, { invoices: [invoice_number], currencies: shares.currencies }, tables);
  }
  const reviewReason = shares.kind === "money_only" ? MONEY_OF_A_QUANTITY : NO_LONGER_COUNTED;
  const awaits = [invoice_number === null ? unnamedStep() : referenceStep(invoice_number)];
  const why = "the invoice that it takes back does not count so much any more";
  return openCredit(activities, { awaits, reviewReason, why }, tables);
}

const NO_LONGER_COUNTED: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The invoice that the credit note takes back was corrected or left out, and no longer counts so much. Accept the line where what it " +
    "takes back was counted, and leave it out otherwise.",
};

const MONEY_OF_A_QUANTITY: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The credit note takes back money of what its invoice counts by quantity since it was corrected. State the quantity that is taken " +
    "back, or leave the line out where it is none.",
};
