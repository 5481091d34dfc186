import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { RangeMatcher } from "../../core/address-ranges.ts";
import type { Tracing } from "../../core/tracing.ts";

interface TracedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The pattern, never the path that was asked for. */
  readonly route: string;
}

/** Runs the handling of a request inside its span, which ends with the connection's part in it, also when that is cut. */
export type TraceRequest = (traced: TracedRequest, handle: () => void) => void;

/** A trace is gone on with only where a trusted proxy says so: whoever calls could make spans of any trace. */
export function requestTracer(tracing: Tracing, isTrusted: RangeMatcher): TraceRequest {
  return ({ request, response, route }, handle) => {
    const { traceparent } = request.headers;
    const isBelieved = typeof traceparent === "string" && isTrusted(request.socket.remoteAddress ?? "");
    const method = request.method ?? "";
    const facts = { "http.request.method": method, "http.route": route };
    const named = { name: `${method} ${route}`, kind: "server", facts } as const;
    const { span, run, end } = tracing.begin(isBelieved ? { ...named, parent: traceparent } : named);
    response.once("close", () => {
      span.add({ "http.response.status_code": response.statusCode });
      if (response.statusCode >= 500) span.fail(String(response.statusCode));
      end();
    });
    run(handle);
  };
}

export function traceRequests(app: FastifyInstance, trace: TraceRequest): void {
  app.addHook("onRequest", (request, reply, done) => {
    trace({ request: request.raw, response: reply.raw, route: request.routeOptions.url ?? "unmatched" }, done);
  });
}
