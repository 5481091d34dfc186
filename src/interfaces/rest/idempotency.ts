import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import type { Sealer } from "../../core/sealer.ts";
import { validationError } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { ClaimedWork, claimRequest, otherCredential } from "../../modules/idempotency/index.ts";
import type { HttpDeps } from "../http/http-deps.ts";
import { pathOf } from "../http/request-facts.ts";
import type { Answer } from "../http/answer.ts";
import { problemOf, toServiceError } from "../http/problem.ts";

export interface IdempotencyDeps extends Pick<HttpDeps, "log" | "operations" | "settings"> {
  /** Seals answers for who sent the request, so that nobody else can have them repeated. */
  sealerOf(request: FastifyRequest): Sealer;
}

/** An answer, and whether it is the repetition of an earlier one. */
export interface OnceAnswer extends Answer {
  readonly is_replayed: boolean;
}

/** Refusals before the work and passing faults: the same request may succeed later, so its answer is not kept. */
const NOT_KEPT: ReadonlySet<number> = new Set([400, 401, 403, 404, 429]);

/** A quoted string of structured fields (RFC 9651 3.3.3). */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
/** 1 to 255 visible ASCII characters. */
const KEY = /^[!-~]{1,255}$/;

/**
 * The key of a POST, quoted or bare; null when there is none.
 * @throws ServiceError request.validation_failed
 */
export function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  if (header === undefined || request.method !== "POST") return null;
  // Repeated headers arrive joined by a comma and a blank, which no key has.
  const text = (Array.isArray(header) ? header.join(", ") : header).trim();
  const quoted = QUOTED.exec(text)?.[1];
  const key = quoted === undefined ? text : quoted.replaceAll(/\\(["\\])/g, "$1");
  const isBroken = quoted === undefined && text.startsWith('"');
  if (!isBroken && KEY.test(key)) return key;
  const message = "must be 1 to 255 visible ASCII characters, with or without quotation marks around them";
  throw validationError([{ path: "Idempotency-Key", code: "invalid_format", message }]);
}

/** Fingerprint of a body by its bytes. */
export function bodyFingerprint(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

/** Fingerprint of files by field, names and contents: the boundary differs with every attempt. */
export function filesFingerprint(files: readonly { readonly name: string; readonly sha256: string }[]): string {
  return hash("sha256", JSON.stringify(files.map(({ name, sha256 }) => ["files", name, sha256])));
}

/** Path of the list that a POST adds to or whose records it changes; null: there is none. */
export function listBeside(operations: readonly Operation[], path: string): string | null {
  const lists = new Set(operations.filter(({ rest }) => rest.method === "GET").map(({ rest }) => rest.path));
  const segments = path.split("/");
  for (let length = segments.length; length > 1; length -= 1) {
    const candidate = segments.slice(0, length).join("/");
    if (!candidate.includes(":") && lists.has(candidate)) return `/api/v1${candidate}`;
  }
  return null;
}

export interface OnceWork {
  readonly request: FastifyRequest;
  readonly ctx: Context;
  /** Path of the list in which the effect can be seen; null: there is none. */
  readonly list: string | null;
  readonly key: string | null;
  readonly fingerprint: () => string;
  /** Does the work with the context given to it. */
  readonly work: (ctx: Context) => Promise<Answer>;
}

/**
 * Does the work of a request, or repeats the answer of the request with the same key and content that did it. The caller's
 * scopes were checked before, for the repetition as for the first request.
 * @throws ServiceError what the work throws; idempotency.*
 */
export async function answerOnce(deps: IdempotencyDeps, once: OnceWork): Promise<OnceAnswer> {
  const { request, ctx, list, key, fingerprint } = once;
  if (key === null) return { ...(await once.work(ctx)), is_replayed: false };
  const path = pathOf(request.url);
  const claim = await claimRequest(ctx, { method: request.method, path, key, fingerprint: fingerprint(), list });
  const sealer = deps.sealerOf(request);
  if (claim.kind === "answered") return opened(sealer, claim.sealed, boundTo(ctx, claim.scope_digest));
  const { held } = claim;
  const warn = (err: unknown): void =>
    deps.log.warn({ request_id: request.id, err }, "an Idempotency-Key was not kept");
  const work = new ClaimedWork(ctx, held, warn);
  const seal = (answer: Answer): Buffer => sealed(sealer, answer, boundTo(ctx, held.scope_digest));
  try {
    const answer = await once.work({ ...ctx, db: work.db });
    await work.answer(seal(answer));
    return { ...answer, is_replayed: false };
  } catch (error) {
    const answer = problemAnswer(deps, request, error);
    // What cannot be told now ends by itself: the claim of a request that changed nothing is free when its lease ends.
    await (isKept(answer.status) ? work.answer(seal(answer)) : work.release()).catch(warn);
    throw error;
  }
}

function isKept(status: number): boolean {
  return status < 500 && !NOT_KEPT.has(status);
}

function problemAnswer({ settings }: IdempotencyDeps, request: FastifyRequest, error: unknown): Answer {
  const facts = { errors_url: settings.errors_url, instance: pathOf(request.url), request_id: request.id };
  const { status, body } = problemOf(toServiceError(error), facts);
  return { status, text: body, media_type: "application/problem+json", is_secret: false };
}

function sealed(sealer: Sealer, answer: Answer, bound: string): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(answer)), bound);
}

function opened(sealer: Sealer, bytes: Buffer, bound: string): OnceAnswer {
  let text: string;
  try {
    text = sealer.open(bytes, bound).toString("utf8");
  } catch {
    // Sealed for another token: it cannot be repeated, and the work must not be done again.
    throw otherCredential();
  }
  // Sealed above from an Answer, and authenticated.
  return { ...(JSON.parse(text) as Answer), is_replayed: true };
}

function boundTo({ tenant }: Context, scope_digest: string): string {
  return `${tenant.id} ${tenant.environment} ${scope_digest}`;
}
