import type { FastifyRequest } from "fastify";
import type { SiteOf } from "./hosts.ts";
import type { Site } from "./hosts.ts";
import type { RangeMatcher } from "./address-ranges.ts";
import { clientAddress } from "./client-address.ts";

/** What a request is, before anyone is identified. */
export interface RequestFacts {
  readonly site: Site;
  /** Address of the client after trusted proxies. */
  readonly address: string;
  /** Path without query string, as sent. */
  readonly path: string;
}

export type FactsOf = (request: FastifyRequest) => RequestFacts;

export function factsReader(siteOf: SiteOf, isTrustedProxy: RangeMatcher): FactsOf {
  return (request) => ({
    site: siteOf(request.headers.host),
    address: clientAddress(request.socket.remoteAddress, request.headers["x-forwarded-for"], isTrustedProxy),
    path: pathOf(request.url),
  });
}

export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
