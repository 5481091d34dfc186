import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { HttpDeps } from "./http-deps.ts";
import { observeRequest } from "./observe-request.ts";
import { REPEATED_AUTHORIZATION, repeatedHeaders } from "./repeated-headers.ts";
import type { TraceRequest } from "./trace-requests.ts";
import { requestId } from "./request-id.ts";

/** A path that is answered on node:http itself: the framework's work for a request costs more than such an answer. */
export interface DirectRoute {
  readonly path: string;
  /** Whether requests to this host are the route's; the framework answers the others. */
  serves(host: string | undefined): boolean;
  /** Answers, whatever the method. Never rejects. */
  answer(request: IncomingMessage, response: ServerResponse, request_id: string): Promise<void>;
}

/**
 * Looks at each request before the framework does. A path that is spelled otherwise (escapes, absolute form), and a
 * second address of the listener, still reach the framework's router, which therefore must know the route as well.
 */
export function serveDirectly(
  app: FastifyInstance,
  route: DirectRoute,
  deps: Pick<HttpDeps, "metrics" | "log" | "isStopping"> & {
    readonly isClosing: () => boolean;
    readonly trace?: TraceRequest | undefined;
    /** Answers what is no HTTP/1.1 and ends the connection. */
    readonly refuseMalformed: (response: ServerResponse) => void;
  },
): void {
  app.server.removeAllListeners("request");
  app.server.on("request", (request, response) => {
    // A proxy that keeps the connection would send the next request to a service that is gone.
    if (deps.isStopping?.() === true) response.setHeader("connection", "close");
    const repeated = repeatedHeaders(request);
    if (repeated.host) {
      deps.refuseMalformed(response);
      return;
    }
    if (repeated.authorization) request.headers.authorization = REPEATED_AUTHORIZATION;
    // While the service ends, the framework refuses what still comes over open connections.
    const isDirect = !deps.isClosing() && isPath(request.url ?? "", route.path) && route.serves(request.headers.host);
    if (isDirect && deps.trace !== undefined) {
      deps.trace({ request, response, route: route.path }, () => answerDirectly(deps, route, request, response));
    } else if (isDirect) answerDirectly(deps, route, request, response);
    else app.routing(request, response);
  });
}

/** True from the moment at which the server is told to close. */
export function closingOf(app: FastifyInstance): () => boolean {
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  return () => isClosing;
}

function answerDirectly(
  deps: Pick<HttpDeps, "metrics" | "log">,
  route: DirectRoute,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const began = performance.now();
  const request_id = requestId(request);
  response.on("finish", () => {
    const { method = "" } = request;
    const { statusCode: status } = response;
    observeRequest(deps, { request_id, method, route: route.path, status, elapsed_ms: performance.now() - began });
  });
  void route.answer(request, response, request_id);
}

function isPath(url: string, path: string): boolean {
  return url === path || (url.startsWith(path) && url[path.length] === "?");
}
