import type { FastifyRequest } from "fastify";

/** Any origin, never with credentials: callers authenticate by header, which no foreign page can make a browser send. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Content-Disposition, ETag, Idempotency-Key-Ignored, Idempotent-Replayed, RateLimit, RateLimit-Policy, Repr-Digest, Retry-After, " +
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, WWW-Authenticate",
};

/** A browser's question before the real request (Fetch Standard 3.3.2); it can carry no credential. */
export function isPreflight(request: FastifyRequest): boolean {
  const { headers, method } = request;
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, X-Request-Id, X-Svc-Tenant",
  "access-control-max-age": "7200",
};
