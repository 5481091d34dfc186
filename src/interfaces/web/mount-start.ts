import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERROR_CODES, type ServiceError } from "../../core/errors.ts";
import { chooseMediaType } from "../http/content-negotiation.ts";
import { languageOf } from "./language.ts";
import type { PageAnswer } from "./mount-login.ts";
import { sendPage } from "./send-page.ts";
import {
  errorListPage,
  errorPage,
  faultPage,
  isErrorCode,
  notFoundPage,
  type StartAddresses,
  startPage,
} from "./start-pages.ts";
import { type LanguageDeps, switchLanguage } from "./switch-language.ts";

/** The start page, the pages that the `type` of problem documents points at, and the one for any other address. */
export function mountStart(app: FastifyInstance, deps: StartAddresses & LanguageDeps): void {
  const errorsPath = new URL(deps.errors_url).pathname.replace(/\/+$/, "");
  const missing: PageAnswer = async (request, reply) =>
    sendPage(reply, 404, notFoundPage(languageOf(request), deps.base_url));
  const open =
    (answer: PageAnswer): PageAnswer =>
    async (request, reply) =>
      (await switchLanguage(deps, request, reply)) ?? (await answer(request, reply));
  app.get(
    "/",
    open(async (request, reply) => sendPage(reply, 200, startPage(languageOf(request), deps))),
  );
  if (errorsPath !== "") {
    app.get(
      errorsPath,
      open(async (request, reply) => sendPage(reply, 200, errorListPage(languageOf(request), deps))),
    );
  }
  app.get<{ Params: { code: string } }>(`${errorsPath}/:code`, async (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) return await open(missing)(request, reply);
    return await open(async () => sendPage(reply, 200, errorPage(languageOf(request), code, deps)))(request, reply);
  });
  app.setNotFoundHandler(open(missing));
}

/** Whether who asked reads pages: a browser says so, a program does not. */
export function wantsPage(request: FastifyRequest): boolean {
  return chooseMediaType(request.headers.accept, ["application/problem+json", "text/html"]) === "text/html";
}

/** Answers a browser whose page failed; what failed is in the log under the number that the page shows. */
export function sendFaultPage(
  base_url: string,
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
): FastifyReply {
  const { status } = ERROR_CODES[error.code];
  const wait = error.extras.retry_after_seconds;
  if (wait !== undefined) reply.header("retry-after", String(wait));
  return sendPage(reply, status, faultPage(languageOf(request), { status, request_id: request.id, base_url }));
}
