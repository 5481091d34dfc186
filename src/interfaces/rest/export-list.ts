import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { neutraliseCsvCell } from "../../core/csv-cell.ts";
import { invoke } from "../../core/invoke.ts";
import { toJsonText } from "../../core/json-text.ts";
import type { Operation } from "../../core/operation.ts";
import { PAGE_LIMIT_MAX, pagedMember } from "../../core/page.ts";
import type { ExportFormat } from "../http/content-negotiation.ts";

/** A list that can be exported: its columns are the fields of its rows, in the order of the schema. */
export interface ExportableList {
  readonly operation: Operation;
  readonly columns: readonly string[];
}

export const EXPORT_MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
};

const pageText = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.union([z.string(), z.null()]),
});

type Page = z.output<typeof pageText>;

/** null unless the operation takes a cursor and returns the list envelope. */
export function exportableList(operation: Operation): ExportableList | null {
  const paged = pagedMember(operation);
  if (paged?.name !== "items") return null;
  if (!(paged.row instanceof z.ZodObject)) return null;
  const columns = Object.entries(paged.row.shape).filter(([, member]) => !isHistory(member));
  return { operation, columns: columns.map(([name]) => name) };
}

/** Many rows of their own, such as the versions of a record, are told by the record's single read only. */
function isHistory(member: unknown): boolean {
  return member instanceof z.ZodOptional && member.unwrap() instanceof z.ZodArray;
}

/**
 * All pages from the given cursor on, as text in chunks of one page. The first page is read before this returns, so that
 * a refusal can still be answered as one; a failure later ends the stream with an error.
 */
export async function exportList(
  list: ExportableList,
  ctx: Context,
  args: unknown,
  format: ExportFormat,
): Promise<AsyncGenerator<string, void, undefined>> {
  const query = typeof args === "object" ? { limit: PAGE_LIMIT_MAX, ...args } : { limit: PAGE_LIMIT_MAX };
  const first = await readPage(list.operation, ctx, query);
  return chunks(list, ctx, query, first, format);
}

async function* chunks(
  list: ExportableList,
  ctx: Context,
  query: Readonly<Record<string, unknown>>,
  first: Page,
  format: ExportFormat,
): AsyncGenerator<string, void, undefined> {
  const encode = format === "csv" ? (page: Page) => csvRows(page, list.columns) : ndjsonRows;
  if (format === "csv") yield `${list.columns.join(",")}\r\n`;
  let page = first;
  yield encode(page);
  while (page.next_cursor !== null) {
    page = await readPage(list.operation, ctx, { ...query, cursor: page.next_cursor });
    yield encode(page);
  }
}

async function readPage(operation: Operation, ctx: Context, query: unknown): Promise<Page> {
  return pageText.parse(JSON.parse(toJsonText(await invoke(operation, ctx, query))));
}

function ndjsonRows(page: Page): string {
  return page.items.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** RFC 4180: CRLF, quotes doubled. Null is an empty cell; a nested value is its JSON text. */
function csvRows(page: Page, columns: readonly string[]): string {
  return page.items.map((row) => `${columns.map((column) => csvCell(row[column])).join(",")}\r\n`).join("");
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? neutraliseCsvCell(value) : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
