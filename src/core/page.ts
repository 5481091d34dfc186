import { z } from "zod";
import { SCHEMA_NAMES } from "./schema-names.ts";
import { asGiven } from "./visible-text.ts";

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;

/** `cursor` and `limit` of every list (contract 4.5 and 8). */
export const pageInput = {
  cursor: asGiven(z.string().min(1).max(1000).describe("next_cursor of the previous page, unchanged").optional()),
  limit: z.int().min(1).max(PAGE_LIMIT_MAX).describe("Rows per page, default 50").optional(),
};

/** The list envelope (contract 2.1), called after its rows. */
export function page<Row extends z.ZodType>(row: Row) {
  const envelope = z.object({ items: z.array(row), next_cursor: z.union([z.string(), z.null()]) });
  const name = SCHEMA_NAMES.get(row)?.name;
  if (name !== undefined) SCHEMA_NAMES.add(envelope, { name: `${name}Page` });
  return envelope;
}

/**
 * The member in which what an operation answers comes in pages: `items` of a list, and the only array of a record that holds
 * many, such as the files of an upload. null: the operation takes no cursor, or answers with no such member.
 */
export function pagedMember(operation: {
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
}): { readonly name: string; readonly row: z.core.$ZodType } | null {
  const { input, output } = operation;
  if (!("cursor" in input.shape) || !(output instanceof z.ZodObject) || !("next_cursor" in output.shape)) return null;
  const arrays = Object.entries(output.shape).flatMap(([name, member]) =>
    member instanceof z.ZodArray ? [{ name, row: member.element }] : [],
  );
  const [only] = arrays;
  return only === undefined || arrays.length > 1 ? null : only;
}

/** A position in a list: the sort keys of the last row of a page, as text. */
export type CursorPosition = readonly string[];

/** What a cursor is good for. A cursor opened with any other list or filters is refused. */
export interface CursorPurpose {
  readonly list: string;
  /** Every filter of the request except `cursor` and `limit`. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Seals and opens opaque cursors, bound to tenant, environment, list and filters (contract 11.3). */
export interface CursorCodec {
  seal(purpose: CursorPurpose, position: CursorPosition): string;
  /** @throws ServiceError pagination.invalid_cursor when the cursor was not sealed here for this purpose. */
  open(purpose: CursorPurpose, cursor: string): CursorPosition;
}
