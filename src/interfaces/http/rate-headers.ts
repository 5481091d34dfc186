import type { Bucket, RateTake } from "../../core/rate-limits.ts";
import { RATE_WINDOW_SECONDS } from "../../core/rate-limits.ts";

export type HeaderMap = Readonly<Record<string, string>>;

/**
 * X-RateLimit-* (contract 8) and the RateLimit fields of draft-ietf-httpapi-ratelimit-headers-10. Reset is the Unix
 * second at which the window ends; a client that waits for it is admitted.
 */
export function rateHeaders(bucket: Bucket, take: RateTake): HeaderMap {
  return {
    "x-ratelimit-limit": String(take.limit),
    "x-ratelimit-remaining": String(take.remaining),
    "x-ratelimit-reset": String(take.reset_at),
    "ratelimit-policy": `"${bucket}";q=${take.limit};w=${RATE_WINDOW_SECONDS}`,
    ratelimit: `"${bucket}";r=${take.remaining};t=${take.reset_after_seconds}`,
  };
}
