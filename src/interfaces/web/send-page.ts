import type { FastifyReply } from "fastify";
import { type Page, pageHeaders, renderPage } from "./layout.ts";

export function sendPage(
  reply: FastifyReply,
  status: number,
  page: Page,
  options: { readonly answers_elsewhere?: boolean } = {},
): FastifyReply {
  return reply.code(status).headers(pageHeaders(options)).send(renderPage(page));
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
