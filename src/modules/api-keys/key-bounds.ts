import { isWithinRanges } from "../../core/address-ranges.ts";
import { type ValidationIssue, validationError } from "../../core/errors.ts";
import { asRange } from "./api-key.ts";

/** What limits a key besides its scopes. */
export interface KeyBounds {
  /** ISO 8601 UTC; null: never. */
  readonly expires_at: string | null;
  /** CIDR ranges; empty: any address. */
  readonly ip_allowlist: readonly string[];
}

interface WantedBounds {
  readonly expires_at?: string | undefined;
  readonly ip_allowlist?: readonly string[] | undefined;
}

/**
 * The bounds of a key that a key makes: what is not asked for is inherited, what is asked for lies within the maker's.
 * @throws ServiceError request.validation_failed when it asks for more time or other addresses than the maker has.
 */
export function boundsOfChild(maker: KeyBounds, wanted: WantedBounds): KeyBounds {
  const expires_at = wanted.expires_at ?? maker.expires_at;
  const asked = (wanted.ip_allowlist ?? []).map(asRange);
  const ip_allowlist = asked.length === 0 ? maker.ip_allowlist : asked;
  const issues: ValidationIssue[] = [];
  if (!isNoLater(expires_at, maker.expires_at)) {
    const message = `must not be later than the calling key's own expires_at, ${maker.expires_at}`;
    issues.push({ path: "expires_at", code: "outlives_maker", message });
  }
  ip_allowlist.forEach((range, index) => {
    if (hasAddresses(maker, [range])) return;
    const message = "must lie within a range of the calling key's own ip_allowlist";
    issues.push({ path: `ip_allowlist.${index}`, code: "outside_maker", message });
  });
  if (issues.length > 0) throw validationError(issues);
  return { expires_at, ip_allowlist };
}

/** Whether a key has no more time and no other addresses than `outer`. */
export function isWithinBounds(key: KeyBounds, outer: KeyBounds): boolean {
  return isNoLater(key.expires_at, outer.expires_at) && hasAddresses(outer, key.ip_allowlist);
}

function isNoLater(moment: string | null, limit: string | null): boolean {
  return limit === null || (moment !== null && Date.parse(moment) <= Date.parse(limit));
}

/** An empty list means any address, which lies within no list but an empty one. */
function hasAddresses(outer: KeyBounds, ranges: readonly string[]): boolean {
  if (outer.ip_allowlist.length === 0) return true;
  return ranges.length > 0 && ranges.every((range) => isWithinRanges(range, outer.ip_allowlist));
}
