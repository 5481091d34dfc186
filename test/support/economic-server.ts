import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { z } from "zod";
import {
  accountRow,
  attachedDocument,
  type BookedEntry,
  bookedEntry,
  cursorList,
  PAGE_ROWS,
  selfAnswer,
} from "./economic-contract.ts";
import { listenOnLoopback } from "./loopback-server.ts";

export const ECONOMIC_TOKENS = { app_secret_token: "app-secret", agreement_grant_token: "agreement-grant" };

/** The same agreement, after it was connected anew. */
export const RENEWED_TOKENS = { app_secret_token: "app-secret", agreement_grant_token: "renewed-grant" };

export interface EconomicServer {
  readonly url: string;
  readonly entries: BookedEntry[];
  /** Rows besides them that the contract does not know. */
  readonly malformed: unknown[];
  agreement: { number: number; base_currency: string };
  readonly documents: Map<number, Buffer>;
  /** Paths with their queries that were answered 200. */
  readonly answered: string[];
  throttled: number;
  isRevoked: boolean;
  /** Answers 503 to this many requests. */
  failing: number;
  /** Requests left in the bucket before a 429; each 429 fills it again. */
  bucket: number;
  /** Cursors of another epoch are forgotten. */
  epoch: number;
  /** What a 429 says in Retry-After. */
  retry_after: string;
  /** Rows of a page of a list, at most what the contract says. */
  page_rows: number;
  /** What every answer says of the budget of calls. */
  rate_limiting: string;
  /** When each request came, in milliseconds. */
  readonly times: number[];
  /** Paths that are not served any more. */
  readonly gone: Set<string>;
  /** As it is after its start: nothing is booked, and nothing goes wrong. */
  reset(): void;
  close(): Promise<void>;
}

const FAULTLESS = {
  throttled: 0,
  isRevoked: false,
  failing: 0,
  bucket: Infinity,
  epoch: 1,
  retry_after: "0",
  page_rows: PAGE_ROWS,
  rate_limiting: "token-limit-10000-per-60-seconds: 147/10000",
};
const AGREEMENT = { number: 1_234_567, base_currency: "DKK" };

/**
 * The parts of the API that are read: header sign-in, filter by number, cursor pages of the server's size, a token bucket, 503
 * once in a while. Every answer is held against the contract.
 */
export async function economicServer(): Promise<EconomicServer> {
  const server = createServer((request, response) => {
    site.times.push(performance.now());
    const outcome = answer(request, site);
    const { headers = {} } = outcome;
    send(response, { ...outcome, headers: { ...headers, "x-callcost": "3", "x-ratelimiting": site.rate_limiting } });
    if (outcome.status === 200) site.answered.push(request.url ?? "");
  });
  const port = await listenOnLoopback(server);
  const site: EconomicServer = {
    url: `http://127.0.0.1:${port}`,
    entries: [],
    malformed: [],
    times: [],
    gone: new Set(),
    agreement: { ...AGREEMENT },
    documents: new Map(),
    answered: [],
    ...FAULTLESS,
    reset() {
      for (const list of [site.entries, site.malformed, site.times]) list.length = 0;
      site.gone.clear();
      site.agreement = { ...AGREEMENT };
      site.documents.clear();
      site.answered.length = 0;
      Object.assign(site, FAULTLESS);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

interface Outcome {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

function answer(request: IncomingMessage, site: EconomicServer): Outcome {
  const { "x-appsecrettoken": app, "x-agreementgranttoken": grant } = request.headers;
  const grants: unknown[] = [ECONOMIC_TOKENS.agreement_grant_token, RENEWED_TOKENS.agreement_grant_token];
  const isKnown = app === ECONOMIC_TOKENS.app_secret_token && grants.includes(grant);
  if (!isKnown || site.isRevoked) return { status: 401, body: { message: "unauthorized" } };
  if (site.failing > 0) {
    site.failing -= 1;
    return { status: 503 };
  }
  if (site.bucket <= 0) {
    site.throttled += 1;
    site.bucket = 3;
    return { status: 429, headers: { "retry-after": site.retry_after } };
  }
  site.bucket -= 1;
  const url = new URL(request.url ?? "", "http://127.0.0.1");
  if (site.gone.has(url.pathname)) return { status: 410 };
  const pdf = /^\/documentsapi\/v4\.0\.1\/AttachedDocuments\/(\d+)\/pdf$/.exec(url.pathname)?.[1];
  if (pdf !== undefined) {
    const body = site.documents.get(Number(pdf));
    return body === undefined ? { status: 404 } : { status: 200, body };
  }
  switch (url.pathname) {
    case "/self": {
      const { number, base_currency } = site.agreement;
      const company = { name: "Nordlys ApS" };
      const body = selfAnswer.parse({ agreementNumber: number, company, settings: { baseCurrency: base_currency } });
      return { status: 200, body };
    }
    case "/bookedEntriesapi/v7.0.0/booked-entries": {
      const rows = [...site.entries.map((row) => bookedEntry.parse(row)), ...site.malformed];
      return paged(site, { rows, field: "entryNumber" }, url);
    }
    case "/accountsapi/v7.0.0/Accounts": {
      const rows = listed(accountRow, [{ number: 2750, name: "Kontorartikler", type: 1 }]);
      return paged(site, { rows, field: "number" }, url);
    }
    case "/documentsapi/v4.0.1/AttachedDocuments": {
      const numbers = [...site.documents.keys()];
      const rows = listed(
        attachedDocument,
        numbers.map((number) => ({ number, voucherNumber: number * 10, accountingYear: "2026", pageCount: 1 })),
      );
      return paged(site, { rows, field: "number" }, url);
    }
    default:
      return { status: 404 };
  }
}

function listed<Row>(shape: z.ZodType<Row>, rows: readonly unknown[]): Row[] {
  return rows.map((row) => shape.parse(row));
}

function paged(
  site: EconomicServer,
  { rows, field }: { readonly rows: readonly unknown[]; readonly field: string },
  url: URL,
): Outcome {
  const others = [...url.searchParams.keys()].filter((name) => name !== "filter" && name !== "cursor");
  const above = new RegExp(`^${field}\\$gt:(\\d+)$`).exec(url.searchParams.get("filter") ?? "")?.[1];
  if (above === undefined || others.length > 0) return { status: 400 };
  const numberOf = (row: unknown): number => Number((row as Record<string, unknown>)[field]);
  const [epoch, offset = "0"] = (url.searchParams.get("cursor") ?? `${site.epoch}-0`).split("-");
  if (epoch !== String(site.epoch)) return { status: 400 };
  const start = Number(offset);
  const found = rows
    .filter((row) => numberOf(row) > Number(above))
    .sort((left, right) => numberOf(left) - numberOf(right));
  const items = found.slice(start, start + site.page_rows);
  const isLast = start + site.page_rows >= found.length;
  const rest = isLast ? {} : { cursor: `${site.epoch}-${start + site.page_rows}` };
  return { status: 200, body: cursorList.parse({ items: items.length === 0 ? null : items, ...rest }) };
}

function send(response: ServerResponse, { status, headers = {}, body }: Outcome): void {
  response.writeHead(status, headers).end(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}));
}
