import type { Context } from "../../core/context.ts";
import { type CalculatedEntry, ENGINE_VERSION } from "./calculation.ts";

/** What the entries of one split have in common. */
export interface EntrySource {
  readonly activity_id: string;
  readonly activity_split_id: string;
  readonly department_id: string | null;
  /** ISO 8601 UTC timestamp of the activity: the date of its document. */
  readonly transaction_date: string;
}

/** An emission entry as it is inserted; the database adds tenant, environment, month and created_at. */
export interface NewEntry extends EntrySource, Omit<CalculatedEntry, "is_upstream" | "used"> {
  readonly id: string;
  /** Its accounting date, ISO 8601 UTC: the start of the last day on which it was used, else the document's date. */
  readonly transaction_date: string;
  /** ISO date of the document where that is not the accounting date; null: it is. */
  readonly document_date: string | null;
  /** ISO dates, both included, of the days in this month on which it was used; null: it counts on the document's day. */
  readonly period_from: string | null;
  readonly period_to: string | null;
  readonly companion_of_entry_id: string | null;
  readonly supersedes_entry_id: string | null;
  readonly emission_factor_id: string;
  readonly gwp_set: string | null;
  readonly engine_version: string;
  readonly calculated_at: string;
}

/** Gives calculated entries their ids and ties each companion to the entry that it accompanies. */
export function newEntries(
  ctx: Pick<Context, "clock" | "newId">,
  source: EntrySource,
  calculated: readonly CalculatedEntry[],
): NewEntry[] {
  const calculated_at = ctx.clock.now().toISOString();
  let accompanied: string | null = null;
  return calculated.map((entry) => {
    const id = ctx.newId();
    if (!entry.is_upstream) accompanied = id;
    const { is_upstream, factor, used, ...figures } = entry;
    return {
      ...source,
      ...accountingDates(source, used),
      ...figures,
      id,
      companion_of_entry_id: is_upstream ? accompanied : null,
      supersedes_entry_id: null,
      factor,
      emission_factor_id: factor.id,
      gwp_set: factor.gwp_set,
      engine_version: ENGINE_VERSION,
      calculated_at,
    };
  });
}

function accountingDates({ transaction_date }: EntrySource, used: CalculatedEntry["used"]) {
  if (used === undefined) return { document_date: null, period_from: null, period_to: null };
  const document_date = transaction_date.slice(0, 10);
  return {
    transaction_date: `${used.to}T00:00:00.000Z`,
    document_date: document_date === used.to ? null : document_date,
    period_from: used.from,
    period_to: used.to,
  };
}
