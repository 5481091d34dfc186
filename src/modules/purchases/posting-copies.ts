import { grouped } from "../../core/grouped.ts";
import { isOverlap } from "./overlap.ts";
import type { KnownPurchase } from "./purchase.ts";

/** What a posting says on one account. Amounts are decimal text, signed as booked. */
export interface PostedLine {
  readonly account: string | null;
  /** Folded words of its text. */
  readonly words: string;
  readonly amount: string;
}

/** The postings of one purchase as one ledger has them, or an entry of a bank's or card's statement. */
export interface Posting {
  readonly source: "ledger" | "bank";
  /** ISO date. */
  readonly dated: string;
  readonly currency: string | null;
  readonly lines: readonly PostedLine[];
  /** Whose numbers its source knows entries by, each once; null: it came in a file, or without numbers. */
  readonly numbered_by: string | null;
  /** The bank's own number of the entry; null: it states none, or is a ledger's. */
  readonly reference: string | null;
}

/** A posting that an earlier document recorded. */
export interface KnownPosting extends Posting {
  readonly purchase: KnownPurchase;
}

/**
 * copy: it is the known posting. waits: that one waits for a person, so both do. near: it may be, on another account, without words, or of
 * another account of the bank; a person says so.
 */
export interface PostingMatch {
  readonly kind: "copy" | "waits" | "near";
  readonly known: KnownPurchase;
}

/**
 * Which postings of one document are those of another ledger, or of another export of the bank: the same day, accounts, words and amounts.
 * Each known posting is taken once, so that two equal purchases stay two and an export with the same two tells of the same two. A
 * connected source tells its own entries apart by their numbers: two of it are never one, and neither are two entries to which the bank gave
 * different numbers. What a bank exports does not say of which account it is: without a number an entry is known for certain only where
 * the export overlaps with earlier ones, else near. Pure.
 * @returns by position in `own`; absent: it is the first to tell of it
 */
export function matchPostings(
  own: readonly (Posting | null)[],
  known: readonly KnownPosting[],
): Map<number, PostingMatch> {
  const found = new Map<number, { readonly kind: "copy" | "near"; readonly match: KnownPosting }>();
  const taken = new Set<KnownPosting>();
  const ordered = known.toSorted((left, right) => (left.purchase.id < right.purchase.id ? -1 : 1));
  for (const kind of ["copy", "near"] as const) {
    const byKey = grouped(ordered, (posting) => keyOf(posting, kind));
    for (const [index, posting] of own.entries()) {
      if (posting === null || found.has(index) || (kind === "copy" && !isWorded(posting))) continue;
      const match = byKey
        .get(keyOf(posting, kind))
        ?.find(
          (candidate) => !taken.has(candidate) && !isOfOneSource(posting, candidate) && !isAnother(posting, candidate),
        );
      if (match === undefined) continue;
      taken.add(match);
      found.set(index, { kind, match });
    }
  }
  const isSure = isOverlap(
    own.flatMap((posting, at) => (posting === null ? [] : [{ dated: posting.dated, is_known: found.has(at) }])),
  );
  return new Map(
    [...found].map(([at, { kind, match }]) => {
      const isCertain = isSure || isCertainlyOne(match, own[at]);
      return [at, { kind: isCertain ? kind : "near", known: match.purchase }];
    }),
  );
}

/** A ledger's posting says its account; an entry of the bank is one by the bank's own number. */
function isCertainlyOne({ source, reference }: Posting, other: Posting | null | undefined): boolean {
  return source === "ledger" || (reference !== null && reference === other?.reference);
}

function keyOf({ source, dated, currency, lines }: Posting, kind: "copy" | "near"): string {
  const told = lines.map(({ account, words, amount }) =>
    JSON.stringify([kind === "copy" ? account : "", words, amount]),
  );
  return JSON.stringify([source, dated, currency, told.toSorted()]);
}

/** Whether a text, folded, has words: numbers and signs alone tell no purchase. */
export function hasWords(folded: string): boolean {
  return /[a-z]{3}/.test(folded);
}

function isWorded({ lines }: Posting): boolean {
  return lines.every(({ words }) => hasWords(words));
}

function isOfOneSource(left: Posting, right: Posting): boolean {
  return left.numbered_by !== null && left.numbered_by === right.numbered_by;
}

function isAnother(left: Posting, right: Posting): boolean {
  return left.reference !== null && right.reference !== null && left.reference !== right.reference;
}
