import type { Context } from "../../core/context.ts";
import { type CalculatedEntry, ENGINE_VERSION } from "./calculation.ts";

/** What the entries of one split have in common. */
export interface EntrySource {
  readonly activity_id: string;
  readonly activity_split_id: string;
  readonly department_id: string | null;
  /** ISO 8601 UTC timestamp of the activity. */
  readonly transaction_date: string;
}

/** An emission entry as it is inserted; the database adds tenant, environment, month and created_at. */
export interface NewEntry extends EntrySource, Omit<CalculatedEntry, "is_upstream"> {
  readonly id: string;
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
    const { is_upstream, factor, ...figures } = entry;
    return {
      ...source,
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
