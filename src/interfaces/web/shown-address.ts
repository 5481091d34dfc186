import type { FastifyRequest } from "fastify";
import { queryOf, returnPath } from "./browser.ts";

const START = "/";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OPAQUE = /^[A-Za-z0-9_-]{1,1000}$/;

/** Parameters of our own links, with what they can hold. */
const PARAMETERS: readonly (readonly [string, (value: string) => boolean])[] = [
  ["again", (value) => value === "1"],
  ["return_to", (value) => value === returnPath(value)],
  ["company", (value) => UUID.test(value)],
  ["user_id", (value) => UUID.test(value)],
  ["id", (value) => UUID.test(value)],
  ["cursor", (value) => OPAQUE.test(value)],
  ["request", (value) => OPAQUE.test(value)],
];

/**
 * Path and query under which a page that was asked for can be asked for again, made of what our own links are made of:
 * nothing else that somebody wrote into an address comes back in a page. A path with a parameter is a page's own once the
 * page was found; a path of no page leads to the start.
 */
export function shownAddress(request: FastifyRequest, status: number): string {
  const route = request.routeOptions.url;
  if (route === undefined) return START;
  const isFixed = !/[:*]/.test(route);
  if (!isFixed && status >= 300) return START;
  const path = isFixed ? route : (request.url.split("?")[0] ?? START);
  const query = queryOf(request);
  const kept = new URLSearchParams();
  for (const [name, isOurs] of PARAMETERS) {
    const value = query.get(name);
    if (value !== null && isOurs(value)) kept.set(name, value);
  }
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}
