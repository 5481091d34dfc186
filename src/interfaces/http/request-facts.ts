import type { IncomingMessage } from "node:http";
import type { SiteOf } from "./hosts.ts";
import type { Site } from "./hosts.ts";
import type { RangeMatcher } from "../../core/address-ranges.ts";
import { clientAddress } from "./client-address.ts";

/** What a request is, before anyone is identified. */
export interface RequestFacts {
  readonly site: Site;
  /** Address of the client after trusted proxies. */
  readonly address: string;
  /** Path without query string, as sent. */
  readonly path: string;
}

/** A request of node:http or of the framework. */
type RequestHead = Pick<IncomingMessage, "headers" | "socket" | "url">;

export type FactsOf = (request: RequestHead) => RequestFacts;

export function factsReader(siteOf: SiteOf, isTrustedProxy: RangeMatcher): FactsOf {
  return (request) => ({
    site: siteOf(request.headers.host),
    address: clientAddress(request.socket.remoteAddress, request.headers["x-forwarded-for"], isTrustedProxy),
    path: pathOf(request.url ?? ""),
  });
}

export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
