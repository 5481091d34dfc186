import type { Context, TenantTransaction } from "../../core/context.ts";
import { type NewActivity, recordDocuments, waitingForYears } from "../activities/index.ts";
import { withCurrency } from "./document-review-reason.ts";
import { lockAuditChain } from "../audit/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { writeSuppliers } from "../supplier-register/index.ts";
import { writeSupplies } from "../supplies/index.ts";
import { buildActivities } from "./build-batch.ts";
import { type LedgerMatches, ledgerMatchesOf } from "./ledger-matches.ts";
import { closedYearWarnings, purchasesHeldForYears } from "./closed-years.ts";
import { conflictFreeBatches } from "./conflict-free-batches.ts";
import { purchaseMatches } from "./link-purchases.ts";
import { NO_PURCHASES } from "./purchase-matches.ts";
import type { LineMatch } from "./line-match.ts";
import type { DocumentMatches } from "./line-tables.ts";
import { countedElsewhere } from "./counted-elsewhere.ts";
import { creditedFiles } from "./credited-parts.ts";
import { type CreditMatch, isUnmatched } from "./credit-notes.ts";
import { knownNames, namedBy, planNames, withSupplies } from "./name-supplies.ts";
import { closedDepartmentWarnings, costCentresOf, inStatedDepartments } from "./lines-of-departments.ts";
import { withOpenItems } from "./plan-open-items.ts";
import type { PreparedFile } from "./prepared-file.ts";
import { duplicateResult, fileResult, newDocument, type OpenFile } from "./recorded-file.ts";
import { settleRecorded } from "./settle-recorded.ts";
import { refreshStatistics } from "./store-statistics.ts";
import { refundQuota } from "./reject-file.ts";
import { finishFiles, lockFiles, type UploadFileRow } from "./store.ts";
import type { DuplicateDocument } from "../activities/index.ts";

/**
 * Writes files of one tenant into the ledger, in as few transactions as their contents allow: what concerns another file
 * of the group waits for the next one. A file that has a final status is left alone; everything that is written about a
 * file, its own status included, is one transaction, so repeating a group is harmless.
 */
export async function recordFiles(files: readonly PreparedFile[]): Promise<void> {
  for (const batch of conflictFreeBatches(files)) {
    const [{ ctx }] = batch;
    await ctx.db.transaction((tx) => recordBatch(ctx, tx, batch));
    const rows = batch.reduce((sum, { activities }) => sum + 1 + activities.length, 0);
    await refreshStatistics(ctx.db, rows);
  }
}

const NO_CREDITS: ReadonlyMap<number, CreditMatch> = new Map();

/** Records files of which none concerns another, those that are still stored, within a transaction. */
export async function recordBatch(ctx: Context, tx: TenantTransaction, files: readonly PreparedFile[]): Promise<void> {
  const creditings = await creditedFiles(tx, files);
  const batch = creditings.map(({ file }) => file);
  const ids = batch.map((file) => file.id);
  const names = new Map(batch.map((file) => [file.id, namedBy(file)]));
  const [chain, closed, rows, ledgerMatches, known] = await Promise.all([
    lockAuditChain(tx),
    closedYears(tx),
    lockFiles(tx, ids),
    ledgerMatchesOf(tx, batch),
    knownNames(tx, [...names.values()]),
  ]);
  const centres = await costCentresOf(tx, batch);
  const stored = new Map(rows.filter((row) => row.status === "stored").map((row) => [row.id, row]));
  const documentIds = idsOfRecorded(ctx, batch, { stored, ledgerMatches });
  // What is held counts nothing yet, so it takes no purchase over.
  const told = batch.map((file, index) => ({
    ...file,
    document_id: documentIds.get(file.id) ?? null,
    activities: waitingForYears(file.activities, closed),
    is_held: (ledgerMatches[index]?.reviewReason ?? null) !== null || isUnmatched(creditings[index]?.credits),
  }));
  const matched = await purchaseMatches(tx, told, ctx.tenant.country);
  const accounts = await withOpenItems(
    ctx,
    tx,
    batch.map((prepared, index) => {
      const is_open = stored.has(prepared.id) && !saysNothingNew(prepared, ledgerMatches[index]);
      return { purchases: matched[index] ?? NO_PURCHASES, catalog: prepared.tables.catalog, is_open };
    }),
    closed,
  );
  const purchases = await purchasesHeldForYears(tx, accounts, closed);
  const open = openFiles(batch, { stored, ledgerMatches, purchases, creditings });
  const duplicates = open.flatMap(asDuplicate);
  const fresh = open.filter((file) => contentDuplicate(file.ledgerMatches) === null);
  const named = planNames(
    ctx,
    fresh.flatMap(({ prepared }) => names.get(prepared.id) ?? []),
    known,
  );
  const supplied = fresh.map(({ prepared: { activities } }, index) => {
    return { activities, supply_ids: named.supply_ids[index] ?? new Map<number, string>() };
  });
  const counted = await countedElsewhere(tx, supplied, new Set(known.supplies.map(({ supply_id }) => supply_id)));
  const batches = fresh.map((file, index) => ({
    document_id: documentIds.get(file.prepared.id) ?? ctx.newId(),
    document: newDocument(file),
    activities: waitingForYears(
      withSupplies(
        inStatedDepartments(activitiesOf(file, counted[index]), file.prepared.drafts, { ...file, centres }),
        named.supply_ids[index],
      ),
      closed,
    ),
  }));
  const [recorded] = await Promise.all([
    recordDocuments(ctx, tx, chain, batches),
    writeSuppliers(tx, named.suppliers),
    writeSupplies(tx, named.supplies),
  ]);
  const results = fresh.flatMap((file, index) => {
    const outcome = recorded[index];
    const booked = batches[index]?.activities ?? [];
    const warnings = [
      ...closedYearWarnings(booked, closed),
      ...closedDepartmentWarnings(booked, file.prepared.drafts, centres),
    ];
    return outcome === undefined ? [] : [fileResult(file, outcome, warnings)];
  });
  await settleRecorded(ctx, tx, { fresh, recorded, batches, closed, supplies: named.supplies });
  await Promise.all([
    finishFiles(tx, [...results, ...duplicates.map(duplicateResult)]),
    refundQuota(
      tx,
      duplicates.map((file) => file.row),
    ),
  ]);
}

/** The ids of the documents that are recorded, by file: one of them can name another one before they are. */
function idsOfRecorded(
  ctx: Context,
  batch: readonly PreparedFile[],
  of: {
    readonly stored: ReadonlyMap<string, UploadFileRow>;
    readonly ledgerMatches: readonly LedgerMatches[];
  },
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const [index, { id }] of batch.entries()) {
    const matches = of.ledgerMatches[index];
    if (of.stored.has(id) && matches !== undefined && contentDuplicate(matches) === null) ids.set(id, ctx.newId());
  }
  return ids;
}

/** The files that are still stored, each with what the ledger and the other sources have of it. */
function openFiles(
  batch: readonly PreparedFile[],
  {
    stored,
    ledgerMatches,
    purchases,
    creditings,
  }: {
    readonly stored: ReadonlyMap<string, UploadFileRow>;
    readonly ledgerMatches: readonly LedgerMatches[];
    readonly purchases: readonly OpenFile["purchases"][];
    readonly creditings: readonly { readonly credits: ReadonlyMap<number, CreditMatch> }[];
  },
): OpenFile[] {
  return batch.flatMap((prepared, index): OpenFile[] => {
    const row = stored.get(prepared.id);
    const fileMatches = ledgerMatches[index];
    const bought = purchases[index];
    const credits = creditings[index]?.credits ?? NO_CREDITS;
    if (row === undefined || fileMatches === undefined || bought === undefined) return [];
    const ownPurchases = saysNothingNew(prepared, fileMatches) ? NO_PURCHASES : bought;
    return [{ prepared, row, ledgerMatches: fileMatches, purchases: ownPurchases, credits }];
  });
}

/** The copy of a document, and a statement of what its invoice has counted, say nothing of their own. */
function saysNothingNew(file: PreparedFile, matches: LedgerMatches | undefined): boolean {
  if (matches === undefined) return true;
  return contentDuplicate(matches) !== null || (matches.counted.length > 0 && isStatement(file));
}

function isStatement({ document }: PreparedFile): boolean {
  return document.document_type === "utility_statement";
}

/** The document that makes this one a duplicate; one that only has the same number does not. */
function contentDuplicate({ duplicate }: LedgerMatches): DuplicateDocument | null {
  return duplicate === undefined || duplicate.match === "same_number" ? null : duplicate;
}

function asDuplicate({ row, ledgerMatches }: OpenFile): Parameters<typeof duplicateResult>[0][] {
  const duplicate = contentDuplicate(ledgerMatches);
  return duplicate === null ? [] : [{ row, duplicate }];
}

function activitiesOf(
  { prepared, ledgerMatches, purchases, credits }: OpenFile,
  supplied: ReadonlyMap<number, LineMatch> = new Map(),
): readonly NewActivity[] {
  const { counted } = ledgerMatches;
  // What the purchase says of a line comes before what its supply says.
  const isPurchaseAlone = supplied.size === 0 && purchases.repeated.size === 0;
  const lines = isPurchaseAlone ? purchases.lines : new Map([...purchases.repeated, ...supplied, ...purchases.lines]);
  const reviewReason = withCurrency(prepared.document, lines, ledgerMatches.reviewReason);
  if (reviewReason === null && counted.length === 0 && lines.size === 0 && credits.size === 0)
    return prepared.activities;
  const { document, drafts, tables, data_source_id } = prepared;
  const all: DocumentMatches = { reviewReason, counted, lines, credits, data_source_id };
  return buildActivities(document, drafts, tables, all);
}
