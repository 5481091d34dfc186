import { fastifyMultipart } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, type ValidationIssue, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { acceptFiles, readBatch, type UploadBatch } from "../../modules/ingestion/index.ts";
import { withUploads } from "../http/multipart.ts";
import { legacyBatch, type LegacyPage } from "./legacy-batch.ts";
import { LEGACY_HEADERS, legacyCode, LegacyRefusal, sendLegacyError, sendLegacyJson } from "./legacy-answer.ts";
import { assertServed, guardLegacy, type LegacyDeps } from "./legacy-guard.ts";

const STATUS_PREFIX = "/api/invoices/status/";
const UPLOAD_PATH = "/api/invoices/bulk-upload";
const STATUS_PATH = `${STATUS_PREFIX}:id`;

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 200;

/** Old clients may send further parameters; they are not looked at. */
const pageQuery = z.object({
  offset: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number from 0")
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .optional(),
});

/** The invoice interface of before v1, on the application host, until its sunset (contract 9.3). */
export function registerLegacy(app: FastifyInstance, deps: LegacyDeps): void {
  app.register((legacy, _options, done) => {
    legacy.register(fastifyMultipart);
    legacy.addHook("onRequest", (request, reply, next) => {
      if (deps.factsOf(request).site.is_application) reply.headers(LEGACY_HEADERS);
      next();
    });
    legacy.setErrorHandler((error, request, reply) => {
      const fault = sendLegacyError(reply, error);
      deps.http.metrics.refused("legacy", reply.statusCode, legacyCode(error));
      if (fault !== null) deps.http.log.error({ request_id: request.id, err: fault.cause ?? fault }, "request failed");
    });
    addRoute(legacy, deps, { path: UPLOAD_PATH, methods: ["POST"], answer: upload });
    addRoute(legacy, deps, { path: STATUS_PATH, methods: ["GET", "HEAD"], answer: status });
    done();
  });
}

/** Answers a status path whose id the router cannot read; false: the path is not one of the interface's. */
export function answerUnreadableId(deps: LegacyDeps, request: FastifyRequest, reply: FastifyReply): boolean {
  const { site, path } = deps.factsOf(request);
  if (!site.is_application || !path.startsWith(STATUS_PREFIX)) return false;
  sendLegacyError(reply.headers(LEGACY_HEADERS), notFound("upload"));
  return true;
}

type LegacyAnswer = (deps: LegacyDeps, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface LegacyRoute {
  readonly path: string;
  readonly methods: readonly string[];
  readonly answer: LegacyAnswer;
}

/** Every method is answered here, so that every answer carries the two headers. */
function addRoute(legacy: FastifyInstance, deps: LegacyDeps, { path, methods, answer }: LegacyRoute): void {
  legacy.all(path, async (request, reply) => {
    if (!deps.factsOf(request).site.is_application) return reply.callNotFound();
    if (methods.includes(request.method)) return await answer(deps, request, reply);
    assertServed(deps.http);
    reply.header("allow", methods.join(", "));
    throw new LegacyRefusal(405, `Use ${methods.join(" or ")} here.`);
  });
}

async function upload(deps: LegacyDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ctx = await guardLegacy(deps, request, "write");
  const batch = await withUploads(request, reply, deps.http.settings.uploads, async (files) => {
    await ctx.files.adopt(files, { is_read_next: true });
    return await readBatch(ctx, await acceptFiles(ctx, "legacy", files));
  });
  return sendLegacyJson(reply, 202, legacyBatch(batch, { offset: 0, limit: LIMIT_MAX }));
}

async function status(deps: LegacyDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const ctx = await guardLegacy(deps, request, "read");
  const page = pageOf(request);
  return sendLegacyJson(reply, 200, legacyBatch(await batchOf(ctx, request), page));
}

async function batchOf(ctx: Context, request: FastifyRequest): Promise<UploadBatch> {
  // The router makes an object of strings for the parameters of a path.
  const { id = "" } = request.params as Readonly<Record<string, string>>;
  if (!isUuid(id)) throw notFound("upload");
  return await readBatch(ctx, id);
}

/** @throws ServiceError request.validation_failed */
function pageOf(request: FastifyRequest): LegacyPage {
  const parsed = pageQuery.safeParse(request.query);
  const issues = (parsed.error?.issues ?? []).map(({ path, code, message }): ValidationIssue => ({
    path: path.map(String).join("."),
    code,
    message,
  }));
  const { offset = "0", limit = String(LIMIT_DEFAULT) } = parsed.data ?? {};
  const page = { offset: Number(offset), limit: Number(limit) };
  if (page.limit < 1 || page.limit > LIMIT_MAX) {
    issues.push({ path: "limit", code: "out_of_range", message: `must be 1 to ${LIMIT_MAX}` });
  }
  if (issues.length > 0) throw validationError(issues);
  return page;
}
