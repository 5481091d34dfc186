import type { TenantTransaction } from "../../core/context.ts";
import { type Decimal, decimal, decimalText, roundedText } from "../../core/quantity.ts";
import { countedLinesOf, type CreditPart, type LedgerBatch, suppliesOf } from "../activities/index.ts";
import { lockAuditChain } from "../audit/index.ts";
import { companyFactors } from "../company-factors/index.ts";
import type { CompanyFactors } from "../emissions/index.ts";
import { type Footprints, loadFootprints } from "../pcf/index.ts";
import { type CreditMatch, type LineCredit, lineCredits, tablesOfCredit } from "./credit-notes.ts";
import type { ActivityDraft } from "./draft-activities.ts";
import { productOf } from "./line-quantity.ts";
import { prepareAgain } from "./prepare-file.ts";
import type { PreparedFile } from "./prepared-file.ts";

/** A file with what its lines take back, by their position; none where it is no credit note. */
export interface CreditedFile {
  readonly file: PreparedFile;
  readonly credits: ReadonlyMap<number, CreditMatch>;
}

/**
 * Credit notes with what their lines take back as it counts now. A line takes the days and the department of what the named
 * invoice counts in its category, or the supplier's newest one that is large enough; of several places it becomes a line for each.
 * Nothing is taken off twice, and what finds nothing waits. Holds the audit chain and asks one statement where one of the files is a
 * credit note, else does nothing.
 */
export async function creditedFiles(
  tx: TenantTransaction,
  files: readonly PreparedFile[],
): Promise<readonly CreditedFile[]> {
  if (!files.some(isCreditNote)) return files.map((file) => ({ file, credits: new Map() }));
  // What they take back may change until then, and by what it counts.
  await lockAuditChain(tx);
  const own = { factors: await companyFactors(tx), footprints: await loadFootprints(tx) };
  const read = files.map((file) => (isCreditNote(file) ? withOwn(file, own) : file));
  const notes = read.filter(isCreditNote);
  const [note] = notes;
  if (note === undefined) throw new Error("a credit note among the files is none");
  const found = await countedLinesOf(
    tx,
    notes.map(({ document }) => ({
      supplier_identifier: document.supplier?.identifier ?? null,
      supplier_name: document.supplier?.name ?? null,
      until: document.issue_date ?? "9999-12-31",
    })),
    note.tables,
  );
  return read.map((file) => {
    const lines = found[notes.indexOf(file)];
    return lines === undefined ? { file, credits: new Map() } : inParts(file, lineCredits(file, lines));
  });
}

function isCreditNote({ document }: PreparedFile): boolean {
  return document.document_type === "credit_note";
}

/** The supplies of what the recorded credit notes among documents take back: what they settled may be settled no more. */
export async function suppliesTakenBack(
  tx: TenantTransaction,
  batches: readonly LedgerBatch[],
): Promise<readonly string[]> {
  const notes = batches.filter(({ document }) => document.document_type === "credit_note");
  const lines = notes.flatMap(({ activities }) =>
    activities.map(({ split: { conversion } }) => ({ supply_id: null, conversion })),
  );
  return lines.length === 0 ? [] : await suppliesOf(tx, lines);
}

interface OwnFigures {
  readonly factors: CompanyFactors | null;
  readonly footprints: Footprints;
}

/** The file with the factors and footprints that the company has now, or had. */
function withOwn(file: PreparedFile, { factors, footprints }: OwnFigures): PreparedFile {
  const { company_factors: _, ...settings } = file.tables.settings;
  const own = factors === null ? {} : { company_factors: factors };
  return { ...file, tables: { ...file.tables, footprints, settings: { ...settings, ...own } } };
}

/**
 * The file with a line for each place in which a line of it takes something back: an activity has one day, one period and one
 * department. The parts of a line keep its number and add up to it. Pure.
 */
function inParts(file: PreparedFile, lines: ReadonlyMap<number, LineCredit>): CreditedFile {
  const parts = file.drafts.flatMap((draft, index) => partsOf(file, { draft, index }, lines.get(index)));
  const credits = new Map<number, CreditMatch>();
  for (const [index, { credit }] of parts.entries()) if (credit !== undefined) credits.set(index, credit);
  if (parts.length === file.drafts.length) return { file, credits };
  const { suggestions } = file.tables;
  const moved = parts.flatMap(({ from }, index) => {
    const suggestion = suggestions?.get(from);
    return suggestion === undefined ? [] : [[index, suggestion] as const];
  });
  const drafts = parts.map(({ draft }) => draft);
  return { file: prepareAgain({ ...file, drafts }, new Map(moved)), credits };
}

interface Part {
  readonly draft: ActivityDraft;
  /** Position of the line that it is a part of. */
  readonly from: number;
  readonly credit: CreditMatch | undefined;
}

function partsOf(
  file: PreparedFile,
  { draft, index }: { readonly draft: ActivityDraft; readonly index: number },
  credit: LineCredit | undefined,
): Part[] {
  if (credit?.kind !== "credits") return [{ draft, from: index, credit }];
  const { parts, category_key } = credit;
  const activity = file.activities[index];
  const [first] = parts;
  if (parts.length < 2 || activity === undefined) {
    return [
      { draft, from: index, credit: first === undefined ? undefined : { kind: "credits", part: first, category_key } },
    ];
  }
  const whole = decimal(activity.split.allocated_amount ?? draft.amount ?? "0");
  const shares = parts.map(({ amount }) => decimal(amount).div(whole));
  const amounts = inShares(draft.amount, shares);
  const printed = inShares(draft.line.quantity, shares);
  return parts.map((part, at) => {
    const match = { kind: "credits", part, category_key } as const;
    const line = { ...draft.line, quantity: printed[at] ?? null };
    const product = productOf(draft, activity.split.decision, tablesOfCredit(file.tables, match));
    const counted = product?.kind === "match" ? null : countedPart(part);
    const partDraft = { ...draft, line, amount: amounts[at] ?? null, counted: counted ?? draft.counted };
    return { draft: partDraft, from: index, credit: match };
  });
}

/** What is counted of a line may stand in its words, which each part repeats. */
function countedPart({ quantity, unit }: CreditPart): ActivityDraft["counted"] {
  return quantity === null || unit === null ? null : { value: quantity, unit };
}

/** Parts by shares that add up to 1: 6 decimals each, the last one what is left of the whole. */
function inShares(whole: string | null, shares: readonly Decimal[]): string[] {
  if (whole === null) return [];
  let left = decimal(whole);
  return shares.map((share, index) => {
    const part = index === shares.length - 1 ? left : decimal(roundedText(decimalText(decimal(whole).times(share))));
    left = left.minus(part);
    return decimalText(part);
  });
}
