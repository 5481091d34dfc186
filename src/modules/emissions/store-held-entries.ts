import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { NewEntry } from "./new-entries.ts";

/** What a reading would count in closed years, which keep what they have until they are restated. */
export interface HeldEntries {
  readonly years: readonly YearDays[];
  /** Empty: it counts nothing there. Their ids are in no ledger. */
  readonly entries: readonly NewEntry[];
}

const ADD = statement(`
  insert into held_entries (tenant_id, environment, activity_split_id, years, entries)
  select $1, $2, h.activity_split_id, h.years, h.entries
  from json_to_recordset($3::json) as h (activity_split_id uuid, years jsonb, entries jsonb)`);

const OF_READINGS = statement(`
  select activity_split_id, years, entries from held_entries
  where tenant_id = $1 and environment = $2 and activity_split_id = any($3::uuid[])
  order by activity_split_id limit 1000`);

/** The same with the reading that it is held back of. */
export interface HeldOfReading extends HeldEntries {
  readonly activity_split_id: string;
}

/** Keeps what readings would count in closed years. The transaction holds the audit chain. */
export async function insertHeldEntries(tx: TenantTransaction, held: readonly HeldOfReading[]): Promise<void> {
  if (held.length === 0) return;
  const rows = held.map(({ activity_split_id, years, entries }) => {
    return { activity_split_id, years: years.map(({ from, to }) => ({ from, to })), entries };
  });
  await tx.rows(ADD, [JSON.stringify(rows)]);
}

/** What was held back of readings, at most 1000, when they were written, whether it is booked by now or not; by split. */
export async function selectHeldEntries(
  db: TenantQueries,
  splitIds: readonly string[],
): Promise<ReadonlyMap<string, HeldEntries>> {
  const rows = await db.rows<HeldOfReading>(OF_READINGS, [splitIds]);
  return new Map(rows.map(({ activity_split_id, ...held }) => [activity_split_id, held]));
}
