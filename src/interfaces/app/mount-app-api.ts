import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { noRoute, problemOf } from "../http/problem.ts";
import { hasEmptyId, mountOperations } from "../rest/mount-operations.ts";
import { knownError } from "../rest/register-rest.ts";
import { sessionCookie } from "../web/browser.ts";
import { admitPerson, admitSession, type AppDeps } from "./admit-person.ts";
import { mountSession } from "./mount-session.ts";

/** Where the application asks: the same operations as /api/v1, below the company that they are about. */
export const APP_API_PREFIX = "/app/api";

/**
 * The interface of the application for people: cookie sessions, the company in the path, so that a page that stayed open can
 * never write into another company. No other origin is answered (no CORS).
 */
export function mountAppApi(app: FastifyInstance, deps: AppDeps): void {
  app.register(
    (api, _options, done) => {
      api.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error));
      api.setNotFoundHandler((request, reply) => sendProblem(deps, request, reply, noRoute()));
      api.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" });
      });
      mountSession(api, deps);
      api.register(
        (company, _companyOptions, companyDone) => {
          addGuard(company, deps);
          mountOperations(company, {
            ...deps.http,
            sealerOf: (request) => deps.http.sealerFor(sessionCookie(deps, request) ?? ""),
          });
          companyDone();
        },
        { prefix: "/companies/:company" },
      );
      done();
    },
    { prefix: APP_API_PREFIX },
  );
}

/** Admits a request, and takes the company out of the path's arguments: operations do not know it. */
function addGuard(company: FastifyInstance, deps: AppDeps): void {
  company.addHook("onRequest", async (request, reply) => {
    const session = await admitSession(deps, request, reply);
    const target = request.is404 || hasEmptyId(request) ? undefined : request.routeOptions.config.target;
    if (target?.kind !== "operation") throw noRoute();
    // The router makes an object of strings for every route.
    const { company: tenant_id = "", ...others } = request.params as Readonly<Record<string, string>>;
    request.params = others;
    request.operationContext = await admitPerson(deps, { session, tenant_id, operation: target.operation });
  });
}

/** A problem document without the challenge of RFC 6750: people log in on a page. */
function sendProblem(deps: AppDeps, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const facts = {
    errors_url: deps.http.settings.errors_url,
    instance: deps.factsOf(request).path,
    request_id: request.id,
  };
  const problem = problemOf(knownError(deps, request, error), facts);
  const { "www-authenticate": _challenge, ...headers } = problem.headers;
  // As bytes: to a text the framework would add a charset, which application/problem+json does not have.
  return reply.code(problem.status).headers(headers).send(Buffer.from(problem.body));
}
