import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { outageIn } from "../../core/outage.ts";
import type { RequestMetrics } from "../../core/request-metrics.ts";
import { ServiceError } from "../../core/errors.ts";
import { RATE_WINDOW_SECONDS, type RateStore } from "../../core/rate-limits.ts";
import {
  exchangeCode,
  MCP_PATH,
  OAuthError,
  type OAuthPorts,
  refreshTokens,
  registerClient,
  revokeToken,
  single,
} from "../../modules/oauth/index.ts";
import type { Admission } from "../http/admission.ts";
import { addressGroup } from "../http/client-address.ts";
import type { HttpLog } from "../http/http-deps.ts";
import type { FactsOf } from "../http/request-facts.ts";
import { REST_PREFIX } from "../rest/register-rest.ts";
import { authorizationServer, OAUTH_PATHS, protectedResource } from "./metadata.ts";
import { OPEN_TO_BROWSERS, PREFLIGHT, readForm, readRegistration, sendJson, sendOAuthError } from "./oauth-answer.ts";

const WELL_KNOWN = "/.well-known/";
/**
 * Registrations of one address (IPv6: /64) for each request a minute that it may make: 60 a minute and 1,000 a day unless
 * the operator set another limit. Hosted assistants register for many people from few addresses, whose range gets more.
 */
const REGISTRATIONS = [
  { share: 1 / 5, seconds: RATE_WINDOW_SECONDS },
  { share: 10 / 3, seconds: 86_400 },
] as const;

export interface OAuthMountDeps {
  readonly ports: OAuthPorts;
  readonly base_url: string;
  readonly api_url: string;
  readonly admission: Admission;
  readonly rates: RateStore;
  readonly factsOf: FactsOf;
  readonly metrics: Pick<RequestMetrics, "refused">;
  readonly log: HttpLog;
}

/** Discovery, registration, token and revocation on the application host; the pages are mounted apart. */
export function mountOAuth(app: FastifyInstance, deps: OAuthMountDeps): void {
  mountDiscovery(app, deps);
  program(app, deps, OAUTH_PATHS.register, async (request, reply) => {
    await takeRegistration(deps, request);
    return sendJson(reply, 201, await registerClient(deps.ports, await readRegistration(request.raw)));
  });
  program(app, deps, OAUTH_PATHS.token, async (request, reply) =>
    sendJson(reply, 200, await answerToken(deps.ports, await readForm(request.raw), request.headers.authorization)),
  );
  program(app, deps, OAUTH_PATHS.revoke, async (request, reply) => {
    await revokeToken(deps.ports, await readForm(request.raw), request.headers.authorization);
    return reply
      .code(200)
      .headers({ ...OPEN_TO_BROWSERS, "cache-control": "no-store" })
      .send();
  });
}

function mountDiscovery(app: FastifyInstance, deps: OAuthMountDeps): void {
  const { base_url, api_url } = deps;
  const resource = `${WELL_KNOWN}oauth-protected-resource`;
  const documents = new Map([
    [resource, protectedResource(base_url, base_url)],
    [`${resource}${MCP_PATH}`, protectedResource(base_url, `${base_url}${MCP_PATH}`)],
    [`${WELL_KNOWN}oauth-authorization-server`, authorizationServer(base_url)],
  ]);
  const restDocuments = new Map([
    [`${resource}${REST_PREFIX}`, protectedResource(base_url, `${api_url}${REST_PREFIX}`)],
  ]);
  // Whatever else lies there is answered in JSON: programs probe many names, and a page would break their parsers.
  app.all(`${WELL_KNOWN}*`, async (request, reply) => {
    const { site, address, path } = deps.factsOf(request);
    await deps.admission.checkAddress(address);
    if (request.method === "OPTIONS") return reply.code(204).headers(PREFLIGHT).send();
    const document =
      (site.is_application ? documents.get(path) : undefined) ??
      (site.rest === "live" ? restDocuments.get(path) : undefined);
    if (document === undefined) return sendJson(reply, 404, { error: "not_found" });
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendJson(reply.header("allow", "GET, HEAD, OPTIONS"), 405, { error: "method_not_allowed" });
    }
    return reply
      .headers({ ...OPEN_TO_BROWSERS, "content-type": "application/json", "cache-control": "public, max-age=300" })
      .send(document);
  });
}

/** What the metrics call the refusal: OAuth's own code where there is one. */
function oauthCode(error: unknown): string {
  if (error instanceof OAuthError || error instanceof ServiceError) return error.code;
  return outageIn(error) === null ? "server_error" : "temporarily_unavailable";
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** An endpoint that programs post to: preflight, address limit, errors in OAuth's form. */
function program(app: FastifyInstance, deps: OAuthMountDeps, path: string, answer: Answer): void {
  app.all(path, {
    handler: async (request, reply) => {
      const { site, address } = deps.factsOf(request);
      if (!site.is_application) return reply.callNotFound();
      if (request.method === "OPTIONS") return reply.code(204).headers(PREFLIGHT).send();
      await deps.admission.checkAddress(address);
      if (request.method !== "POST") {
        return sendJson(reply.header("allow", "POST, OPTIONS"), 405, {
          error: "invalid_request",
          error_description: "Use POST.",
        });
      }
      return await answer(request, reply);
    },
    errorHandler: (error, request, reply) => {
      const fault = sendOAuthError(request, reply, error);
      deps.metrics.refused("oauth", reply.statusCode, oauthCode(error));
      if (fault !== null) deps.log.error({ request_id: request.id, err: fault }, "OAuth request failed");
    },
  });
}

async function answerToken(ports: OAuthPorts, form: URLSearchParams, authorization: string | undefined) {
  const grant_type = single(form, "grant_type");
  if (grant_type === "authorization_code") return await exchangeCode(ports, form, authorization);
  if (grant_type === "refresh_token") return await refreshTokens(ports, form, authorization);
  throw new OAuthError(
    grant_type === undefined ? "invalid_request" : "unsupported_grant_type",
    "grant_type must be authorization_code or refresh_token.",
  );
}

async function takeRegistration({ rates, factsOf, admission }: OAuthMountDeps, request: FastifyRequest): Promise<void> {
  const { address } = factsOf(request);
  const key = `oauth_register:${addressGroup(address)}`;
  for (const { share, seconds } of REGISTRATIONS) {
    const take = await rates.take(key, Math.ceil(admission.addressLimit(address) * share), seconds);
    if (take.is_allowed) continue;
    throw new ServiceError("rate_limit.ip_exceeded", "Too many registrations from this address.", {
      retry_after_seconds: take.reset_after_seconds,
    });
  }
}
