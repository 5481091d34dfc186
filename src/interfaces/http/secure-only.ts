/** A year, in seconds. */
const MAX_AGE_SECONDS = 31_536_000;

/**
 * HTTP Strict Transport Security (RFC 6797) for a service whose public address is https: browsers then never ask it unencrypted.
 * Only its own host: what else lives in the domain is not the service's to say.
 */
export function secureOnlyHeaders({ base_url }: { readonly base_url: string }): Readonly<Record<string, string>> {
  return base_url.startsWith("https://") ? { "strict-transport-security": `max-age=${MAX_AGE_SECONDS}` } : {};
}
