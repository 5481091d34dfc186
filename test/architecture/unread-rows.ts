interface UnreadRows {
  readonly why: string;
  /** As the source writes them, without their parameters. */
  readonly calls: readonly string[];
}

/**
 * Calls that declare a row type which cannot be held against a statement, by file. What can be by now must leave this list: it
 * may only become shorter.
 */
export const UNREAD_ROWS: Readonly<Record<string, UnreadRows>> = {
  "src/modules/idempotency/claimed-work.ts": {
    why: "an implementation of rows itself: statement and row type are those of its callers, which are compared",
    calls: ["(this.#open?.tx ?? this.#ctx.db).rows(statement)"],
  },
  "src/modules/offboarding/append-event.ts": {
    why: "an implementation of rows itself: statement and row type are those of its callers, which are compared",
    calls: ["tx.rows(statement)"],
  },
  "src/modules/offboarding/store-tables.ts": {
    why: "fetches from a cursor, whose columns are those of a query given as text: lines of an export, a spreadsheet, names of files",
    calls: ["tx.rows<Row>(fetch)"],
  },
};
