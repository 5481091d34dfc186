import type { TenantQueries } from "../../core/context.ts";
import { withoutTakenBack } from "./net-measured.ts";
import { isMeasured } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";
import { type AskedSupply, type CountedOfSupply, selectCountedOfSupplies } from "./store-booked-elsewhere.ts";
import { selectBilled, selectTakenOff, type TakenOff } from "./store-taken-off.ts";
import { bySupply } from "./taken-off-supplies.ts";

/** Lines of supplies that count. */
export interface CountingLines {
  readonly booked: readonly CurrentActivityRow[];
  /** Those that count when closed years are restated; the very lines that are booked where no credit note waits for that. */
  readonly restated: readonly CurrentActivityRow[];
}

/** The lines without what credit notes have taken back whole; a credit note that is corrected takes off what it would then. */
export async function withoutCredited(
  db: TenantQueries,
  lines: readonly CurrentActivityRow[],
  corrected_id: string | undefined,
): Promise<CountingLines> {
  const { taken, billed: read } = await creditsOf(db, lines.filter(isMeasured));
  if (taken.length === 0) return { booked: lines, restated: lines };
  const now = new Map(lines.map((line) => [line.id, line]));
  const billed = read.map((line) => now.get(line.id) ?? line);
  const corrected = lines.find(({ id }) => id === corrected_id);
  const is_left = corrected?.status === "classified";
  const taking = taken.filter(({ id }) => id !== corrected_id || is_left);
  const booking = taking.filter(({ is_waiting }) => !is_waiting);
  const without = (credits: readonly TakenOff[]) => withoutTakenBack(lines, bySupply(credits, billed));
  const booked = without(booking);
  return { booked, restated: booking.length < taking.length ? without(taking) : booked };
}

/** What counts of these supplies now, the newest thousand lines of each, without what credit notes have taken back whole. */
export async function countedOfSupplies(db: TenantQueries, asked: readonly AskedSupply[]): Promise<CountedOfSupply[]> {
  if (asked.length === 0) return [];
  const rows = await selectCountedOfSupplies(db, asked);
  const { taken, billed } = await creditsOf(db, rows);
  const booking = taken.filter(({ is_waiting }) => !is_waiting);
  return withoutTakenBack(rows.map(asPlace), bySupply(booking, billed)).map(({ row }) => row);
}

interface Credits {
  /** What credit notes take off, the earlier first. */
  readonly taken: readonly TakenOff[];
  /** All lines of the documents that they take it off. */
  readonly billed: readonly CurrentActivityRow[];
}

/** What takes back of the documents of lines. */
async function creditsOf(db: TenantQueries, lines: readonly { readonly document_id: string }[]): Promise<Credits> {
  const taken = await selectTakenOff(db, distinctDocuments(lines));
  return { taken, billed: await selectBilled(db, distinctDocuments(taken)) };
}

function distinctDocuments(lines: readonly { readonly document_id: string }[]): string[] {
  return [...new Set(lines.map(({ document_id }) => document_id))];
}

function asPlace(row: CountedOfSupply) {
  return {
    row,
    document_id: row.document_id,
    supply_id: row.supply_id,
    category_key: row.category_key,
    service_period_start: row.period_start,
    service_period_end: row.period_end,
    split_quantity: row.quantity,
    split_unit: row.unit,
  };
}
