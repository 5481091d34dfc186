import { z } from "zod";
import {
  SOURCE_FILE_BYTES_MAX,
  SOURCE_PAGE_ITEMS_MAX,
  type SourceConnector,
  type SourceCursor,
  SourceError,
  type SourceItem,
  type SourcePage,
} from "../../core/source-connector.ts";
import {
  ACCOUNTS_PATH,
  type Agreement,
  type CursorPage,
  DOCUMENTS_PATH,
  type EconomicAccess,
  economicApi,
  type EconomicApi,
  ENTRIES_PATH,
} from "./economic-api.ts";
import { entryItem, entryNumber, entryRow } from "./economic-entry.ts";
import { tooLarge } from "./folder-source.ts";
import type { SourceDependencies } from "./source-dependencies.ts";

const PAGES_OF_ACCOUNTS_MAX = 50;
/** Documents that are fetched before what was fetched is kept: at most as many are fetched again after a crash. */
const DOCUMENTS_AT_ONCE = 50;

const account = z.looseObject({ number: z.number().int(), name: z.string().nullish() });
const attached = z.looseObject({
  number: z.number().int(),
  voucherNumber: z.union([z.string(), z.number().transform(String)]).nullish(),
});

/** Where a list is read on: the filter it began with, the server's page, and how many rows of that were taken. */
interface ResumePoint {
  readonly from: number;
  readonly page: string | null;
  readonly offset: number;
}

/**
 * Booked entries of an e-conomic agreement, by entry number, then the attached PDFs where they are wanted. Entries never
 * change once they are booked, so the highest number is where the next look begins. Pages are as long as the server likes,
 * so each is taken piece by piece.
 */
export function economicSource(access: EconomicAccess, dependencies: SourceDependencies): SourceConnector {
  const api = economicApi(access, dependencies);
  let currentAgreement: Promise<Agreement> | null = null;
  const agreement = (signal: AbortSignal) => (currentAgreement ??= api.agreement(signal));
  let names: Promise<ReadonlyMap<number, string>> | null = null;
  const entries = listReader(api, { path: ENTRIES_PATH, field: "entryNumber", row: entryRow });
  const documents = listReader(api, { path: DOCUMENTS_PATH, field: "number", row: attached });

  const entriesPage = async (cursor: SourceCursor | null, signal: AbortSignal): Promise<SourcePage> => {
    const last = numberIn(cursor, "last_entry");
    const last_document = numberIn(cursor, "last_document");
    // An agreement that is not told ends the run before anything is read that needs its currency.
    const { base_currency } = await agreement(signal);
    const { rows, next } = await entries(placeIn(cursor, last), SOURCE_PAGE_ITEMS_MAX, signal);
    const account_names = await (names ??= accountNames(api, signal));
    const items = rows.flatMap((row): SourceItem[] => {
      const item = entryItem(row, { account_names, base_currency });
      return item === null ? [] : [item];
    });
    const last_entry = rows.reduce((most, row) => Math.max(most, entryNumber(row)), last);
    if (next !== null) return { items, cursor: { last_entry, last_document, ...next }, has_more: true };
    const phase = access.has_documents ? { phase: "documents" } : {};
    return { items, cursor: { last_entry, last_document, ...phase }, has_more: access.has_documents };
  };

  const documentsPage = async (cursor: SourceCursor, signal: AbortSignal): Promise<SourcePage> => {
    const last = numberIn(cursor, "last_document");
    const last_entry = numberIn(cursor, "last_entry");
    const { rows, next } = await documents(placeIn(cursor, last), DOCUMENTS_AT_ONCE, signal);
    const items = rows.map(({ number, voucherNumber }) => ({
      kind: "file" as const,
      external_id: `document/${number}`,
      revision: "1",
      name: `${voucherNumber ?? "bilag"}-${number}.pdf`,
      read: async (reading: AbortSignal) => {
        const response = await api.bytes(`${DOCUMENTS_PATH}/${number}/pdf`, SOURCE_FILE_BYTES_MAX, reading);
        if (response.is_truncated) throw tooLarge();
        return response.body;
      },
    }));
    const last_document = rows.reduce((most, { number }) => Math.max(most, number), last);
    if (next === null) return { items, cursor: { last_entry, last_document }, has_more: false };
    return { items, cursor: { last_entry, last_document, phase: "documents", ...next }, has_more: true };
  };

  return {
    async test(signal) {
      await agreement(signal);
      await api.page(ENTRIES_PATH, { filter: "entryNumber$gt:0", cursor: null }, { row: entryRow, signal });
      if (access.has_documents) {
        await api.page(DOCUMENTS_PATH, { filter: "number$gt:0", cursor: null }, { row: attached, signal });
      }
      return { host_key: null };
    },
    identify: async (signal) => `economic-agreement ${(await agreement(signal)).number}`,
    pull: ({ cursor, signal }) =>
      cursor?.["phase"] === "documents" ? documentsPage(cursor, signal) : entriesPage(cursor, signal),
    close: () => Promise.resolve(),
  };
}

interface List<Row> {
  readonly path: string;
  /** What the list is filtered by. */
  readonly field: string;
  readonly row: z.ZodType<Row>;
}

type Piece<Row> = {
  readonly rows: readonly Row[];
  readonly next: (ResumePoint & Record<string, string | number | null>) | null;
};

/** Takes a list piece by piece. A page is asked for once while its pieces are taken one after the other. */
function listReader<Row>(
  api: EconomicApi,
  { path, field, row }: List<Row>,
): (resumed: ResumePoint, limit: number, signal: AbortSignal) => Promise<Piece<Row>> {
  let held: { readonly key: string; readonly answer: CursorPage<Row> } | null = null;
  const read = async (from: number, page: string | null, signal: AbortSignal): Promise<CursorPage<Row>> => {
    const key = `${from} ${page ?? ""}`;
    if (held?.key !== key) {
      // The filter stays as it was while pages follow each other; the server's cursor belongs to it.
      const answer = await api.page(path, { filter: `${field}$gt:${from}`, cursor: page }, { row, signal });
      held = { key, answer };
    }
    return held.answer;
  };
  return async ({ from, page, offset }, limit, signal) => {
    let [begin, at] = [offset, page];
    const answer = await read(from, page, signal).catch((error: unknown) => {
      const isForgotten = page !== null && error instanceof SourceError && error.failure === "bad_data";
      if (!isForgotten) throw error;
      // A cursor that the server has forgotten begins its list anew: what is known by then is passed over.
      [begin, at] = [0, null];
      return read(from, null, signal);
    });
    const rows = answer.items.slice(begin, begin + limit);
    if (begin + limit < answer.items.length) return { rows, next: { from, page: at, offset: begin + limit } };
    return { rows, next: answer.next === null ? null : { from, page: answer.next, offset: 0 } };
  };
}

function placeIn(cursor: SourceCursor | null, last: number): ResumePoint {
  const from = cursor?.["from"];
  const page = cursor?.["page"];
  return {
    from: typeof from === "number" ? from : last,
    page: typeof page === "string" ? page : null,
    offset: numberIn(cursor, "offset"),
  };
}

function numberIn(cursor: SourceCursor | null, member: string): number {
  const value = cursor?.[member];
  return typeof value === "number" ? value : 0;
}

/** Names only help to categorise: an agreement that does not open its accounts is read without them. */
async function accountNames(api: EconomicApi, signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_OF_ACCOUNTS_MAX; page += 1) {
    const resumed: { filter: string; cursor: string | null } = { filter: "number$gt:0", cursor };
    const answer = await api.page(ACCOUNTS_PATH, resumed, { row: account, signal }).catch((error: unknown) => {
      if (error instanceof SourceError && ["forbidden", "bad_data"].includes(error.failure)) return null;
      throw error;
    });
    for (const { number, name } of answer?.items ?? []) names.set(number, name ?? "");
    cursor = answer?.next ?? null;
    if (cursor === null) break;
  }
  return names;
}
