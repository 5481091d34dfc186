import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HttpDeps } from "./http-deps.ts";

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** What probes and metrics tell of. */
export type ProbeDeps = Pick<
  HttpDeps,
  "readiness" | "isStopping" | "isScannerUp" | "jobCounts" | "workMetrics" | "metrics" | "log"
> & { readonly settings: Pick<HttpDeps["settings"], "metrics_token"> };

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
        .send('{"error":"metrics are open to loopback, or with METRICS_TOKEN"}');
    }
    const [jobs, work] = await Promise.all([deps.jobCounts(), deps.workMetrics()]);
    return reply
      .headers({ "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" })
      .send(deps.metrics.render(jobs, work));
  });
}

/** A request that a proxy passed on is not from loopback, wherever the proxy runs. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization, forwarded } = request.headers;
  if (token !== undefined && authorization !== undefined) return equalInConstantTime(authorization, `Bearer ${token}`);
  const isForwarded = forwarded !== undefined || request.headers["x-forwarded-for"] !== undefined;
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? "");
}

function equalInConstantTime(given: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", expected, "buffer"));
}
