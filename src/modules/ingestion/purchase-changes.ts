import type { RecordedDocument } from "../activities/index.ts";
import {
  canonicalOf,
  detail,
  duplicateReason,
  isDuplicate,
  type NewPurchase,
  type OwnPurchase,
  possibleDuplicateReason,
  type PurchaseLink,
  type PurchaseMatch,
  recordOf,
  type SourceRecord,
} from "../purchases/index.ts";
import type { PurchaseMatches } from "./purchase-matches.ts";
import { addSettlements, type PurchaseChanges } from "./settle-accounts.ts";

/** A document that is in the ledger, with what was planned of its purchases. */
export interface RecordedPurchases {
  readonly recorded: Pick<RecordedDocument, "document_id" | "activity_ids">;
  readonly purchases: PurchaseMatches;
}

/** What is to be written of recorded documents' purchases. Pure, but for the ids. */
export function purchaseChanges(newId: () => string, documents: readonly RecordedPurchases[]): PurchaseChanges {
  const changes: PurchaseChanges = {
    purchases: [],
    links: [],
    splitChanges: [],
    possibleDuplicates: [],
    settlements: [],
  };
  for (const { recorded, purchases } of documents) {
    for (const [index, purchase] of purchases.own.entries()) {
      const id = purchases.ids?.[index] ?? newId();
      addChanges(changes, { id, recorded, own: purchase, match: purchases.matches[index] ?? UNMATCHED });
    }
  }
  const decisions = documents.flatMap(({ purchases }) => purchases.settlements ?? []);
  addSettlements(changes, decisions, newId);
  return changes;
}

const UNMATCHED: PurchaseMatch = { same: [], by: null, possibleDuplicates: [] };

interface RecordedPurchase {
  readonly id: string;
  readonly recorded: RecordedPurchases["recorded"];
  readonly own: OwnPurchase;
  readonly match: PurchaseMatch;
}

function addChanges(changes: PurchaseChanges, { id, recorded, own: ownPurchase, match }: RecordedPurchase): void {
  const { document_id } = recorded;
  const { corrects_key = null } = ownPurchase;
  const activity_ids = ownPurchase.lines.flatMap((line) => recorded.activity_ids[line] ?? []);
  const record = recordOf(ownPurchase, { id, document_id, activity_ids });
  const members = membersOf(match);
  if (match.posting !== undefined) return addPosting(changes, record, match);
  const canonical = canonicalOf([record, ...members]);
  const links = [record, ...members].map((member) => linkTo(canonical, member, match.by));
  const doubted_by = addPossibleDuplicates(changes, record, match);
  for (const link of links) {
    if (link.id === id) changes.purchases.push(Object.assign(record, link, { doubted_by, corrects_key }));
    else changes.links.push(link);
  }
  const reason = duplicateReason(canonical);
  for (const member of members.filter((candidate) => isDuplicate(candidate, canonical))) {
    changes.splitChanges.push(
      ...member.activity_ids.map((activity_id) => ({ kind: "duplicate" as const, activity_id, reason })),
    );
  }
}

/**
 * A posting that another ledger has takes nothing over, whatever becomes of the first: what a person said of that one holds for
 * both. One that may be it, or whose first one waits, waits by itself.
 */
function addPosting(
  changes: PurchaseChanges,
  record: Omit<NewPurchase, "matched_by" | "doubted_by">,
  { same: [cluster], posting }: PurchaseMatch,
): void {
  const place =
    cluster === undefined
      ? { state: "waiting" as const, matched_by: posting?.kind === "waits" ? "posting" : null }
      : { state: "dismissed" as const, counted_by: cluster.canonical.id, matched_by: "posting" };
  changes.purchases.push({ ...record, ...place, doubted_by: null });
}

/** A duplicate record no longer waits for review. */
function linkTo(canonical: SourceRecord, member: SourceRecord, matched_by: string | null): PurchaseLink {
  const isOver = isDuplicate(member, canonical) && member.state === "waiting";
  const counted_by = member.id === canonical.id ? null : canonical.id;
  return { id: member.id, counted_by, state: isOver ? "settled" : member.state, matched_by };
}

/**
 * Of two purchases that may be one, the record with less detail waits for review as soon as the other one counts; until then the
 * other's id is kept with it.
 * @returns id of the purchase that the new one will have to wait for, when that one counts
 */
function addPossibleDuplicates(
  changes: PurchaseChanges,
  record: SourceRecord,
  { possibleDuplicates }: PurchaseMatch,
): string | null {
  const reviewReason = possibleDuplicateReason(record);
  for (const duplicate of possibleDuplicates.filter((candidate) => detail(candidate.source) < detail(record.source))) {
    if (record.state !== "settled") changes.possibleDuplicates.push({ id: duplicate.id, doubted_by: record.id });
    else
      changes.splitChanges.push(
        ...duplicate.activity_ids.map((activity_id) => ({
          kind: "possible_duplicate" as const,
          activity_id,
          reviewReason,
        })),
      );
  }
  // An invoice whose currency is not read waits for that: that it may be this one is asked before.
  for (const duplicate of possibleDuplicates.filter((candidate) => candidate.source === record.source)) {
    if (record.state !== "settled" || duplicate.state !== "waiting" || duplicate.currency !== null) continue;
    changes.splitChanges.push(
      ...duplicate.activity_ids.map((activity_id) => ({
        kind: "possible_duplicate" as const,
        activity_id,
        reviewReason,
        before: "document_unclear" as const,
      })),
    );
  }
  const waiting = possibleDuplicates.find(
    (candidate) => candidate.state === "waiting" && detail(candidate.source) > detail(record.source),
  );
  return waiting?.id ?? null;
}

/** Records that are the same purchase. */
export function membersOf({ same }: PurchaseMatch): SourceRecord[] {
  return same.flatMap((cluster) => cluster.members);
}
