import type { TenantQueries } from "../../core/context.ts";
import { withoutTakenBack } from "./net-measured.ts";
import { isMeasured } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";
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
  const documents = new Set(lines.filter(isMeasured).map(({ document_id }) => document_id));
  const taken = await selectTakenOff(db, [...documents]);
  if (taken.length === 0) return { booked: lines, restated: lines };
  const now = new Map(lines.map((line) => [line.id, line]));
  const billed = await selectBilled(db, [...new Set(taken.map(({ document_id }) => document_id))]);
  const corrected = lines.find(({ id }) => id === corrected_id);
  const is_left = corrected?.status === "classified";
  const taking = taken.filter(({ id }) => id !== corrected_id || is_left);
  const without = (credits: readonly TakenOff[]) =>
    withoutTakenBack(
      lines,
      bySupply(
        credits,
        billed.map((line) => now.get(line.id) ?? line),
      ),
    );
  const booked = without(taking.filter(({ is_waiting }) => !is_waiting));
  return { booked, restated: taking.some(({ is_waiting }) => is_waiting) ? without(taking) : booked };
}
