import type { Page } from "./keyset.ts";
import type { CursorCodec, CursorPurpose } from "./page.ts";

/** Characters of a page as JSON text: what an assistant can read at once (contract 11.4). */
const PAGE_CHARACTERS_MAX = 120_000;
/** Room for the envelope with its cursor. */
const ENVELOPE_CHARACTERS = 2_000;

/**
 * The first rows that have at most `characters_max` characters as JSON together; the first one is there in any case, so that
 * a walk through pages always goes on.
 */
export function fittingRows<Row>(
  rows: readonly Row[],
  characters_max = PAGE_CHARACTERS_MAX - ENVELOPE_CHARACTERS,
): Row[] {
  let characters = 0;
  const end = rows.findIndex((row, index) => {
    characters += JSON.stringify(row).length + 1;
    return index > 0 && characters > characters_max;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}

/** A page ordered by (created_at, id) that ends early where its rows are long; the cursor goes on from there. */
export function fittedPage<Row extends { readonly created_at: string; readonly id: string }>(
  cursors: CursorCodec,
  purpose: CursorPurpose,
  page: Page<Row>,
): Page<Row> {
  const items = fittingRows(page.items);
  const last = items.at(-1);
  if (last === undefined || items.length === page.items.length) return page;
  return { items, next_cursor: cursors.seal(purpose, [last.created_at, last.id]) };
}
