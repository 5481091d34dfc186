import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseLanguage, type UserPorts } from "../../modules/users/index.ts";
import { queryOf, returnPath, sessionOf } from "./browser.ts";
import { knownLanguage, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, withLanguage } from "./language.ts";
import { sendTo } from "./send-page.ts";

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** What the switch needs; without accounts a choice is kept by the browser alone. */
export interface LanguageDeps {
  readonly users?: UserPorts;
  readonly base_url: string;
}

/**
 * Answers a page's address that names a language (`?lang=da`): the browser keeps the choice, so does the account that is
 * logged in, and the page is asked for again without it. null: the address names none, nothing was done.
 */
export async function switchLanguage(
  { users, base_url }: LanguageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | null> {
  const language = request.method === "GET" ? knownLanguage(queryOf(request).get(LANGUAGE_PARAMETER)) : null;
  if (language === null) return null;
  const session = users === undefined ? null : await sessionOf({ users, base_url }, request);
  if (users !== undefined && session !== null) await chooseLanguage(users, session, language);
  const secure = base_url.startsWith("https:") ? "; Secure" : "";
  const cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}${secure}`;
  return sendTo(reply.header("set-cookie", cookie), returnPath(withLanguage(request.url, null)));
}
