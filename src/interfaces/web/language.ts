import type { FastifyRequest } from "fastify";
import { type Language, LANGUAGES, type Session } from "../../modules/users/index.ts";
import { cookieOf } from "./browser.ts";

/** Parameter of an address that chooses a language. */
export const LANGUAGE_PARAMETER = "lang";
/** Cookie that keeps what was chosen. */
export const LANGUAGE_COOKIE = "carbon_language";
const LANGUAGE_RANGES_MAX = 50;

/**
 * The account's language, else what somebody chose in this browser, else what the browser prefers of ours (RFC 9110
 * 12.5.4), else English.
 */
export function languageOf(request: FastifyRequest, session: Session | null = null): Language {
  return session?.language ?? chosenLanguage(request) ?? preferredLanguage(request.headers["accept-language"]);
}

/** Behind a link: what somebody chose in this browser, else the language of the message with the link, else the browser's. */
export function languageBehindLink(request: FastifyRequest, linked: Language | null): Language {
  return chosenLanguage(request) ?? linked ?? languageOf(request);
}

/** What somebody chose in this browser; null: nothing. */
export function chosenLanguage(request: FastifyRequest): Language | null {
  return knownLanguage(cookieOf(request, LANGUAGE_COOKIE));
}

/** An address with the language that it chooses; null: without one. */
export function withLanguage(url: string, language: Language | null): string {
  const [path = "", ...rest] = url.split("?");
  const query = new URLSearchParams(rest.join("?"));
  query.delete(LANGUAGE_PARAMETER);
  if (language !== null) query.set(LANGUAGE_PARAMETER, language);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** One of ours; null: anything else. */
export function knownLanguage(text: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null;
}

function preferredLanguage(accepted: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } | null = null;
  for (const range of (accepted ?? "").split(",").slice(0, LANGUAGE_RANGES_MAX)) {
    const [, tag, weight = "1"] =
      /^\s*(da|en)(?:-[a-z0-9-]+)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(range) ?? [];
    if (tag === undefined || Number(weight) <= (best?.weight ?? 0)) continue;
    best = { language: tag.toLowerCase() === "da" ? "da" : "en", weight: Number(weight) };
  }
  return best?.language ?? "en";
}
