import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HttpDeps } from "./http-deps.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** What probes and metrics tell of. */
export type ProbeDeps = Pick<HttpDeps, "readiness" | "isStopping" | "isScannerUp" | "scrape" | "metrics" | "log"> & {
  readonly settings: Pick<HttpDeps["settings"], "metrics_token">;
};

/** /healthz, /readyz and /metrics: for operators; no key, no address limit. */
export function registerProbes(app: FastifyInstance, deps: ProbeDeps): void {
  app.get("/healthz", (_request, reply) => reply.headers(JSON_HEADERS).send('{"status":"ok"}'));
  app.get("/readyz", async (_request, reply) => {
    // Whatever works: who asks is to send its requests elsewhere.
    if (deps.isStopping?.() === true) return reply.code(503).headers(JSON_HEADERS).send('{"status":"stopping"}');
    const checks = await deps.readiness().catch((error: unknown) => {
      deps.log.warn({ err: error }, "readiness could not be determined");
      return { service: false };
    });
    const isReady = Object.values(checks).every(Boolean);
    // Without it files wait, requests do not: it is told and decides nothing.
    const isScannerUp = (await deps.isScannerUp?.()) ?? null;
    const scanner = isScannerUp === null ? {} : { scanner: isScannerUp ? "up" : "down" };
    const body = JSON.stringify({ status: isReady ? "ready" : "not_ready", checks, ...scanner });
    return reply
      .code(isReady ? 200 : 503)
      .headers(JSON_HEADERS)
      .send(body);
  });
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, deps.settings.metrics_token)) {
      return reply
        .code(403)
        .headers(JSON_HEADERS)
        .send(
          '{"error":"metrics are open to requests from this machine to localhost, or with Authorization: Bearer METRICS_TOKEN"}',
        );
    }
    const { content_type, text } = await deps.scrape();
    return reply.headers({ "content-type": content_type, "cache-control": "no-store" }).send(text);
  });
}

/** What proxies add to the requests that they pass on; none of it comes from a scraper on this machine. */
const PASSED_ON = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "cf-connecting-ip",
  "true-client-ip",
];
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * A request that a proxy passed on is not from loopback, wherever the proxy runs; one that asks for a public name has come
 * through something that says nothing of itself, such as a tunnel.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization, host = "" } = request.headers;
  if (token !== undefined && authorization !== undefined) return equalInConstantTime(authorization, `Bearer ${token}`);
  const isPassedOn = PASSED_ON.some((name) => request.headers[name] !== undefined);
  return (
    !isPassedOn && LOOPBACK_HOST.test(host) && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? "")
  );
}

function equalInConstantTime(actual: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", actual, "buffer"), hash("sha256", expected, "buffer"));
}
