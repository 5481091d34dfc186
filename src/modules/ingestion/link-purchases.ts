import type { Context, TenantTransaction } from "../../core/context.ts";
import { type NewActivity, supersedeSplits } from "../activities/index.ts";
import {
  canonicalOf,
  type Cluster,
  clustersOf,
  copyReason,
  detail,
  duplicateReason,
  insertPurchases,
  isDuplicate,
  linkPurchases,
  matchPurchases,
  nearPostingReason,
  notePossibleDuplicates,
  type OwnPurchase,
  insertSettlements,
  type PostingMatch,
  possibleDuplicateReason,
  purchaseCandidates,
  selectSeparated,
  type PurchaseMatch,
  type SourceRecord,
  waitingPostingReason,
} from "../purchases/index.ts";
import type { ParsedDocument } from "../reading/index.ts";
import { consolidatedLines } from "./consolidated-invoices.ts";
import { renumberedInvoices } from "./renumbered-invoices.ts";
import type { LineMatch } from "./line-match.ts";
import { settledLine } from "./settle-accounts.ts";
import { postingMatches } from "./posting-copies.ts";
import { purchasesOf } from "./purchase.ts";
import { quantityCopies } from "./quantity-copies.ts";
import type { PurchaseMatches } from "./purchase-matches.ts";
import { membersOf, purchaseChanges, type RecordedPurchases } from "./purchase-changes.ts";

interface DocumentLines {
  readonly document: ParsedDocument;
  readonly activities: readonly NewActivity[];
  /** All lines wait for a person, for a reason that lies in the document. */
  readonly is_held: boolean;
  /** Id that it is recorded with; null: it is not recorded. */
  readonly document_id: string | null;
}

/** Looks up what other sources say of each document's purchases. Documents of one call do not see each other. */
export async function purchaseMatches(
  tx: TenantTransaction,
  documents: readonly DocumentLines[],
  country: string,
): Promise<PurchaseMatches[]> {
  const owns = documents.map(({ document, activities, is_held }) => {
    const purchases = purchasesOf(document, activities, country);
    return is_held ? purchases.map((purchase) => ({ ...purchase, state: "waiting" as const })) : purchases;
  });
  const all = owns.flat();
  const told = documents.map(({ activities, document_id }, index) => {
    return { own: owns[index] ?? [], activities, document_id };
  });
  const [copies, renumbered, consolidated] = await Promise.all([
    quantityCopies(
      tx,
      documents.map(({ activities }) => activities),
    ),
    renumberedInvoices(tx, told),
    consolidatedLines(tx, told),
  ]);
  const repeatedIn = (index: number): Map<number, LineMatch> =>
    new Map([...(consolidated[index] ?? []), ...(renumbered[index] ?? []), ...(copies[index] ?? [])]);
  if (all.length === 0)
    return owns.map((own, index) => ({ own, matches: [], lines: new Map(), repeated: repeatedIn(index) }));
  const postings = await postingMatches(tx, told, country);
  const candidates = await purchaseCandidates(tx, all);
  const copied = postings.flatMap((found) => [...found.values()].map(({ known }) => known));
  const clusters = await clustersOf(tx, [...candidates.flat(), ...copied]);
  const separated = await separatedPairs(tx, clusters);
  let start = 0;
  return owns.map((purchases, index) => {
    const posted = postings[index] ?? new Map<number, PostingMatch>();
    // A posting that another ledger has tells of nothing else: only the first to tell of it is matched.
    const near = candidates.slice(start, start + purchases.length).map((found, at) => (posted.has(at) ? [] : found));
    const matches = matchPurchases(purchases, near, clusters, separated);
    start += purchases.length;
    for (const [at, posting] of posted) {
      matches[at] = postingMatch(posting, clusters.get(posting.known.id));
    }
    return { own: purchases, matches, lines: lineMatches(purchases, matches), repeated: repeatedIn(index) };
  });
}

/** What people separated of the clusters; asked where there is more than one. */
async function separatedPairs(tx: TenantTransaction, clusters: ReadonlyMap<string, Cluster>): Promise<Set<string>> {
  if (new Set(clusters.values()).size < 2) return new Set();
  const pairs = await selectSeparated(tx, [...clusters.keys()]);
  return new Set(pairs.map(({ payment_id, item_id }) => `${payment_id} ${item_id}`));
}

function postingMatch(posting: PostingMatch, cluster: Cluster | undefined): PurchaseMatch {
  const unlinked = { same: [], by: "posting" as const, possibleDuplicates: [] };
  if (posting.kind !== "copy" || cluster === undefined) return { ...unlinked, posting };
  if (cluster.canonical.state === "waiting") return { ...unlinked, posting: { ...posting, kind: "waits" } };
  return { ...unlinked, same: [cluster], posting };
}

/** What the matches of purchases mean for their lines. */
export function lineMatches(
  purchases: readonly OwnPurchase[],
  matches: readonly PurchaseMatch[],
): Map<number, LineMatch> {
  const matchByLine = new Map<number, LineMatch>();
  for (const [index, purchase] of purchases.entries()) {
    const lineMatch = lineMatchOf(purchase, matches[index]);
    if (lineMatch !== null) for (const line of purchase.lines) matchByLine.set(line, lineMatch);
  }
  return matchByLine;
}

function lineMatchOf(purchase: OwnPurchase, match: PurchaseMatch | undefined): LineMatch | null {
  if (match === undefined) return null;
  if (match.posting !== undefined) return postingLine(match.posting);
  const { source, state } = purchase;
  const record: SourceRecord = { source, state, id: "", document_id: "", activity_ids: [], counted_by: null };
  const canonical = canonicalOf([record, ...membersOf(match)]);
  if (isDuplicate(record, canonical)) return { kind: "duplicate", reason: duplicateReason(canonical) };
  const settled = match.account === undefined ? null : settledLine(match.account);
  if (settled !== null) return settled;
  const possibleDuplicate = match.possibleDuplicates.find(
    (candidate) => candidate.state === "settled" && detail(candidate.source) >= detail(record.source),
  );
  return possibleDuplicate === undefined
    ? null
    : { kind: "possible_duplicate", reviewReason: possibleDuplicateReason(possibleDuplicate) };
}

function postingLine({ kind, known }: PostingMatch): LineMatch {
  if (kind === "copy") return { kind: "duplicate", reason: copyReason(known) };
  const reviewReason = kind === "near" ? nearPostingReason(known) : waitingPostingReason(known);
  return { kind: "possible_duplicate", reviewReason };
}

/**
 * Registers the purchases of recorded documents and links them with known ones. Where a new document tells more and does
 * not wait for a person, the lines that counted so far become duplicates: a new split supersedes theirs, with an entry of
 * 0 kg for each of their entries and an audit event for everything.
 */
export async function recordPurchases(
  ctx: Context,
  tx: TenantTransaction,
  documents: readonly RecordedPurchases[],
): Promise<void> {
  const changes = purchaseChanges(ctx.newId, documents);
  // Sent together, in this order: none needs what another one answers.
  await Promise.all([
    insertPurchases(tx, changes.purchases),
    linkPurchases(tx, changes.links),
    insertSettlements(tx, changes.settlements),
    notePossibleDuplicates(tx, changes.possibleDuplicates),
  ]);
  await supersedeSplits(ctx, tx, changes.splitChanges);
}
