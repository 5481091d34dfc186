import type { Context, TenantTransaction } from "../../core/context.ts";
import { isInYears, newEntries, type NewEntry, selectEntriesOfReading, selectHeldEntries } from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { readAs } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import type { CurrentActivityRow } from "./store.ts";

/**
 * The entries that a reading counts in full: those that it wrote, and in place of what closed years kept then, what was held back of
 * it. Days that a late document was held back of are calculated again. To be copied, never inserted.
 */
export async function wholeReading(
  ctx: Context,
  tx: TenantTransaction,
  reading: CurrentActivityRow,
): Promise<readonly NewEntry[]> {
  const written = await selectEntriesOfReading(tx, reading.split_id);
  const held = await selectHeldEntries(tx, reading.split_id);
  if (held !== undefined) return [...written.filter((entry) => !isInYears(entry, held.years)), ...held.entries];
  if (reading.status !== "classified") return written;
  const silent = (await closedYears(tx)).filter((year) => !written.some((entry) => isInYears(entry, [year])));
  if (silent.length === 0) return written;
  const { result } = readAs(reading, reading.category_key, await readingTables(ctx, tx));
  if (result.kind !== "calculated") return written;
  const { id: activity_id, split_id: activity_split_id, department_id, transaction_date } = reading;
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const again = newEntries(ctx, source, result.entries);
  const elsewhere = again.filter((entry) => !isInYears(entry, silent));
  // Where its other days are not those that it counts, a later rule about its period is why, and nothing was held back.
  if (daysOf(elsewhere) !== daysOf(written)) return written;
  return [...written, ...again.filter((entry) => isInYears(entry, silent))];
}

function daysOf(entries: readonly NewEntry[]): string {
  return [...new Set(entries.map((entry) => `${entry.transaction_date.slice(0, 10)} ${entry.period_from}`))]
    .toSorted()
    .join();
}
