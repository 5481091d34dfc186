import { fastifyMultipart } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import { RATE_WINDOW_SECONDS } from "../../core/rate-limits.ts";
import { isCsrfToken, type Session, type Workplace, workplaceOf, workplacesOf } from "../../modules/users/index.ts";
import type { HttpDeps } from "../http/http-deps.ts";
import { withFormUploads } from "../http/multipart.ts";
import { isOwnOrigin, queryOf, sessionOf } from "./browser.ts";
import { readDocuments, uploadDocuments } from "./documents-data.ts";
import { DOCUMENTS_PATH, documentsPage, type DocumentsView } from "./documents-page.ts";
import { foreignFormPage } from "./login-pages.ts";
import { personPage } from "./mount-account.ts";
import { page, type PageDeps } from "./mount-login.ts";
import { sendPage, sendTo } from "./send-page.ts";

export interface DocumentsDeps extends PageDeps {
  readonly http: Pick<HttpDeps, "operations" | "ownContextFor" | "settings">;
}

/** Uploads of one person a minute. */
const UPLOADS_PER_MINUTE = 30;

/** The documents of a company, for everybody who works there, whatever its plan. */
export function mountDocuments(app: FastifyInstance, deps: DocumentsDeps): void {
  app.register((documents, _options, done) => {
    documents.register(fastifyMultipart);
    documents.get(
      DOCUMENTS_PATH,
      personPage(deps, async (session, reply, _form, request) => {
        const query = queryOf(request);
        const notice = query.get("done") === "uploaded" ? ({ kind: "done", text: "uploaded" } as const) : null;
        return await show(deps, reply, session, {
          company: query.get("company"),
          cursor: query.get("cursor"),
          notice,
          status: 200,
        });
      }),
    );
    documents.post(
      DOCUMENTS_PATH,
      page(deps, async (request, reply) => {
        const session = await sessionOf(deps, request);
        if (session === null) return sendTo(reply, `/login?return_to=${DOCUMENTS_PATH}`);
        return await receive(deps, request, reply, session);
      }),
    );
    done();
  });
}

async function receive(
  deps: DocumentsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<FastifyReply> {
  const form: { company: string | null; is_foreign: boolean } = { company: null, is_foreign: false };
  try {
    await withFormUploads(request, reply, {
      limits: deps.http.settings.uploads,
      fields: ["csrf_token", "company"],
      accept: async (fields) => {
        form.is_foreign = !isOwnOrigin(deps, request) || !isCsrfToken(session, fields.get("csrf_token"));
        if (form.is_foreign) throw validationError([{ path: "csrf_token", code: "foreign", message: "is not ours" }]);
        form.company = fields.get("company") ?? "";
        return await contextOf(deps, session, form.company);
      },
      work: async (ctx, files) => await uploadDocuments(deps.http.operations, ctx, files),
    });
    return sendTo(reply, `${DOCUMENTS_PATH}?company=${form.company ?? ""}&done=uploaded`);
  } catch (error) {
    if (form.is_foreign) return sendPage(reply, 403, foreignFormPage(session.language));
    const refused = error instanceof ServiceError ? refusalOf(error) : null;
    if (refused === null) throw error;
    return await show(deps, reply, session, { company: form.company, cursor: null, ...refused });
  }
}

/** @throws ServiceError resource.not_found, rate_limit.exceeded */
async function contextOf(deps: DocumentsDeps, session: Session, tenant_id: string): Promise<Context> {
  const workplace = await workplaceOf(deps.users, { user_id: session.user_id, tenant_id });
  if (workplace === null) throw new ServiceError("resource.not_found", "This account does not work in the company.");
  const take = await deps.users.rates.take(`documents:${session.user_id}`, UPLOADS_PER_MINUTE, RATE_WINDOW_SECONDS);
  if (!take.is_allowed) {
    throw new ServiceError("rate_limit.exceeded", "Too many uploads in this minute.", {
      retry_after_seconds: take.reset_after_seconds,
    });
  }
  return deps.http.ownContextFor(workplace);
}

type Refusal = Pick<DocumentsView, "notice"> & { readonly status: number };

function refusalOf({ code, extras }: ServiceError): Refusal | null {
  const refused = (status: number, text: NonNullable<DocumentsView["notice"]>["text"]): Refusal => ({
    status,
    notice: { kind: "refused", text },
  });
  if (code === "auth.scope_required") return refused(403, "read_only");
  if (code === "quota.exceeded") return refused(402, "quota");
  if (code === "rate_limit.exceeded") return refused(429, "busy");
  if (code === "resource.not_found") return { status: 404, notice: null };
  if (code !== "request.validation_failed") return null;
  const [issue] = extras.issues ?? [];
  if (issue?.code === "missing" || issue?.code === "too_large" || issue?.code === "too_many") {
    return refused(400, issue.code);
  }
  return refused(400, "unreadable");
}

/** The company asked for when the person works there, else the first one. */
async function show(
  deps: DocumentsDeps,
  reply: FastifyReply,
  session: Session,
  asked: Refusal & { readonly company: string | null; readonly cursor: string | null },
): Promise<FastifyReply> {
  const { company, cursor, notice, status } = asked;
  const workplaces = await workplacesOf(deps.users, session.user_id);
  const workplace: Workplace | undefined = workplaces.find(({ tenant }) => tenant.id === company) ?? workplaces[0];
  if (workplace === undefined) return sendTo(reply, "/account");
  const ctx = deps.http.ownContextFor(workplace);
  const { operations, settings } = deps.http;
  const data = await readDocuments(operations, ctx, cursor).catch((error: unknown) => {
    const isStale = error instanceof ServiceError && error.code === "pagination.invalid_cursor";
    if (!isStale) throw error;
    return readDocuments(operations, ctx, null);
  });
  const view = { workplaces, workplace, data, notice, limits: settings.uploads, is_newest: cursor === null };
  return sendPage(reply, status, documentsPage(session, view));
}
