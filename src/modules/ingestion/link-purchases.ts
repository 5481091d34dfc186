import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  carrierOf,
  detail,
  doubtGap,
  evidenceReason,
  isEvidence,
  type LaterReading,
  linkPurchases,
  type NewActivity,
  noteDoubts,
  type PurchaseLink,
  type RecordedDocument,
  supersedeReadings,
  type ToldPurchase,
} from "../activities/index.ts";
import type { CalculationGap } from "../emissions/index.ts";
import { matchPurchases, type PurchaseMatch } from "./match-purchases.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { type OwnPurchase, purchasesOf } from "./purchase.ts";
import { clustersOf, insertPurchases, type NewPurchase, purchaseCandidates } from "./store-purchases.ts";

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
  /** All lines wait for a person, for a reason that lies in the document. */
  readonly is_held: boolean;
}

/** Looks up what other sources say of each document's purchases. Documents of one call do not see each other. */
export async function purchaseFindings(
  tx: TenantTransaction,
  documents: readonly DocumentLines[],
  country: string,
): Promise<PurchaseFindings[]> {
  const owns = documents.map(({ document, activities, is_held }) => {
    const own = purchasesOf(document, activities, country);
    return is_held ? own.map((purchase) => ({ ...purchase, state: "waiting" as const })) : own;
  });
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

function findingOf(purchase: OwnPurchase, match: PurchaseMatch | undefined): LineFinding | null {
  if (match === undefined) return null;
  const own: ToldPurchase = { ...purchase, id: "", document_id: "", activity_ids: [], counted_by: null };
  const carrier = carrierOf([own, ...membersOf(match)]);
  if (isEvidence(own, carrier)) return { kind: "evidence", reason: evidenceReason(carrier) };
  const doubt = match.doubts.find((known) => known.state === "settled" && detail(known.source) > detail(own.source));
  return doubt === undefined ? null : { kind: "doubt", gap: doubtGap(doubt) };
}

function membersOf({ same }: PurchaseMatch): ToldPurchase[] {
  return same.flatMap((cluster) => cluster.members);
}

/** What is to be written about the purchases of documents. */
interface Changes {
  readonly purchases: NewPurchase[];
  readonly links: PurchaseLink[];
  readonly readings: LaterReading[];
  readonly doubts: { readonly id: string; readonly doubted_by: string }[];
}

/**
 * Registers the purchases of recorded documents and links them with known ones. Where a new document tells more and does
 * not wait for a person, the lines that counted so far become evidence: a later reading supersedes theirs, with an entry of
 * 0 kg for each of their entries and an audit event for everything.
 */
export async function recordPurchases(
  ctx: Context,
  tx: TenantTransaction,
  documents: readonly { readonly recorded: RecordedDocument; readonly purchases: PurchaseFindings }[],
): Promise<void> {
  const changes: Changes = { purchases: [], links: [], readings: [], doubts: [] };
  for (const { recorded, purchases } of documents) {
    for (const [index, own] of purchases.own.entries()) {
      addChanges(changes, { id: ctx.newId(), recorded, own, match: purchases.matches[index] ?? UNMATCHED });
    }
  }
  await insertPurchases(tx, changes.purchases);
  await linkPurchases(tx, changes.links);
  await noteDoubts(tx, changes.doubts);
  await supersedeReadings(ctx, tx, changes.readings);
}

const UNMATCHED: PurchaseMatch = { same: [], by: null, doubts: [] };

interface RecordedPurchase {
  readonly id: string;
  readonly recorded: RecordedDocument;
  readonly own: OwnPurchase;
  readonly match: PurchaseMatch;
}

function addChanges(changes: Changes, { id, recorded, own: given, match }: RecordedPurchase): void {
  const { lines, ...purchase } = given;
  const { document_id } = recorded;
  const activity_ids = lines.flatMap((line) => recorded.activity_ids[line] ?? []);
  const own = { ...purchase, id, document_id, activity_ids, counted_by: null };
  const members = membersOf(match);
  const carrier = carrierOf([own, ...members]);
  const links = [own, ...members].map((member) => linkTo(carrier, member, match.by));
  const doubted_by = addDoubts(changes, own, match);
  for (const link of links) {
    if (link.id === id) changes.purchases.push({ ...own, ...link, doubted_by });
    else changes.links.push(link);
  }
  const reason = evidenceReason(carrier);
  for (const member of members.filter((one) => isEvidence(one, carrier))) {
    changes.readings.push(
      ...member.activity_ids.map((activity_id) => ({ kind: "evidence" as const, activity_id, reason })),
    );
  }
}

/** What becomes evidence waits no more. */
function linkTo(carrier: ToldPurchase, member: ToldPurchase, matched_by: string | null): PurchaseLink {
  const isOver = isEvidence(member, carrier) && member.state === "waiting";
  const counted_by = member.id === carrier.id ? null : carrier.id;
  return { id: member.id, counted_by, state: isOver ? "settled" : member.state, matched_by };
}

/**
 * Of two purchases that may be one, the one that tells less waits for a person as soon as the other counts; until then it
 * is noted.
 * @returns id of the purchase that the new one will have to wait for, when that one counts
 */
function addDoubts(changes: Changes, own: ToldPurchase, { doubts }: PurchaseMatch): string | null {
  const gap = doubtGap(own);
  for (const known of doubts.filter((one) => detail(one.source) < detail(own.source))) {
    if (own.state !== "settled") changes.doubts.push({ id: known.id, doubted_by: own.id });
    else
      changes.readings.push(...known.activity_ids.map((activity_id) => ({ kind: "doubt" as const, activity_id, gap })));
  }
  const waiting = doubts.find((one) => one.state === "waiting" && detail(one.source) > detail(own.source));
  return waiting?.id ?? null;
}
