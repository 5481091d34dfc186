import type { FastifyInstance } from "fastify";
import type { HttpSettings } from "./http-deps.ts";
import { errorListPage, errorPage, homePage, isErrorCode, notFoundPage, PAGE_HEADERS } from "./pages.ts";

/** The start page and the pages that the `type` of problem documents points at. */
export function registerPages(app: FastifyInstance, settings: HttpSettings): void {
  const home = homePage(settings);
  const missing = notFoundPage(settings.base_url);
  const list = errorListPage(settings.errors_url);
  const errorsPath = new URL(settings.errors_url).pathname.replace(/\/+$/, "");
  app.get("/", (_request, reply) => reply.headers(PAGE_HEADERS).send(home));
  if (errorsPath !== "") app.get(errorsPath, (_request, reply) => reply.headers(PAGE_HEADERS).send(list));
  app.get<{ Params: { code: string } }>(`${errorsPath}/:code`, (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) return reply.code(404).headers(PAGE_HEADERS).send(missing);
    return reply.headers(PAGE_HEADERS).send(errorPage(code, settings.errors_url));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).headers(PAGE_HEADERS).send(missing));
}
