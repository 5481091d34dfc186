import { distributed, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  emission_entries: distributed("one row or more per categorised line"),
  emission_rollups: distributed("sums of a company's entries, written with them"),
  emission_subtotals: distributed("sums of a company's entries, written with them"),
  document_entry_counts: distributed("how many entries of a company's documents count now, written with them"),
  waiting_lines: distributed("lines that wait for a person, written with their reading"),
  waiting_sums: distributed("sums of a company's waiting lines, written with them"),
  waiting_documents: distributed("a company's documents with waiting lines, written with them"),
  waiting_files: distributed("a company's files of which nothing could be booked, read with its sums"),
  pending_restatements: distributed("what would change a company's closed years, read with its sums"),
  pending_allocations: distributed("what allocating anew would change in a company's closed years, read with its sums"),
  held_entries: distributed("what lines of closed years would count there"),
  none_answers: distributed("a company's answers that a scope or category has nothing, read with its sums"),
  allocated_market_years: distributed("which of a company's electricity is allocated, read with its new entries"),
  factor_releases_in_force: distributed("by which releases a company's years count, read with its new entries"),
  company_settings: distributed("a company's choices, read with its sums"),
  heat_allocations: distributed("how a company allocates its district heating, read with its settings"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  counted_documents: distributed("documents with how many of their entries count now"),
  ledger_entries: distributed("entries with their factor, superseded ones included"),
};
