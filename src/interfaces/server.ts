import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { validationError } from "../core/errors.ts";
import { answerUnreadableId, registerLegacy } from "./legacy/register-legacy.ts";
import { mountConsent } from "./oauth/mount-consent.ts";
import { mountOAuth } from "./oauth/mount-oauth.ts";
import { problemOf } from "./http/problem.ts";
import { knownError, registerRest, REST_PREFIX, sendProblem } from "./rest/register-rest.ts";
import { guardRest, type GuardDeps } from "./rest/rest-guard.ts";
import { mountAccount } from "./web/mount-account.ts";
import { mountDocuments } from "./web/mount-documents.ts";
import { mountPeople } from "./web/mount-people.ts";
import { mountLogin } from "./web/mount-login.ts";
import { mountStart, sendFaultPage, wantsPage } from "./web/mount-start.ts";
import { mountVerify } from "./web/mount-verify.ts";
import { mountAppApi } from "./app/mount-app-api.ts";
import { serveApp } from "./app/serve-app.ts";
import { rangeMatcher } from "../core/address-ranges.ts";
import { createAdmission } from "./http/admission.ts";
import { limitConnections } from "./http/connection-limits.ts";
import { closingOf, serveDirectly } from "./http/direct-route.ts";
import { type Listener, siteResolver } from "./http/hosts.ts";
import type { HttpDeps } from "./http/http-deps.ts";
import { mountMcp } from "./mcp/mount-mcp.ts";
import { observeRequest } from "./http/observe-request.ts";
import { registerProbes } from "./http/probes.ts";
import { requestTracer, traceRequests } from "./http/trace-requests.ts";
import { secureOnlyHeaders } from "./http/secure-only.ts";
import { factsReader, pathOf } from "./http/request-facts.ts";
import { requestId } from "./http/request-id.ts";

/** How often Node.js looks for connections whose headers are late. */
const HEADERS_LOOK_MS = 5_000;
/** The longest ids are sealed positions, such as those of review groups; see platform/cursor-codec.ts. */
const PARAMETER_LENGTH_MAX = 1000;

/** One listener with everything mounted; the caller listens and closes. Both listeners may share `deps`. */
export function createHttpServer(deps: HttpDeps, listener: Listener): FastifyInstance {
  const siteOf = siteResolver(deps.settings, listener);
  const factsOf = factsReader(siteOf, rangeMatcher(deps.settings.trusted_proxies));
  const admission = createAdmission({ ...deps, ...deps.settings });
  const guard: GuardDeps = { http: deps, admission, factsOf };
  const app = fastify({
    logger: false,
    genReqId: requestId,
    // A body has as long as it goes on coming; see connection-limits.ts.
    requestTimeout: 0,
    http: { connectionsCheckingInterval: Math.min(HEADERS_LOOK_MS, deps.settings.connections.headers_timeout_ms) },
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, deps),
    frameworkErrors: (_error, request, reply) => void answerUnroutable(guard, request, reply),
  });
  const secureOnly = secureOnlyHeaders(deps.settings);
  const trace = deps.tracing && requestTracer(deps.tracing, rangeMatcher(deps.settings.trusted_proxies));
  if (trace !== undefined) traceRequests(app, trace);
  // Bodies are read by the handlers, after every refusal; see interfaces/rest.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff").headers(secureOnly);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, id: request_id, routeOptions } = request;
    const { statusCode: status, elapsedTime: elapsed_ms } = reply;
    observeRequest(deps, { request_id, method, route: routeOptions.url ?? "unmatched", status, elapsed_ms });
    done();
  });
  app.setErrorHandler((error, request, reply) =>
    wantsPage(request)
      ? sendFaultPage(deps.settings.base_url, request, reply, knownError(guard, request, error))
      : sendProblem(guard, request, reply, error),
  );
  registerProbes(app, deps);
  const { base_url, api_url } = deps.settings;
  const open = { base_url, ...(deps.accounts === undefined ? {} : { users: deps.accounts.users }) };
  mountStart(app, { ...deps.settings, ...open });
  mountVerify(app, { verifyFile: (sha256) => deps.verifyFile(sha256), admission, factsOf, ...open });
  const isClosing = closingOf(app);
  serveDirectly(app, mountMcp(app, { http: deps, admission, siteOf, factsOf, isClosing }), {
    ...deps,
    trace,
    isClosing,
    refuseMalformed: (response) => refuseMalformed(response, deps),
  });
  limitConnections(app.server, deps.settings.connections, {
    isTrusted: rangeMatcher(deps.settings.trusted_proxies),
    onRefused: (status, code) => deps.metrics.refused("connection", status, code),
  });
  if (deps.accounts !== undefined) {
    const { users, oauth } = deps.accounts;
    const pages = { users, base_url, admission, factsOf };
    mountOAuth(app, {
      ports: oauth,
      base_url,
      api_url,
      admission,
      rates: deps.rates,
      factsOf,
      metrics: deps.metrics,
      log: deps.log,
    });
    mountLogin(app, pages);
    mountAccount(app, pages);
    mountPeople(app, pages);
    mountDocuments(app, { ...pages, http: deps });
    mountAppApi(app, { ...pages, http: deps });
    serveApp(app, { ...pages, http: deps });
    mountConsent(app, { ...pages, ports: oauth });
  }
  registerLegacy(app, guard);
  registerRest(app, guard);
  return app;
}

/** A path that cannot be decoded, or whose parameter is too long, names nothing; the order of checks still holds. */
async function answerUnroutable(guard: GuardDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  reply.headers(secureOnlyHeaders(guard.http.settings));
  if (answerUnreadableId(guard, request, reply)) return;
  try {
    const target = pathOf(request.url).startsWith(`${REST_PREFIX}/`) ? "none" : "open";
    await guardRest(guard, request, reply, { kind: target });
    reply.code(404).send("Not found\n");
  } catch (error) {
    sendProblem(guard, request, reply, error);
  }
}

/**
 * Bytes that are not HTTP, or headers that did not come: no request exists, so the answer is written to the connection and the
 * connection ends.
 */
function answerUnreadable(error: Error & { code?: string }, socket: Socket, deps: HttpDeps): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    deps.metrics.refused("connection", 408, "headers_late");
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    return;
  }
  const body = malformedProblem(deps);
  deps.metrics.refused("connection", 400, "malformed_request");
  socket.end(
    "HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nConnection: close\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A request of which nobody can say whom it is for (two Host headers): RFC 9112 3.2 asks for 400, whatever the path. */
function refuseMalformed(response: ServerResponse, deps: HttpDeps): void {
  deps.metrics.refused("connection", 400, "malformed_request");
  const body = malformedProblem(deps);
  const length = Buffer.byteLength(body);
  response
    .writeHead(400, { "content-type": "application/problem+json", "content-length": length, connection: "close" })
    .end(body);
}

function malformedProblem({ settings: { errors_url } }: HttpDeps): string {
  const error = validationError([
    { path: "", code: "malformed_request", message: "the request is not valid HTTP/1.1" },
  ]);
  return problemOf(error, { errors_url, instance: "/", request_id: randomUUID() }).body;
}
