import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Environment } from "../../core/context.ts";
import type { Credential } from "../../core/credential.ts";
import { ServiceError } from "../../core/errors.ts";
import { createMcpEndpoint } from "../mcp/endpoint.ts";
import {
  type Admitted,
  MCP_BODY_LIMIT_BYTES,
  type McpHttpRequest,
  type McpHttpResponse,
  type Refused,
} from "../mcp/http-types.ts";
import { readBytes } from "../rest/json-body.ts";
import type { Admission } from "./admission.ts";
import type { HttpDeps } from "./http-deps.ts";
import type { Site, SiteOf } from "./hosts.ts";
import type { FactsOf } from "./request-facts.ts";

interface McpAdmission extends Admitted {
  readonly credential: Credential;
  readonly requestedTenant: string | undefined;
}

export interface McpMountDeps {
  readonly http: HttpDeps;
  readonly admission: Admission;
  readonly siteOf: SiteOf;
  readonly factsOf: FactsOf;
}

/** Serves /api/mcp on the application host (the key decides the environment) and on the sandbox host (sandbox keys). */
export function mountMcp(app: FastifyInstance, deps: McpMountDeps): void {
  const { http, admission } = deps;
  const endpoint = createMcpEndpoint<McpAdmission>({
    operations: http.operations,
    base_url: http.settings.base_url,
    errors_url: http.settings.errors_url,
    version: http.settings.version,
    allowed_origins: http.settings.mcp_allowed_origins,
    ...(http.mcp_extension === undefined ? {} : { extension: http.mcp_extension }),
    log: http.log,
    admit: (request) => admit(deps, request),
    async chargeTool({ credential }, access) {
      const { headers, refusal } = await admission.draw(credential, access);
      return refusal === null ? { kind: "charged", headers } : refused(refusal, headers);
    },
    contextFor: ({ credential, requestedTenant }) => http.contextFor(credential, requestedTenant),
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (environmentsOf(deps.factsOf(request).site).length === 0) return reply.callNotFound();
    return send(reply, await endpoint.handle(await toMcpRequest(deps, request, reply)));
  };
  app.all("/api/mcp", {
    handler: answer,
    // A Content-Type that is none stops the framework; the endpoint refuses it in its own form, and in its own order.
    errorHandler: (error, request, reply) => {
      if (error.code !== "FST_ERR_CTP_INVALID_MEDIA_TYPE") throw error;
      answer(request, reply).catch((failure: unknown) => reply.send(failure));
    },
  });
  app.all("/api/mcp/schema", (request, reply) =>
    send(reply, endpoint.handleSchema({ method: request.method, headers: flatHeaders(request) })),
  );
}

async function admit(deps: McpMountDeps, request: McpHttpRequest): Promise<McpAdmission | Refused> {
  const { admission, siteOf } = deps;
  const { headers, remote_address, host } = request;
  try {
    await admission.checkAddress(remote_address);
    const environments = environmentsOf(siteOf(host));
    const credential = await admission.authenticate(headers["authorization"], remote_address, environments);
    return { kind: "admitted", headers: {}, credential, requestedTenant: headers["x-svc-tenant"] };
  } catch (error) {
    if (error instanceof ServiceError) return refused(error, {});
    throw error;
  }
}

function environmentsOf(site: Site): readonly Environment[] {
  if (site.is_application) return ["live", "sandbox"];
  return site.rest === "sandbox" ? ["sandbox"] : [];
}

function refused(error: ServiceError, headers: Readonly<Record<string, string>>): Refused {
  const { retry_after_seconds } = error.extras;
  const wait = retry_after_seconds === undefined ? {} : { retry_after_seconds };
  return { kind: "refused", error, headers, ...wait };
}

async function toMcpRequest(deps: McpMountDeps, request: FastifyRequest, reply: FastifyReply): Promise<McpHttpRequest> {
  const abort = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  // Before the body: a body above the limit ends with its connection, which then has no address any more.
  const remote_address = deps.factsOf(request).address;
  return {
    method: request.method,
    headers: flatHeaders(request),
    body: await readBytes(request.raw, MCP_BODY_LIMIT_BYTES),
    remote_address,
    host: request.headers.host ?? "",
    signal: abort.signal,
  };
}

function flatHeaders(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

function send(reply: FastifyReply, { status, headers, body }: McpHttpResponse): FastifyReply {
  reply.code(status).headers(headers);
  return body === "" ? reply.send() : reply.send(body);
}
