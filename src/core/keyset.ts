import { type CursorCodec, type CursorPurpose, PAGE_LIMIT_DEFAULT } from "./page.ts";

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Page<Row> {
  readonly items: Row[];
  readonly next_cursor: string | null;
}

/**
 * One page of a list ordered by (created_at desc, id desc). `select` is asked for one row more than the page holds, so
 * that the end is known without a second query.
 * @throws ServiceError pagination.invalid_cursor
 */
export async function keysetPage<Row extends { readonly created_at: string; readonly id: string }>(
  cursors: CursorCodec,
  purpose: CursorPurpose,
  request: PageRequest,
  select: (after: readonly string[] | null, limit: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const limit = request.limit ?? PAGE_LIMIT_DEFAULT;
  const after = request.cursor === undefined ? null : cursors.open(purpose, request.cursor);
  const rows = await select(after, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next_cursor: more ? cursors.seal(purpose, [last.created_at, last.id]) : null };
}
