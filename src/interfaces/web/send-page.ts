import type { FastifyReply, FastifyRequest } from "fastify";
import { LANGUAGES } from "../../modules/users/index.ts";
import { withLanguage } from "./language.ts";
import { type Page, type PageLink, pageHeaders, renderPage } from "./layout.ts";
import { shownAddress } from "./shown-address.ts";

/** Answers with a page, with a link to it in each other language where it can be asked for again. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Page,
  options: { readonly answers_elsewhere?: boolean } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders(options))
    .send(renderPage(page, otherLanguages(reply.request, status, page)));
}

/** A page that answers a post is asked for again at its own address, else where the form was; else not at all. */
function otherLanguages(request: FastifyRequest, status: number, page: Page): readonly PageLink[] {
  const { method, routeOptions, server } = request;
  const isAsked = method === "GET" || method === "HEAD" || isPage(server, routeOptions.url);
  const address = page.address ?? (isAsked ? shownAddress(request, status) : null);
  if (address === null) return [];
  const others = LANGUAGES.filter((language) => language !== page.language);
  return others.map((language) => ({ language, address: withLanguage(address, language) }));
}

function isPage(server: FastifyRequest["server"], route: string | undefined): boolean {
  return route !== undefined && server.hasRoute({ method: "GET", url: route });
}

/** 429 with when to try again. */
export function sendThrottled(
  reply: FastifyReply,
  page: Page,
  { retry_after_seconds }: { readonly retry_after_seconds: number },
): FastifyReply {
  reply.header("retry-after", String(retry_after_seconds));
  return sendPage(reply, 429, page);
}

/** 303: a reload of what follows repeats no post. Where the browser goes must not learn where it was. */
export function sendTo(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .code(303)
    .headers({ location: address, "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .send();
}
