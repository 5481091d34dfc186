import type { FastifyReply } from "fastify";
import { ERROR_CODES, type ServiceError } from "../../core/errors.ts";
import { toServiceError } from "../http/problem.ts";

/** Both on every answer of the interface (contract 9.3); 30 September 2027 is a Thursday, the text is the agreed one. */
export const LEGACY_HEADERS: Readonly<Record<string, string>> = {
  deprecation: "true",
  sunset: "Tue, 30 Sep 2027 00:00:00 GMT",
};

/** From this moment on the interface is gone: it is there until 30 September 2027, and removed after that day. */
export const SUNSET_MS = Date.UTC(2027, 9, 1);

/** A refusal of the legacy interface that has no code of its own there. */
export class LegacyRefusal extends Error {
  readonly status: 401 | 405 | 410;

  constructor(status: 401 | 405 | 410, message: string) {
    super(message);
    this.name = "LegacyRefusal";
    this.status = status;
  }
}

export function sendLegacyJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(Buffer.from(JSON.stringify(body)));
}

const LEGACY_CODES = { 401: "auth.invalid_token", 405: "method_not_allowed", 410: "gone" } as const;

/** The refusal's code for the metrics; callers see its words only. */
export function legacyCode(error: unknown): string {
  return error instanceof LegacyRefusal ? LEGACY_CODES[error.status] : toServiceError(error).code;
}

/** The one error shape of the interface: an object with a message (contract 9.5). Returns what was our own fault. */
export function sendLegacyError(reply: FastifyReply, error: unknown): ServiceError | null {
  if (error instanceof LegacyRefusal) {
    sendLegacyJson(reply, error.status, { message: error.message });
    return null;
  }
  const serviceError = toServiceError(error);
  const { retry_after_seconds } = serviceError.extras;
  if (retry_after_seconds !== undefined) reply.header("retry-after", String(retry_after_seconds));
  sendLegacyJson(reply, ERROR_CODES[serviceError.code].status, { message: serviceError.detail });
  return ERROR_CODES[serviceError.code].status >= 500 ? serviceError : null;
}
