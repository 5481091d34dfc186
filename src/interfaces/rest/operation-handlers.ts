import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { invoke } from "../../core/invoke.ts";
import { toJsonText } from "../../core/json-text.ts";
import type { Operation } from "../../core/operation.ts";
import { StoredFile } from "../../core/stored-file.ts";
import type { HttpLog } from "../http/http-deps.ts";
import { type Answer, sendAnswer } from "../http/answer.ts";
import { joinArguments, textReader } from "./arguments.ts";
import { chooseExport, type ExportFormat } from "../http/content-negotiation.ts";
import { EXPORT_MEDIA_TYPES, type ExportableList, exportableList, exportList } from "./export-list.ts";
import {
  answerOnce,
  bodyFingerprint,
  filesFingerprint,
  type IdempotencyDeps,
  idempotencyKey,
  listBeside,
  type OnceAnswer,
} from "./idempotency.ts";
import { readJsonBody } from "../http/json-body.ts";
import { withUploads } from "../http/multipart.ts";
import { sendFile } from "./send-file.ts";

export const JSON_MEDIA_TYPE = "application/json; charset=utf-8";

/** Answers one admitted request; throws what the error handler turns into a problem document. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Arguments = Readonly<Record<string, unknown>>;

/** GET and DELETE: arguments from the path and the query string; lists also as CSV and NDJSON, by `Accept`. */
export function queryHandler(operation: Operation, log: HttpLog): Handler {
  const readTexts = textReader(operation.input);
  const list = operation.rest.method === "GET" ? exportableList(operation) : null;
  return async (request, reply) => {
    const ctx = contextOf(request);
    const args = joinArguments(readTexts(pathArguments(request)), readTexts(queryOf(request)));
    const format = list === null ? null : chooseExport(request.headers.accept);
    if (list !== null && format !== null) return await sendExport({ request, reply, list, ctx, args, format, log });
    const result = await invoke(operation, ctx, args);
    if (result instanceof StoredFile) return await sendFile(request, reply, result, log);
    return await sendAnswer(request, reply, answerOf(operation, result));
  };
}

/** POST, PUT and PATCH: arguments from the path and a JSON body. */
export function bodyHandler(operation: Operation, deps: IdempotencyDeps): Handler {
  const readTexts = textReader(operation.input);
  const list = listBeside(deps.operations, operation.rest.path);
  return async (request, reply) => {
    const ctx = contextOf(request);
    refuseQuery(request);
    const key = idempotencyKey(request);
    const { bytes, value } = await readJsonBody(request.raw);
    const args = joinArguments(readTexts(pathArguments(request)), value);
    const answer = await answerOnce(deps, {
      request,
      ctx,
      list,
      key,
      fingerprint: () => bodyFingerprint(bytes),
      work: async (workContext) => answerOf(operation, await invoke(operation, workContext, args)),
    });
    return await sendOnce(request, reply, answer);
  };
}

/** POST of files: arguments are the path's and `files`. */
export function uploadHandler(operation: Operation, deps: IdempotencyDeps): Handler {
  const list = listBeside(deps.operations, operation.rest.path);
  return async (request, reply) => {
    const ctx = contextOf(request);
    refuseQuery(request);
    const key = idempotencyKey(request);
    const answer = await withUploads(request, reply, deps.settings.uploads, (files) =>
      answerOnce(deps, {
        request,
        ctx,
        list,
        key,
        fingerprint: () => filesFingerprint(files),
        work: async (workContext) =>
          answerOf(operation, await invoke(operation, workContext, joinArguments(pathArguments(request), { files }))),
      }),
    );
    return await sendOnce(request, reply, answer);
  };
}

function answerOf(operation: Operation, result: unknown): Answer {
  const { status = 200, secret = false } = operation.rest;
  const text = status === 204 ? "" : toJsonText(result);
  return { status, text, media_type: JSON_MEDIA_TYPE, is_secret: secret };
}

async function sendOnce(request: FastifyRequest, reply: FastifyReply, answer: OnceAnswer): Promise<FastifyReply> {
  if (answer.is_replayed) reply.header("idempotent-replayed", "true");
  return await sendAnswer(request, reply, answer);
}

interface Export {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly list: ExportableList;
  readonly ctx: Context;
  readonly args: unknown;
  readonly format: ExportFormat;
  readonly log: HttpLog;
}

async function sendExport({ request, reply, list, ctx, args, format, log }: Export): Promise<FastifyReply> {
  const chunks = await exportList(list, ctx, args, format);
  const name = list.operation.rest.path.split("/").at(-1) ?? "list";
  reply
    .header("content-type", EXPORT_MEDIA_TYPES[format])
    .header("content-disposition", `attachment; filename="${name}.${format}"`)
    .header("cache-control", "private, no-store")
    .header("vary", "Accept");
  if (request.method === "HEAD") {
    await chunks.return(undefined);
    return reply.send("");
  }
  const stream = Readable.from(chunks);
  stream.on("error", (err) => log.warn({ request_id: request.id, err }, "an export ended before its last page"));
  return reply.send(stream);
}

function contextOf(request: FastifyRequest): Context {
  if (request.operationContext === null) throw new Error("a request reached its handler without being admitted");
  return request.operationContext;
}

function pathArguments(request: FastifyRequest): Arguments {
  // The router makes an object of strings for every route.
  return request.params as Arguments;
}

function queryOf(request: FastifyRequest): Arguments {
  // The query parser makes an object of strings and lists of strings, without a prototype.
  return request.query as Arguments;
}

function refuseQuery(request: FastifyRequest): void {
  const names = Object.keys(queryOf(request)).slice(0, 20);
  if (names.length === 0) return;
  const message = "query parameters are not accepted here; send arguments in the body";
  throw validationError(names.map((name) => ({ path: name.slice(0, 60), code: "unknown_argument", message })));
}
