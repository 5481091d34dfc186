import type { TenantQueries } from "../../core/context.ts";
import { withoutTakenBack } from "./net-measured.ts";
import { isMeasured } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectBilled, selectTakenOff } from "./store-taken-off.ts";
import { bySupply } from "./taken-off-supplies.ts";

/** The lines without what credit notes have taken back whole; a credit note that is corrected takes off what it would then. */
export async function withoutCredited(
  db: TenantQueries,
  lines: readonly CurrentActivityRow[],
  corrected_id: string | undefined,
): Promise<readonly CurrentActivityRow[]> {
  const documents = new Set(lines.filter(isMeasured).map(({ document_id }) => document_id));
  const taken = await selectTakenOff(db, [...documents]);
  if (taken.length === 0) return lines;
  const now = new Map(lines.map((line) => [line.id, line]));
  const billed = await selectBilled(db, [...new Set(taken.map(({ document_id }) => document_id))]);
  const corrected = lines.find(({ id }) => id === corrected_id);
  const is_left = corrected?.status === "classified";
  return withoutTakenBack(
    lines,
    bySupply(
      taken.filter(({ id }) => id !== corrected_id || is_left),
      billed.map((line) => now.get(line.id) ?? line),
    ),
  );
}
