import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERROR_CODES, ServiceError } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { sendAnswer } from "../http/answer.ts";
import { CORS_HEADERS, isPreflight, PREFLIGHT_HEADERS } from "./cors.ts";
import { bearerToken } from "../http/admission.ts";
import { hasEmptyId, mountOperations } from "./mount-operations.ts";
import { openApiText } from "./openapi.ts";
import { JSON_MEDIA_TYPE } from "./operation-handlers.ts";
import { noRoute, problemOf, toServiceError } from "../http/problem.ts";
import { type GuardDeps, guardRest, type Target } from "./rest-guard.ts";

export const REST_PREFIX = "/api/v1";

/** Where the interface describes itself to programs that ask for access tokens (RFC 9728 3.1). */
const METADATA_PATH = `/.well-known/oauth-protected-resource${REST_PREFIX}`;

const NO_TARGET: Target = { kind: "none" };

/** Mounts every operation below /api/v1, and the OpenAPI description. Bodies are read only after all refusals. */
export function registerRest(app: FastifyInstance, deps: GuardDeps): void {
  const { operations, sealerFor } = deps.http;
  app.register(
    (rest, _options, done) => {
      addGuard(rest, deps);
      rest.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error));
      // The guard refuses unknown paths before this runs; being set, it makes the guard apply to them.
      rest.setNotFoundHandler((request, reply) => sendProblem(deps, request, reply, noRoute()));
      addOpenApi(rest, deps);
      mountOperations(rest, {
        ...deps.http,
        sealerOf: ({ headers }) => sealerFor(bearerToken(headers.authorization)),
      });
      addOptions(rest, operations);
      done();
    },
    { prefix: REST_PREFIX },
  );
}

/** Answers a problem document; what is our own fault is logged with its cause. */
export function sendProblem(
  deps: GuardDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const serviceError = knownError(deps, request, error);
  const { errors_url, api_url } = deps.http.settings;
  const { site, path: instance } = deps.factsOf(request);
  const resource_metadata = site.rest === "live" ? `${api_url}${METADATA_PATH}` : undefined;
  const problem = problemOf(serviceError, { errors_url, instance, request_id: request.id, resource_metadata });
  // As bytes: to a text the framework would add a charset, which application/problem+json does not have.
  return reply.code(problem.status).headers(problem.headers).send(Buffer.from(problem.body));
}

/** What a caller may know of anything thrown; what is our own fault is logged with its cause. */
export function knownError(deps: GuardDeps, request: FastifyRequest, error: unknown): ServiceError {
  const serviceError = toServiceError(error);
  const { status } = ERROR_CODES[serviceError.code];
  const isRest = deps.factsOf(request).path.startsWith(`${REST_PREFIX}/`);
  deps.http.metrics.refused(isRest ? "rest" : "web", status, serviceError.code);
  if (status >= 500) {
    deps.http.log.error({ request_id: request.id, err: serviceError.cause ?? serviceError }, "request failed");
  }
  return serviceError;
}

function addGuard(rest: FastifyInstance, deps: GuardDeps): void {
  rest.addHook("onRequest", async (request, reply) => {
    reply.headers(CORS_HEADERS);
    if (isKeyIgnored(request)) reply.header("idempotency-key-ignored", "true");
    if (isPreflight(request)) {
      await guardRest(deps, request, reply, { kind: "open" });
      return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    }
    const isRoute = !request.is404 && !hasEmptyId(request);
    const target = isRoute ? (request.routeOptions.config.target ?? NO_TARGET) : NO_TARGET;
    request.operationContext = await guardRest(deps, request, reply, target);
    return undefined;
  });
}

/** PUT, PATCH and DELETE set what they say, however often: they take no key, and tell who sends one. */
function isKeyIgnored({ method, headers }: FastifyRequest): boolean {
  return method !== "POST" && headers["idempotency-key"] !== undefined;
}

/** The description is made when it is first asked for: that takes longer than everything else that a start mounts. */
function addOpenApi(rest: FastifyInstance, deps: GuardDeps): void {
  let text: string | undefined;
  rest.get("/openapi.json", { config: { target: { kind: "open" } } }, (request, reply) => {
    text ??= openApiText(deps.http.operations, deps.http.settings);
    return sendAnswer(request, reply, { status: 200, text, media_type: JSON_MEDIA_TYPE, is_secret: false });
  });
}

/** OPTIONS answers what a path can do; it counts as a read like any request (contract 8). */
function addOptions(rest: FastifyInstance, operations: readonly Operation[]): void {
  const methods = new Map<string, string[]>([["/openapi.json", ["GET", "HEAD"]]]);
  for (const { rest: route } of operations) {
    const pathMethods = methods.get(route.path) ?? [];
    methods.set(route.path, [...pathMethods, ...(route.method === "GET" ? ["GET", "HEAD"] : [route.method])]);
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed, "OPTIONS"].join(", ");
    rest.options(path, { config: { target: { kind: "options" } } }, (_request, reply) =>
      reply.code(204).header("allow", allow).send(),
    );
  }
}
