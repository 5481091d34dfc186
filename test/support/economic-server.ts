import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnLoopback } from "./loopback-server.ts";

export const ECONOMIC_TOKENS = { app_secret_token: "app-secret", agreement_grant_token: "agreement-grant" };

export interface EconomicEntry {
  readonly entryNumber: number;
  readonly accountNumber: number;
  readonly date: string;
  readonly amount: number;
  readonly currency: string;
  readonly voucherNumber: number;
  readonly text: string;
  readonly supplierInvoiceNumber?: string;
}

export interface EconomicServer {
  readonly url: string;
  readonly entries: unknown[];
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
  /** As it is after its start: nothing is booked, and nothing goes wrong. */
  reset(): void;
  close(): Promise<void>;
}

const PAGE = 100;
const FAULTLESS = { throttled: 0, isRevoked: false, failing: 0, bucket: Infinity, epoch: 1, retry_after: "0" };

/** The parts of the API that are read: header sign-in, filter by number, cursor pages, a token bucket, 503 once in a while. */
export async function economicServer(): Promise<EconomicServer> {
  const server = createServer((request, response) => {
    const outcome = answer(request, site);
    send(response, outcome);
    if (outcome.status === 200) site.answered.push(request.url ?? "");
  });
  const port = await listenOnLoopback(server);
  const site: EconomicServer = {
    url: `http://127.0.0.1:${port}`,
    entries: [],
    documents: new Map(),
    answered: [],
    ...FAULTLESS,
    reset() {
      site.entries.length = 0;
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
  const isKnown = app === ECONOMIC_TOKENS.app_secret_token && grant === ECONOMIC_TOKENS.agreement_grant_token;
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
  const pdf = /^\/documentsapi\/v4\.0\.1\/AttachedDocuments\/(\d+)\/pdf$/.exec(url.pathname)?.[1];
  if (pdf !== undefined) return { status: 200, body: site.documents.get(Number(pdf)) };
  if (url.pathname === "/bookedEntriesapi/v7.0.0/booked-entries")
    return paged(site, { rows: site.entries, field: "entryNumber" }, url);
  if (url.pathname === "/accountsapi/v7.0.0/Accounts")
    return paged(site, { rows: [{ number: 2750, name: "Kontorartikler" }], field: "number" }, url);
  const documents = [...site.documents.keys()].map((number) => ({ number, voucherNumber: number * 10 }));
  if (url.pathname === "/documentsapi/v4.0.1/AttachedDocuments")
    return paged(site, { rows: documents, field: "number" }, url);
  return { status: 404 };
}

function paged(
  site: EconomicServer,
  { rows, field }: { readonly rows: readonly unknown[]; readonly field: string },
  url: URL,
): Outcome {
  const above = new RegExp(`^${field}\\$gt:(\\d+)$`).exec(url.searchParams.get("filter") ?? "")?.[1];
  if (above === undefined) return { status: 400 };
  const numberOf = (row: unknown): number => Number((row as Record<string, unknown>)[field]);
  const size = Math.min(PAGE, Number(url.searchParams.get("pagesize")));
  const [epoch, offset = "0"] = (url.searchParams.get("cursor") ?? `${site.epoch}-0`).split("-");
  if (epoch !== String(site.epoch)) return { status: 400 };
  const start = Number(offset);
  const found = rows
    .filter((row) => numberOf(row) > Number(above))
    .sort((left, right) => numberOf(left) - numberOf(right));
  const items = found.slice(start, start + size);
  const isLast = start + size >= found.length;
  return { status: 200, body: isLast ? { items } : { cursor: `${site.epoch}-${start + size}`, items } };
}

function send(response: ServerResponse, { status, headers = {}, body }: Outcome): void {
  response.writeHead(status, headers).end(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}));
}
