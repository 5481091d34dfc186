import type { TenantQueries } from "../../../core/context.ts";
import { monthOfDay } from "../../../core/financial-year.ts";
import type { CurrentActivityRow } from "../store.ts";
import { isCoveredBy, isNamed, type StatedCover } from "./cover.ts";
import { ROWS_MAX, selectNamedRows, selectRowNames } from "./store-covers.ts";

/** The rows of the ledger in the period and on the accounts of a cover, as they are read now, at most 1000 at a time. */
export async function* rowsOfCover(tx: TenantQueries, cover: StatedCover): AsyncGenerator<CurrentActivityRow[]> {
  const months = [monthOfDay(cover.period_from), monthOfDay(cover.period_to)] as const;
  const names = (await selectRowNames(tx, ...months)).filter((row) => isNamed(cover, row));
  if (names.length === 0) return;
  let after: string | null = null;
  do {
    const rows: CurrentActivityRow[] = await selectNamedRows(tx, months, names, after);
    const covered = rows.filter((row) => isCoveredBy(cover, row));
    if (covered.length > 0) yield covered;
    after = rows.length < ROWS_MAX ? null : (rows.at(-1)?.id ?? null);
  } while (after !== null);
}
