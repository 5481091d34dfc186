import { type Agreement, AGREEMENTS, agreementOf } from "./agreement.ts";
import { type OwnPurchase, type Purchase, PURCHASE_SOURCES, type PurchaseSource } from "./purchase.ts";

/** A purchase that an earlier document told of. */
export interface KnownPurchase extends Purchase {
  readonly id: string;
  readonly document_id: string;
  readonly activity_ids: readonly string[];
  /** The purchase that counts instead; null: this one does. */
  readonly counted_by: string | null;
}

/** Known purchases that are one; `carrier` is the one that counts and a member, too. */
export interface Cluster {
  readonly carrier: KnownPurchase;
  readonly members: readonly KnownPurchase[];
}

/** What a new purchase has to do with known ones. */
export interface PurchaseMatch {
  /** Clusters that are the same purchase. */
  readonly same: Cluster[];
  /** How the surest of them agrees. */
  by: Agreement["by"] | null;
  /** One that may be the same: nothing but the amount says so. */
  doubt: KnownPurchase | null;
}

interface Pair extends Agreement {
  readonly index: number;
  readonly cluster: Cluster;
  readonly known: KnownPurchase;
}

/**
 * Which known purchases each purchase of one document is the same as. The surest pairs come first, then the closest
 * dates; a cluster is taken once per document, so that two equal purchases stay two. A cluster that a source has told of
 * already takes another of that source only by the invoice number (exports that overlap), and never a second invoice.
 */
export function matchPurchases(
  own: readonly OwnPurchase[],
  candidates: readonly (readonly KnownPurchase[])[],
  clusterOf: ReadonlyMap<string, Cluster>,
): PurchaseMatch[] {
  const matches = own.map((): PurchaseMatch => ({ same: [], by: null, doubt: null }));
  const taken = new Set<Cluster>();
  for (const pair of pairsOf(own, candidates, clusterOf)) {
    const purchase = own[pair.index];
    const match = matches[pair.index];
    if (purchase === undefined || match === undefined || taken.has(pair.cluster)) continue;
    if (!(pair.by === "amount" ? isDoubt(purchase, match, pair) : isSame(purchase, match, pair))) continue;
    taken.add(pair.cluster);
    if (pair.by === "amount") match.doubt = pair.known;
    else {
      match.same.push(pair.cluster);
      match.by ??= pair.by;
    }
  }
  return matches;
}

function pairsOf(
  own: readonly OwnPurchase[],
  candidates: readonly (readonly KnownPurchase[])[],
  clusterOf: ReadonlyMap<string, Cluster>,
): Pair[] {
  const pairs = own.flatMap((purchase, index) =>
    (candidates[index] ?? []).flatMap((known): Pair[] => {
      const agreement = agreementOf(purchase, known);
      const cluster = clusterOf.get(known.id);
      return agreement === null || cluster === undefined ? [] : [{ ...agreement, index, cluster, known }];
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
  // Two clusters that tell of one purchase differ in their sources, or the number says that an export overlaps.
  const others = sourcesOf(same);
  const isRepeated = [...sources].some((one) => others.has(one));
  return !isRepeated || (by === "number" && !(sources.has("invoice") && others.has("invoice")));
}

function isDoubt({ source }: OwnPurchase, { same, doubt }: PurchaseMatch, { cluster, known }: Pair): boolean {
  return same.length === 0 && doubt === null && known.counted_by === null && !sourcesOf([cluster]).has(source);
}

function sourcesOf(clusters: readonly Cluster[]): Set<PurchaseSource> {
  return new Set(clusters.flatMap((cluster) => cluster.members.map((member) => member.source)));
}

/** The known purchase that goes on counting when `source` tells of the same; null: the new one tells more. */
export function betterCarrier(source: PurchaseSource, same: readonly Cluster[]): KnownPurchase | null {
  let best: KnownPurchase | null = null;
  for (const { carrier } of same) if (best === null || detail(carrier.source) > detail(best.source)) best = carrier;
  return best !== null && detail(best.source) >= detail(source) ? best : null;
}

/** Position in the list of sources: a higher one tells more. */
export function detail(source: PurchaseSource): number {
  return PURCHASE_SOURCES.indexOf(source);
}
