interface FilledColumns {
  readonly why: string;
  /** The call as the source writes it, without its parameters, and the column. */
  readonly columns: readonly string[];
}

/**
 * Columns that their table lets be null and their row type does not, because the statement answers them only when they are
 * filled, by file.
 */
export const FILLED_COLUMNS: Readonly<Record<string, FilledColumns>> = {
  "src/modules/data-sources/store-sources.ts": {
    why: "every source but that of uploads is made with an origin, which no constraint says; and only sources of a grant",
    columns: [
      "db.rows<StoredSource>(BY_ID) origin",
      "tx.rows<StoredSource>(LOCK) origin",
      "tx.rows<{ grant_id: string }>(PAUSE_ENDED) grant_id",
      "tx.rows<StoredSource>(START) origin",
    ],
  },
  "src/modules/activities/store-booked-elsewhere.ts": {
    why: "only readings with a quantity above zero, and a quantity is never stored without its unit",
    columns: [
      "tx.rows<CountedOfSupply>(COUNTED_OF_SUPPLIES) quantity",
      "tx.rows<CountedOfSupply>(COUNTED_OF_SUPPLIES) unit",
    ],
  },
  "src/modules/factor-releases/store-lines.ts": {
    why: "only lines that are prepared",
    columns: ["tx.rows<LineRow>(PREPARED) outcome", "db.rows<LineRow>(LIST) outcome", "db.rows(COUNTS) outcome"],
  },
  "src/modules/ingestion/store-tables.ts": {
    why: "only files with tables",
    columns: ["db.rows<TableFile>(TABLES) tables"],
  },
  "src/modules/review/store-group-decisions.ts": {
    why: "only lines whose decision made a reading",
    columns: ["db.rows<GroupLine>(LINES_TO_UNDO) split_id"],
  },
  "src/modules/financial-years/store-closings.ts": {
    why: "only closings that kept their figures",
    columns: ["db.rows<ReportedYear>(REPORTED) figures"],
  },
  "src/modules/webhooks/store-attempts.ts": {
    why: "only endpoints that have failed since before a moment",
    columns: ["db.rows<FailingWebhook>(RECORD_ATTEMPTS) first_failed_at"],
  },
  "src/modules/webhooks/store-resending.ts": {
    why: "only deliveries whose body is kept",
    columns: ["tx.rows<Row>(BODIES) body"],
  },
  "src/platform/jobs/store.ts": {
    why: "the lease that the statement has just written",
    columns: ["db.rows<ClaimedRow>(claimReady) lease", "db.rows(leaseExhausted) lease"],
  },
};
