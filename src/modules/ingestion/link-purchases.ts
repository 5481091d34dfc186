import type { Context, TenantTransaction } from "../../core/context.ts";
import { type LaterReading, type NewActivity, type RecordedDocument, supersedeReadings } from "../activities/index.ts";
import type { CalculationGap } from "../emissions/index.ts";
import { betterCarrier, detail, type KnownPurchase, matchPurchases, type PurchaseMatch } from "./match-purchases.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { type OwnPurchase, purchasesOf, type PurchaseSource } from "./purchase.ts";
import { clustersOf, insertPurchases, linkPurchases, type NewPurchase, purchaseCandidates } from "./store-purchases.ts";

/** Why one line does not count, or not yet, because another document tells of the same purchase. */
export type LineFinding =
  | { readonly kind: "evidence"; readonly reason: string }
  | { readonly kind: "doubt"; readonly gap: CalculationGap };

/** What a document tells of purchases, and what of it others have told already. */
export interface PurchaseFindings {
  readonly own: readonly OwnPurchase[];
  readonly matches: readonly PurchaseMatch[];
  /** By position in the document's activities. */
  readonly lines: ReadonlyMap<number, LineFinding>;
}

export const NO_PURCHASES: PurchaseFindings = { own: [], matches: [], lines: new Map() };

interface DocumentLines {
  readonly document: ParsedDocument;
  readonly activities: readonly NewActivity[];
}

/** Looks up what other sources say of each document's purchases. Documents of one call do not see each other. */
export async function purchaseFindings(
  tx: TenantTransaction,
  documents: readonly DocumentLines[],
  country: string,
): Promise<PurchaseFindings[]> {
  const owns = documents.map(({ document, activities }) => purchasesOf(document, activities, country));
  const all = owns.flat();
  if (all.length === 0) return owns.map((own) => ({ own, matches: [], lines: new Map() }));
  const candidates = await purchaseCandidates(tx, all);
  const clusters = await clustersOf(tx, candidates.flat());
  let start = 0;
  return owns.map((own) => {
    const matches = matchPurchases(own, candidates.slice(start, start + own.length), clusters);
    start += own.length;
    return { own, matches, lines: lineFindings(own, matches) };
  });
}

function lineFindings(own: readonly OwnPurchase[], matches: readonly PurchaseMatch[]): Map<number, LineFinding> {
  const found = new Map<number, LineFinding>();
  for (const [index, purchase] of own.entries()) {
    const finding = findingOf(purchase, matches[index]);
    if (finding !== null) for (const line of purchase.lines) found.set(line, finding);
  }
  return found;
}

function findingOf({ source }: OwnPurchase, match: PurchaseMatch | undefined): LineFinding | null {
  if (match === undefined) return null;
  const carrier = betterCarrier(source, match.same);
  if (carrier !== null) return { kind: "evidence", reason: evidenceReason(carrier.source, carrier.document_id) };
  const { doubt } = match;
  return doubt !== null && detail(doubt.source) > detail(source)
    ? { kind: "doubt", gap: doubtGap(doubt.source, doubt.document_id) }
    : null;
}

const NAMES: Readonly<Record<PurchaseSource, string>> = {
  bank: "a bank line",
  ledger: "a ledger row",
  invoice: "an invoice",
};

function evidenceReason(source: PurchaseSource, documentId: string): string {
  return `the purchase is counted by ${NAMES[source]}, document ${documentId}; this line is evidence of it`;
}

function doubtGap(source: PurchaseSource, documentId: string): CalculationGap {
  const detailText = `Document ${documentId} holds ${NAMES[source]} of the same amount at about the same time.`;
  return { code: "possible_duplicate", detail: detailText };
}

/** What is to be written about the purchases of documents. */
interface Changes {
  readonly purchases: NewPurchase[];
  readonly links: { readonly id: string; readonly carrier: string; readonly matched_by: string | null }[];
  readonly readings: LaterReading[];
}

/**
 * Registers the purchases of recorded documents and links them with known ones. Where a new document tells more, the
 * lines that counted so far become evidence: a later reading supersedes theirs, with an entry of 0 kg for each of their
 * entries and an audit event for everything.
 */
export async function recordPurchases(
  ctx: Context,
  tx: TenantTransaction,
  documents: readonly { readonly recorded: RecordedDocument; readonly purchases: PurchaseFindings }[],
): Promise<void> {
  const changes: Changes = { purchases: [], links: [], readings: [] };
  for (const { recorded, purchases } of documents) {
    for (const [index, own] of purchases.own.entries()) {
      addChanges(changes, { id: ctx.newId(), recorded, own, match: purchases.matches[index] ?? UNMATCHED });
    }
  }
  await insertPurchases(tx, changes.purchases);
  await linkPurchases(tx, changes.links);
  await supersedeReadings(ctx, tx, changes.readings);
}

const UNMATCHED: PurchaseMatch = { same: [], by: null, doubt: null };

interface RecordedPurchase {
  readonly id: string;
  readonly recorded: RecordedDocument;
  readonly own: OwnPurchase;
  readonly match: PurchaseMatch;
}

function addChanges(changes: Changes, { id, recorded, own, match: { same, by, doubt } }: RecordedPurchase): void {
  const { lines, ...purchase } = own;
  const { document_id } = recorded;
  const better = betterCarrier(purchase.source, same);
  const carrier = better ?? { id, source: purchase.source, document_id };
  const activity_ids = lines.flatMap((line) => recorded.activity_ids[line] ?? []);
  const counted_by = better?.id ?? null;
  changes.purchases.push({ ...purchase, id, document_id, activity_ids, counted_by, matched_by: by });
  for (const cluster of same.filter((one) => one.carrier.id !== carrier.id)) {
    changes.links.push(...cluster.members.map((member) => ({ id: member.id, carrier: carrier.id, matched_by: by })));
    const reason = evidenceReason(carrier.source, carrier.document_id);
    changes.readings.push(...evidenceReadings(cluster.carrier, reason));
  }
  if (doubt !== null && detail(doubt.source) < detail(purchase.source)) {
    const gap = doubtGap(purchase.source, document_id);
    changes.readings.push(...doubt.activity_ids.map((activity_id) => ({ kind: "doubt" as const, activity_id, gap })));
  }
}

function evidenceReadings({ activity_ids }: KnownPurchase, reason: string): LaterReading[] {
  return activity_ids.map((activity_id) => ({ kind: "evidence", activity_id, reason }));
}
