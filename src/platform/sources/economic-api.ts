import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type SourceAccess, SourceError } from "../../core/source-connector.ts";
import type { SafeFetchResponse } from "../outbound/safe-fetch-types.ts";
import { getPatiently, type SourceDependencies } from "./source-dependencies.ts";

export type EconomicAccess = Extract<SourceAccess, { kind: "economic" }>;

/** The version is part of each path. Majors come every few months, and each is served for a time only. */
export const ENTRIES_PATH = "bookedEntriesapi/v7.0.0/booked-entries";
export const ACCOUNTS_PATH = "accountsapi/v7.0.0/Accounts";
export const DOCUMENTS_PATH = "documentsapi/v4.0.1/AttachedDocuments";

const API = "https://apis.e-conomic.com";
/** Who the agreement is, is told by the older API alone, at a host of its own. A stand-in serves both. */
const OLDER_API = "https://restapi.e-conomic.com";

const JSON_BYTES_MAX = 8 * 1024 * 1024;
/** From this share of the budget of calls on requests are spaced, so that other programs of the agreement can go on. */
const BUDGET_SHARE = 0.8;
/** What is left used after the pause, when the budget refills evenly. */
const REFILLED_SHARE = 0.5;
const PAUSE_MS_MAX = 60_000;

const self = z.looseObject({
  agreementNumber: z.number().int().positive(),
  settings: z.looseObject({ baseCurrency: z.string().regex(/^[A-Z]{3}$/) }),
});

export interface Agreement {
  readonly number: number;
  /** ISO 4217; of every amount that names no other. */
  readonly base_currency: string;
}

/** A page of a list that is read by cursor: its size is the server's, up to 1,000 rows. */
export interface CursorPage<Row> {
  readonly items: readonly Row[];
  /** Where the next page is; null on the last one. */
  readonly next: string | null;
}

export interface EconomicApi {
  /** @throws SourceError */
  agreement(signal: AbortSignal): Promise<Agreement>;
  /** @throws SourceError; bad_data when the server has forgotten the cursor */
  page<Row>(
    path: string,
    place: { readonly filter: string; readonly cursor: string | null },
    reading: { readonly row: z.ZodType<Row>; readonly signal: AbortSignal },
  ): Promise<CursorPage<Row>>;
  /** A document, cut off at the limit. @throws SourceError */
  bytes(path: string, limit: number, signal: AbortSignal): Promise<SafeFetchResponse>;
}

/** The e-conomic API for one agreement, signed in to by two tokens in headers, within its budget of calls. */
export function economicApi(access: EconomicAccess, dependencies: SourceDependencies): EconomicApi {
  const headers = {
    "X-AppSecretToken": access.app_secret_token,
    "X-AgreementGrantToken": access.agreement_grant_token,
    accept: "application/json",
  };
  let pause_ms = 0;
  const get = async (url: string, limit: number, signal: AbortSignal): Promise<SafeFetchResponse> => {
    // The sleep's own failure hides the reason of the signal.
    if (pause_ms > 0) await sleep(pause_ms, undefined, { signal }).catch(() => signal.throwIfAborted());
    const request = { url, headers, response_limit_bytes: limit, allow_loopback: dependencies.allow_loopback };
    const response = await getPatiently(dependencies.safeFetch, request, signal);
    pause_ms = pauseOf(response.headers["x-ratelimiting"]);
    if (response.status !== 200) throw refusalOf(response.status, url);
    return response;
  };
  const json = async <Answer>(url: string, shape: z.ZodType<Answer>, signal: AbortSignal): Promise<Answer> => {
    const response = await get(url, JSON_BYTES_MAX, signal);
    const parsed = response.is_truncated ? undefined : shape.safeParse(jsonOf(response.body)).data;
    if (parsed === undefined) throw new SourceError("bad_data", "the answer has not the form that the API describes");
    return parsed;
  };
  return {
    async agreement(signal) {
      const host = dependencies.economic_url === API ? OLDER_API : dependencies.economic_url;
      const { agreementNumber, settings } = await json(`${host}/self`, self, signal);
      return { number: agreementNumber, base_currency: settings.baseCurrency };
    },
    async page(path, { filter, cursor }, { row, signal }) {
      const query = new URLSearchParams({ filter, ...(cursor === null ? {} : { cursor }) });
      const shape = z.looseObject({
        cursor: z.union([z.string(), z.number().transform(String)]).nullish(),
        items: z.array(row).nullish(),
      });
      const answer = await json(`${dependencies.economic_url}/${path}?${query.toString()}`, shape, signal);
      const items = answer.items ?? [];
      const next = answer.cursor ?? "";
      // The last page has no cursor, nothing on it, or the cursor that it was asked for with.
      return { items, next: next === "" || next === cursor || items.length === 0 ? null : next };
    },
    bytes: (path, limit, signal) => get(`${dependencies.economic_url}/${path}`, limit, signal),
  };
}

/** `X-RateLimiting: token-limit-10000-per-60-seconds: 147/10000`: what is used of what refills in the window. */
function pauseOf(header: string | undefined): number {
  const [, seconds, used, limit] = /per-(\d{1,4})-seconds:\s*(\d{1,9})\/(\d{1,9})/.exec(header ?? "") ?? [];
  const share = Number(used) / Number(limit);
  if (seconds === undefined || !(share >= BUDGET_SHARE)) return 0;
  return Math.min(PAUSE_MS_MAX, (share - REFILLED_SHARE) * Number(seconds) * 1000);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function refusalOf(status: number, url: string): SourceError {
  if (status === 401) return new SourceError("auth_failed", "the tokens are not accepted, or the grant was withdrawn");
  if (status === 403) return new SourceError("forbidden", "the agreement does not open this part of its data");
  const isDocument = url.endsWith("/pdf");
  if (isDocument && status === 404) return new SourceError("bad_data", "the document is not there any more");
  if (status === 404 || status === 410) {
    const path = new URL(url).pathname;
    return new SourceError(
      "bad_data",
      `e-conomic no longer serves ${path}: the operator of this service must update it`,
    );
  }
  return new SourceError("bad_data", `e-conomic answered ${status}`);
}
