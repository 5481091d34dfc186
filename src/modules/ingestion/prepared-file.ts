import type { Context } from "../../core/context.ts";
import type { NewActivity } from "../activities/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";
import type { IdentifiedDocument } from "./ledger-matches.ts";
import type { LineTables } from "./line-tables.ts";

/** A file that was read, categorised and calculated, and is not in the ledger yet. */
export interface PreparedFile extends IdentifiedDocument {
  readonly ctx: Context;
  readonly id: string;
  readonly drafts: readonly ActivityDraft[];
  readonly tables: LineTables;
  readonly data_source_id: string | null;
  /** What the file says when no document of the ledger is about the same. */
  readonly activities: readonly NewActivity[];
}
