import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Environment } from "../../core/context.ts";
import type { Credential } from "../../core/credential.ts";
import { ServiceError } from "../../core/errors.ts";
import { createMcpEndpoint } from "./endpoint.ts";
import { NO_HEADERS } from "./framing.ts";
import { type Admitted, MCP_BODY_LIMIT_BYTES, type McpHttpRequest, type Refused } from "./http-types.ts";
import { textOf } from "./pieces.ts";
import { sendResponse } from "./send-response.ts";
import { sendAnswer } from "../http/answer.ts";
import { readBytes } from "../http/json-body.ts";
import type { Admission } from "../http/admission.ts";
import type { DirectRoute } from "../http/direct-route.ts";
import type { HttpDeps } from "../http/http-deps.ts";
import type { Site, SiteOf } from "../http/hosts.ts";
import type { FactsOf } from "../http/request-facts.ts";
import { secureOnlyHeaders } from "../http/secure-only.ts";

interface McpAdmission extends Admitted {
  readonly credential: Credential;
  readonly requestedTenant: string | undefined;
}

export interface McpMountDeps {
  readonly http: HttpDeps;
  readonly admission: Admission;
  readonly siteOf: SiteOf;
  readonly factsOf: FactsOf;
  /** Whether the service is about to end. */
  readonly isClosing: () => boolean;
}

/** Serves /api/mcp on the application host (the key decides the environment) and on the sandbox host (sandbox keys). */
export function mountMcp(app: FastifyInstance, deps: McpMountDeps): DirectRoute {
  const { http, admission } = deps;
  const endpoint = createMcpEndpoint<McpAdmission>({
    operations: http.operations,
    base_url: http.settings.base_url,
    errors_url: http.settings.errors_url,
    version: http.settings.version,
    allowed_origins: http.settings.mcp_allowed_origins,
    ...(http.mcp_extension === undefined ? {} : { extension: http.mcp_extension }),
    log: http.log,
    metrics: http.metrics,
    admit: (request) => admit(deps, request),
    async chargeTool({ credential }, access) {
      const { headers, refusal } = await admission.draw(credential, access);
      return refusal === null ? { kind: "charged", headers } : refused(refusal, headers);
    },
    showBucket: ({ credential }) => admission.show(credential, "read"),
    contextFor: ({ credential, requestedTenant }) => http.contextFor(credential, requestedTenant),
  });
  const secureOnly = Object.entries(secureOnlyHeaders(http.settings)).flat();
  const route: DirectRoute = {
    path: "/api/mcp",
    serves: (host) => environmentsOf(deps.siteOf(host)).length > 0,
    async answer(request, response, request_id) {
      const asked = await toMcpRequest(deps, request);
      if (asked === null) return;
      const answer = await endpoint.handle(asked);
      // Nobody reads any more.
      if (response.destroyed) return;
      // A connection that stayed open after its last answer would hold up the end of the service.
      const last = deps.isClosing() ? ["connection", "close"] : [];
      sendResponse(response, answer, [
        "x-request-id",
        request_id,
        "x-content-type-options",
        "nosniff",
        ...secureOnly,
        ...last,
      ]);
    },
  };
  const delegate = (request: FastifyRequest, reply: FastifyReply): void => {
    if (!route.serves(request.headers.host)) reply.callNotFound();
    else void route.answer(request.raw, reply.hijack().raw, request.id);
  };
  // Connectors are given the address by people, who end it with a slash or do not.
  for (const path of [route.path, `${route.path}/`]) {
    app.all(path, {
      handler: delegate,
      // A Content-Type that is none stops the framework; the endpoint refuses it in its own form, and in its own order.
      errorHandler: (error, request, reply) => {
        if (error.code !== "FST_ERR_CTP_INVALID_MEDIA_TYPE") throw error;
        delegate(request, reply);
      },
    });
  }
  app.all(`${route.path}/schema`, (request, reply) => {
    // HEAD has the validator of GET, which is made of the body; node:http leaves the body out.
    const method = request.method === "HEAD" ? "GET" : request.method;
    const { status, headers, body } = endpoint.handleSchema({ method, headers: headersOf(request) });
    if (status !== 200) return reply.code(status).headers(headers).send(textOf(body));
    const {
      "content-type": media_type = "",
      "content-length": _,
      "cache-control": cache_control = "",
      ...others
    } = headers;
    return sendAnswer(request, reply.headers(others), {
      status,
      text: textOf(body),
      media_type,
      is_secret: false,
      cache_control,
    });
  });
  return route;
}

async function admit(deps: McpMountDeps, request: McpHttpRequest): Promise<McpAdmission | Refused> {
  const { admission, siteOf } = deps;
  const { headers, remote_address, host } = request;
  try {
    await admission.checkAddress(remote_address);
    const environments = environmentsOf(siteOf(host));
    const credential = await admission.authenticate(headers["authorization"], remote_address, environments);
    return { kind: "admitted", headers: NO_HEADERS, credential, requestedTenant: headers["x-svc-tenant"] };
  } catch (error) {
    if (error instanceof ServiceError) return refused(error, {});
    throw error;
  }
}

const BOTH: readonly Environment[] = ["live", "sandbox"];
const SANDBOX: readonly Environment[] = ["sandbox"];
const NONE: readonly Environment[] = [];

function environmentsOf(site: Site): readonly Environment[] {
  if (site.is_application) return BOTH;
  return site.rest === "sandbox" ? SANDBOX : NONE;
}

function refused(error: ServiceError, headers: Readonly<Record<string, string>>): Refused {
  const { retry_after_seconds } = error.extras;
  const wait = retry_after_seconds === undefined ? {} : { retry_after_seconds };
  return { kind: "refused", error, headers, ...wait };
}

/** null: the connection ended before the whole body had arrived. */
async function toMcpRequest({ factsOf, http }: McpMountDeps, request: IncomingMessage): Promise<McpHttpRequest | null> {
  const { socket, method = "" } = request;
  // Before the body: a body above the limit ends with its connection, which then has no address any more.
  const { address: remote_address } = factsOf(request);
  const isAbandoned = (): boolean => socket.destroyed;
  const headers = headersOf(request);
  try {
    const body = method === "POST" ? await readBytes(request, MCP_BODY_LIMIT_BYTES) : NO_BYTES;
    return { method, headers, body, remote_address, host: headers["host"] ?? "", isAbandoned };
  } catch (error) {
    if (!(error instanceof ServiceError)) http.log.error({ err: error }, "a request body could not be read");
    return null;
  }
}

const NO_BYTES = Buffer.alloc(0);

/** node:http joins repeated headers; Set-Cookie alone is a list, and means nothing in a request. */
function headersOf({ headers }: Pick<IncomingMessage, "headers">): McpHttpRequest["headers"] {
  return headers as McpHttpRequest["headers"];
}
