/**
 * Which browser pages may talk to the endpoint: pages of the service itself, configured ones, and, where the service
 * runs on this machine, pages of this machine (2026-07-28, streamable-http, Security: guard against DNS rebinding).
 */
export function originPolicy(base_url: string, configured: readonly string[]): (origin: string) => boolean {
  const origins = new Set([new URL(base_url).origin, ...configured]);
  const onThisMachine = isLoopback(base_url);
  return (origin) => origins.has(origin) || (onThisMachine && isLoopback(origin));
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

const EXPOSED_HEADERS =
  "WWW-Authenticate, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";

const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "POST, DELETE, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, " +
    "x-svc-tenant",
  "access-control-max-age": "7200",
};

/** CORS headers for an origin that the policy allows. No credentials: the endpoint knows bearer tokens only. */
export function corsHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return { vary: "Origin" };
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED_HEADERS,
    vary: "Origin",
  };
}

export function preflightHeaders(): Readonly<Record<string, string>> {
  return PREFLIGHT_HEADERS;
}
