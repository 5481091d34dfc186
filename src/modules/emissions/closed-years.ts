import type { TenantTransaction } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { type Decimal, decimal } from "../../core/quantity.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import type { ReviewReason } from "./calculation.ts";
import { type Counted, selectCounted } from "./store-closed-years.ts";

/**
 * Refuses entries that would change a sum of a closed year: its months by scope, category and department. What leaves them as
 * they are may be written. Exact while the audit chain is locked.
 * @throws ServiceError financial_year.closed
 */
export async function assertOpenYears(
  tx: TenantTransaction,
  added: readonly Counted[],
  superseded: readonly string[],
): Promise<void> {
  const closed = await closedYears(tx);
  if (closed.length === 0) return;
  const ended = superseded.length === 0 ? [] : await selectCounted(tx, superseded);
  const year = movedYear(closed, added, ended);
  if (year !== undefined) throw closedYearError(year);
}

/** What of a closed year cannot wait until it is restated: settlements say what advances count. */
export type Unwaiting = "advance";

/** Refuses a change of a closed year, with how to go on. */
export function closedYearError({ from, to }: YearDays, why: Unwaiting | null = null): ServiceError {
  const path = `POST /api/v1/financial-years/${to}`;
  const open = `open it (${path}/reopen) and repeat the request`;
  const asWell = `or ${open}, or leave it as it is.`;
  const onwards = {
    none: `this would change its figures. Restate it with a reason (${path}/restate), ${asWell}`,
    advance:
      "what an amount on account counts in it follows from its settlement. Restate it with a reason and this decision in " +
      `\`decisions\` (${path}/restate), ${asWell}`,
  }[why ?? "none"];
  return new ServiceError("financial_year.closed", `The financial year ${from} to ${to} is closed, and ${onwards}`);
}

/** The first of closed years of which the entries would change a sum; undefined: they change none. */
export function movedYear(
  closed: readonly YearDays[],
  added: readonly Counted[],
  ended: readonly Counted[],
): YearDays | undefined {
  return closed.find((year) => isMoved(year, added, ended));
}

/** Why a line of a document that would count in a closed year waits. */
export function closedYearReason({ from, to }: YearDays): ReviewReason {
  const detail = `The financial year ${from} to ${to} is closed. The line counts when the year is restated or opened, with a reason; or leave it out.`;
  return { code: "financial_year_closed", detail };
}

function isMoved({ from, to }: YearDays, added: readonly Counted[], ended: readonly Counted[]): boolean {
  const sums = new Map<string, Decimal>();
  const add = (entry: Counted, sign: 1 | -1) => {
    const day = entry.transaction_date.slice(0, 10);
    if (day < from || day > to) return;
    for (const column of ["market_based_kg", "location_based_kg", "biogenic_co2_kg"] as const) {
      const { scope, scope3_category, category_key, department_id } = entry;
      const key = JSON.stringify([column, day.slice(0, 7), scope, scope3_category, category_key, department_id]);
      sums.set(key, (sums.get(key) ?? decimal(0)).plus(decimal(entry[column]).times(sign)));
    }
  };
  for (const entry of added) add(entry, 1);
  for (const entry of ended) add(entry, -1);
  return [...sums.values()].some((kg) => !kg.eq(0));
}
