/** An entry of an export, and whether an earlier export brought one like it. */
export interface OverlapEntry {
  /** ISO date. */
  readonly dated: string;
  readonly is_known: boolean;
}

/** One like entry alone may be of another account or card: what two colleagues pay for the same ticket. */
const KNOWN_MIN = 2;

/**
 * Whether an export overlaps with earlier ones: between its first and its last known entry every entry is known, but for those of these two
 * days, on which an earlier export may have ended. Where other entries stand between, the known ones are like others by chance, or of another
 * account. Pure.
 */
export function isOverlap(entries: readonly OverlapEntry[]): boolean {
  const known = entries.flatMap(({ dated, is_known }) => (is_known ? [dated] : [])).toSorted();
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined || known.length < KNOWN_MIN) return false;
  const within = entries.filter(({ dated }) => first <= dated && dated <= last);
  const isBroken = within.some(({ dated, is_known }) => !is_known && first < dated && dated < last);
  return !isBroken && known.length * 2 >= within.length;
}
