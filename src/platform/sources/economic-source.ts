import { z } from "zod";
import {
  SOURCE_FILE_BYTES_MAX,
  type SourceAccess,
  type SourceConnector,
  type SourceCursor,
  SourceError,
  type SourceItem,
  type SourcePage,
} from "../../core/source-connector.ts";
import type { SafeFetchResponse } from "../safe-fetch-types.ts";
import { tooLarge } from "./folder-source.ts";
import { getPatiently, type SourceWays } from "./source-ways.ts";

type EconomicAccess = Extract<SourceAccess, { kind: "economic" }>;

/** The version is part of the path; each is supported for a time only. */
const ENTRIES_PATH = "bookedEntriesapi/v7.0.0/booked-entries";
const ACCOUNTS_PATH = "accountsapi/v7.0.0/Accounts";
const DOCUMENTS_PATH = "documentsapi/v4.0.1/AttachedDocuments";
const JSON_BYTES_MAX = 8 * 1024 * 1024;
const PAGES_OF_ACCOUNTS_MAX = 50;
const PAGE_SIZE = 100;

const listOf = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({ cursor: z.union([z.string(), z.number().transform(String)]).nullish(), items: z.array(row) });

const text = z.union([z.string(), z.number().transform(String)]).nullish();
const looseRow = listOf(z.looseObject({}));
const accounts = listOf(z.looseObject({ number: z.number().int(), name: z.string().nullish() }));
const documents = listOf(z.looseObject({ number: z.number().int(), voucherNumber: text }));

const entry = z.looseObject({
  entryNumber: z.number().int(),
  accountNumber: z.number().int(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  amount: z.number(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  voucherNumber: text,
  supplierInvoiceNumber: text,
  text,
});

/**
 * Booked entries of an e-conomic agreement, by entry number, then the attached PDFs where they are wanted. Signed in by
 * two tokens in headers. Entries never change once they are booked, so the highest number is where the next look begins.
 */
export function economicSource(access: EconomicAccess, ways: SourceWays): SourceConnector {
  const headers = {
    "X-AppSecretToken": access.app_secret_token,
    "X-AgreementGrantToken": access.agreement_grant_token,
    accept: "application/json",
  };
  const get = async (path: string, limit: number, signal: AbortSignal): Promise<SafeFetchResponse> => {
    const { allow_loopback } = ways;
    const request = { url: `${ways.economic_url}/${path}`, headers, response_limit_bytes: limit, allow_loopback };
    const response = await getPatiently(ways.safeFetch, request, signal);
    if (response.status !== 200) throw refusalOf(response.status);
    return response;
  };
  const listed = async <Answer>(path: string, shape: z.ZodType<Answer>, signal: AbortSignal): Promise<Answer> => {
    const response = await get(path, JSON_BYTES_MAX, signal);
    const parsed = response.is_truncated ? undefined : shape.safeParse(jsonOf(response.body)).data;
    if (parsed === undefined) throw new SourceError("bad_data", "the answer has not the form that the API describes");
    return parsed;
  };
  /** A page cursor that the server has forgotten begins its list anew: what is known by then is passed over. */
  const listedFrom = async <Answer>(
    path: string,
    { filter, page }: { readonly filter: string; readonly page: string | null },
    { shape, signal }: { readonly shape: z.ZodType<Answer>; readonly signal: AbortSignal },
  ): Promise<Answer> =>
    await listed(pathOf(path, filter, page), shape, signal).catch((error: unknown) => {
      const isForgotten = page !== null && error instanceof SourceError && error.failure === "bad_data";
      if (!isForgotten) throw error;
      return listed(pathOf(path, filter, null), shape, signal);
    });
  let names: Promise<ReadonlyMap<number, string>> | null = null;
  const accountNames = (signal: AbortSignal) => (names ??= readAccounts((path) => listed(path, accounts, signal)));

  const entriesPage = async (cursor: SourceCursor | null, signal: AbortSignal): Promise<SourcePage> => {
    const last = typeof cursor?.["last_entry"] === "number" ? cursor["last_entry"] : 0;
    // The filter stays as it was while pages follow each other; the server's cursor belongs to it.
    const from = typeof cursor?.["from"] === "number" ? cursor["from"] : last;
    const page = typeof cursor?.["page"] === "string" ? cursor["page"] : null;
    const answer = await listedFrom(
      ENTRIES_PATH,
      { filter: `entryNumber$gt:${from}`, page },
      { shape: looseRow, signal },
    );
    const account_names = await accountNames(signal);
    const items = answer.items.map((row) => itemOf(row, account_names));
    const highest = answer.items.reduce((most, row) => Math.max(most, numberOf(row["entryNumber"])), last);
    const next = nextPage(answer, page);
    const last_document = cursor?.["last_document"] ?? 0;
    if (next !== null)
      return { items, cursor: { last_entry: highest, from, page: next, last_document }, has_more: true };
    const has_more = access.has_documents;
    const phase = has_more ? { phase: "documents" } : {};
    return { items, cursor: { last_entry: highest, last_document, ...phase }, has_more };
  };

  const documentsPage = async (cursor: SourceCursor, signal: AbortSignal): Promise<SourcePage> => {
    const last = typeof cursor["last_document"] === "number" ? cursor["last_document"] : 0;
    const from = typeof cursor["from"] === "number" ? cursor["from"] : last;
    const page = typeof cursor["page"] === "string" ? cursor["page"] : null;
    const answer = await listedFrom(
      DOCUMENTS_PATH,
      { filter: `number$gt:${from}`, page },
      { shape: documents, signal },
    );
    const items = answer.items.map(({ number, voucherNumber }) => ({
      kind: "file" as const,
      external_id: `document/${number}`,
      revision: "1",
      name: `${voucherNumber ?? "bilag"}-${number}.pdf`,
      read: async (reading: AbortSignal) => {
        const response = await get(`${DOCUMENTS_PATH}/${number}/pdf`, SOURCE_FILE_BYTES_MAX, reading);
        if (response.is_truncated) throw tooLarge();
        return response.body;
      },
    }));
    const last_document = answer.items.reduce((most, { number }) => Math.max(most, number), last);
    const { last_entry = 0 } = cursor;
    const next = nextPage(answer, page);
    if (next === null) return { items, cursor: { last_entry, last_document }, has_more: false };
    return { items, cursor: { last_entry, last_document, phase: "documents", from, page: next }, has_more: true };
  };

  return {
    async test(signal) {
      await listed(pathOf(ENTRIES_PATH, "entryNumber$gt:0", null, 1), looseRow, signal);
      return { host_key: null };
    },
    pull: ({ cursor, signal }) =>
      cursor?.["phase"] === "documents" ? documentsPage(cursor, signal) : entriesPage(cursor, signal),
    close: () => Promise.resolve(),
  };
}

function pathOf(path: string, filter: string, cursor: string | null, pagesize = PAGE_SIZE): string {
  const query = new URLSearchParams({ filter, pagesize: String(pagesize) });
  if (cursor !== null) query.set("cursor", cursor);
  return `${path}?${query.toString()}`;
}

/** Null on the last page: no cursor, nothing on it, or the one that was asked with. */
function nextPage(
  answer: { cursor?: string | null | undefined; items: readonly unknown[] },
  asked: string | null,
): string | null {
  const { cursor = null, items } = answer;
  return cursor === null || cursor === "" || cursor === asked || items.length === 0 ? null : cursor;
}

/** Names only help to categorise: an agreement that does not open its accounts is read without them. */
async function readAccounts(
  list: (path: string) => Promise<z.output<typeof accounts>>,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_OF_ACCOUNTS_MAX; page += 1) {
    const asked: string | null = cursor;
    const path = pathOf(ACCOUNTS_PATH, "number$gt:0", asked);
    const answer: z.output<typeof accounts> | null = await list(path).catch((error: unknown) => {
      if (error instanceof SourceError && ["forbidden", "bad_data"].includes(error.failure)) return null;
      throw error;
    });
    for (const { number, name } of answer?.items ?? []) names.set(number, name ?? "");
    cursor = answer === null ? null : nextPage(answer, asked);
    if (cursor === null) break;
  }
  return names;
}

function itemOf(row: Readonly<Record<string, unknown>>, names: ReadonlyMap<number, string>): SourceItem {
  const parsed = entry.safeParse(row);
  const external_id = `entry/${String(numberOf(row["entryNumber"]))}`;
  if (!parsed.success) {
    const fields = parsed.error.issues
      .map(({ path }) => path.join("."))
      .slice(0, 5)
      .join(", ");
    return { kind: "defect", external_id, revision: "1", message: `the entry cannot be read: ${fields}` };
  }
  const { accountNumber, date, amount, currency, voucherNumber, supplierInvoiceNumber, text: words } = parsed.data;
  const booking = {
    date: date.slice(0, 10),
    account: String(accountNumber),
    account_name: names.get(accountNumber) ?? "",
    voucher: voucherNumber ?? "",
    invoice_number: supplierInvoiceNumber ?? "",
    text: words ?? "",
    amount: amount.toFixed(2),
    currency,
  };
  return { kind: "record", external_id, revision: "1", booking };
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function refusalOf(status: number): SourceError {
  if (status === 401) return new SourceError("auth_failed", "the tokens are not accepted, or the grant was withdrawn");
  if (status === 403) return new SourceError("forbidden", "the agreement does not open this part of its data");
  return new SourceError("bad_data", `e-conomic answered ${status}`);
}
