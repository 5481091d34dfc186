import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ERROR_CODES, ServiceError } from "../../core/errors.ts";
import { outageAnswer, outageIn } from "../../core/outage.ts";
import { assertNoneTwice, OAuthError } from "../../modules/oauth/index.ts";
import { readBytes } from "../http/json-body.ts";

/** Any origin, never with credentials: browser programs register and fetch tokens, and cookies play no part in it. */
export const OPEN_TO_BROWSERS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "WWW-Authenticate, Retry-After, X-Request-Id",
};

export const PREFLIGHT: Readonly<Record<string, string>> = {
  ...OPEN_TO_BROWSERS,
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "Authorization, Content-Type, Accept, MCP-Protocol-Version",
  "access-control-max-age": "7200",
};

/** Tokens and codes are in no cache (RFC 6749 5.1). */
const UNCACHED = { "cache-control": "no-store", pragma: "no-cache" };

const BODY_LIMIT_BYTES = 64 * 1024;

export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .headers({ ...OPEN_TO_BROWSERS, ...UNCACHED, "content-type": "application/json; charset=utf-8" })
    .send(JSON.stringify(value));
}

/** A refusal in the form of RFC 6749 5.2; anything unexpected is `server_error`, and returned for the log. */
export function sendOAuthError(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  if (error instanceof OAuthError) {
    const status = error.code === "invalid_client" ? 401 : 400;
    // A client that used HTTP authentication is answered in kind (RFC 6749 5.2).
    if (status === 401 && request.headers.authorization !== undefined) {
      reply.header("www-authenticate", 'Basic realm="Carbon Ledger", charset="UTF-8"');
    }
    sendJson(reply, status, { error: error.code, error_description: error.description });
    return null;
  }
  if (error instanceof ServiceError && error.code.startsWith("rate_limit.")) {
    reply.header("retry-after", String(error.extras.retry_after_seconds ?? 60));
    sendJson(reply, 429, { error: "temporarily_unavailable", error_description: error.detail });
    return null;
  }
  if (error instanceof ServiceError && error.code === "request.validation_failed") {
    sendJson(reply, 400, { error: "invalid_request", error_description: error.detail });
    return null;
  }
  const outage = outageIn(error);
  if (outage !== null) {
    const { code, detail, extras } = outageAnswer(outage);
    if (extras.retry_after_seconds !== undefined) reply.header("retry-after", String(extras.retry_after_seconds));
    sendJson(reply, ERROR_CODES[code].status, { error: "temporarily_unavailable", error_description: detail });
    return outage;
  }
  sendJson(reply, 500, { error: "server_error", error_description: "Something went wrong on this side." });
  return error;
}

/** The form of a token or revocation request. @throws OAuthError invalid_request */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new OAuthError("invalid_request", "Send the body as application/x-www-form-urlencoded.");
  }
  const form = new URLSearchParams((await readText(request)).toString("utf8"));
  assertNoneTwice(form);
  return form;
}

/** The body of a registration. @throws OAuthError invalid_client_metadata */
export async function readRegistration(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch {
    throw new OAuthError("invalid_client_metadata", "The body must be JSON in UTF-8.");
  }
}

async function readText(request: IncomingMessage): Promise<Buffer> {
  const bytes = await readBytes(request, BODY_LIMIT_BYTES);
  if (bytes === null) throw new OAuthError("invalid_request", `The body may have at most ${BODY_LIMIT_BYTES} bytes.`);
  return bytes;
}
