import { type Agreement, AGREEMENTS, agreementOf } from "./agreement.ts";
import type { PurchaseSource } from "./canonical-record.ts";
import type { SettlementDecision } from "./account-plan.ts";
import type { PostingMatch } from "./posting-copies.ts";
import type { KnownPurchase, OwnPurchase } from "./purchase.ts";

/** Known purchases that are one; `canonical` is the one that counts and a member, too. */
export interface Cluster {
  readonly canonical: KnownPurchase;
  readonly members: readonly KnownPurchase[];
}

/** What a new purchase has to do with known ones. */
export interface PurchaseMatch {
  /** Clusters that are the same purchase. */
  readonly same: Cluster[];
  /** How the surest of them agrees. */
  by: Agreement["by"] | "posting" | null;
  /** Those that may be the same: nothing but the amount, or the kind of supply, says so. */
  possibleDuplicates: KnownPurchase[];
  /** The posting of another ledger that it is, or may be; absent: it is the first to tell of it. */
  posting?: PostingMatch;
  /** What it settles, or may settle, of its supplier's account; absent: nothing. */
  account?: SettlementDecision;
  /** Known payments that are evidence of it, or may be; absent: none. */
  displaced?: readonly KnownPurchase[];
}

/** Ids of a payment and an item that a person said are two purchases, with a blank between them. */
export type SeparatedPairs = ReadonlySet<string>;

const NOTHING_SEPARATED: SeparatedPairs = new Set();

interface Pair extends Agreement {
  readonly index: number;
  readonly cluster: Cluster;
  readonly known: KnownPurchase;
}

/**
 * Which known purchases each purchase of one document is the same as. The surest pairs come first, then the closest
 * dates; a cluster is taken once per document, so that two equal purchases stay two. A cluster with a record of one source
 * already takes another of that source only by the invoice number (exports that overlap), and never a second invoice. Two clusters
 * that a person separated are not made one by a third record.
 */
export function matchPurchases(
  purchases: readonly OwnPurchase[],
  candidates: readonly (readonly KnownPurchase[])[],
  clusterOf: ReadonlyMap<string, Cluster>,
  separated: SeparatedPairs = NOTHING_SEPARATED,
): PurchaseMatch[] {
  const matches = purchases.map((): PurchaseMatch => ({ same: [], by: null, possibleDuplicates: [] }));
  const taken = new Set<Cluster>();
  for (const pair of pairsOf(purchases, candidates, clusterOf)) {
    const purchase = purchases[pair.index];
    const match = matches[pair.index];
    if (purchase === undefined || match === undefined || taken.has(pair.cluster)) continue;
    if (pair.by === "supply" || pair.by === "amount") {
      if (!isPossibleDuplicate(purchase, match, pair)) continue;
      match.possibleDuplicates.push(pair.known);
      // A statement is about every posting of its time.
      if (pair.by === "amount") taken.add(pair.cluster);
    } else if (isSame(purchase, match, pair) && !isSeparated(match, pair, separated)) {
      taken.add(pair.cluster);
      match.same.push(pair.cluster);
      match.by ??= pair.by;
    }
  }
  return matches;
}

function pairsOf(
  purchases: readonly OwnPurchase[],
  candidates: readonly (readonly KnownPurchase[])[],
  clusterOf: ReadonlyMap<string, Cluster>,
): Pair[] {
  const pairs = purchases.flatMap((purchase, index) =>
    (candidates[index] ?? []).flatMap((candidate): Pair[] => {
      const agreement = agreementOf(purchase, candidate);
      const cluster = clusterOf.get(candidate.id);
      return agreement === null || cluster === undefined ? [] : [{ ...agreement, index, cluster, known: candidate }];
    }),
  );
  return pairs.sort(
    (left, right) =>
      AGREEMENTS.indexOf(left.by) - AGREEMENTS.indexOf(right.by) ||
      left.days - right.days ||
      left.index - right.index ||
      (left.known.id < right.known.id ? -1 : 1),
  );
}

function isSame({ source }: OwnPurchase, { same }: PurchaseMatch, { cluster, by }: Pair): boolean {
  const sources = sourcesOf([cluster]);
  if (sources.has(source) && (by !== "number" || source === "invoice")) return false;
  const all = new Set([source, ...sources, ...sourcesOf(same)]);
  // They divide a supply between them, line by line; see ledger-matches.ts of the documents.
  if (all.has("invoice") && all.has("statement")) return false;
  // Two clusters that tell of one purchase differ in their sources, or the number says that an export overlaps.
  const others = sourcesOf(same);
  const isRepeated = [...sources].some((repeatedSource) => others.has(repeatedSource));
  return !isRepeated || (by === "number" && !(sources.has("invoice") && others.has("invoice")));
}

function isSeparated({ same }: PurchaseMatch, { cluster }: Pair, separated: SeparatedPairs): boolean {
  const others = same.flatMap(({ members }) => members);
  return cluster.members.some((one) =>
    others.some((other) => separated.has(`${one.id} ${other.id}`) || separated.has(`${other.id} ${one.id}`)),
  );
}

function isPossibleDuplicate(
  { source }: OwnPurchase,
  { same, possibleDuplicates }: PurchaseMatch,
  { cluster, known: candidate, by }: Pair,
): boolean {
  const isRepeated = sourcesOf([cluster]).has(source) && candidate.source !== source;
  if (candidate.counted_by !== null || isRepeated) return false;
  if (by === "supply") return same.length === 0;
  if (possibleDuplicates.some((other) => other.source === candidate.source)) return false;
  if (candidate.source === source) return true;
  // What paid a purchase tells nothing of the other document that may book it.
  const isBooking = source === "ledger" || candidate.source === "ledger";
  return isBooking ? !sourcesOf(same).has(candidate.source) : same.length === 0;
}

function sourcesOf(clusters: readonly Cluster[]): Set<PurchaseSource> {
  return new Set(clusters.flatMap((cluster) => cluster.members.map((member) => member.source)));
}
