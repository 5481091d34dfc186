import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { calendarDay, plusDays } from "../../core/days.ts";
import { validationError } from "../../core/errors.ts";
import { dayInput } from "../../core/moment.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { appendAudit } from "../audit/index.ts";
import {
  disclosureAfter,
  type DisclosureEvent,
  DISCLOSURE_STATUSES,
  type DisclosureStatus,
  disclosureStatusOn,
} from "./disclosure-states.ts";
import { ensureSupplier, type SupplierContext } from "./ensure-supplier.ts";
import { lockState, setState } from "./store-disclosures.ts";

/** How long a supplier has when no deadline is given. */
const DUE_DAYS_DEFAULT = 30;

/** Where a supplier stands with its figures of a year. */
export const disclosureState = z.object({
  supplier_id: z.uuid(),
  report_year: z.int(),
  disclosure_status: z.enum(DISCLOSURE_STATUSES),
  due_on: z.union([z.iso.date(), z.null()]),
});
SCHEMA_NAMES.add(disclosureState, { name: "DisclosureState" });
export type DisclosureState = z.output<typeof disclosureState>;

export const reportYearInput = z.int().min(1990).max(2100).describe("Calendar year of the figures");
/** Which disclosure an operation is about. */
export const disclosureInput = z.object({
  id: z.uuid().describe("id of the supplier, see list_suppliers"),
  report_year: reportYearInput,
});
export const dueOnInput = dayInput.describe("Last day for an answer, ISO date; 30 days from now, if absent");

export interface DisclosureChange {
  readonly supplier_id: string;
  readonly report_year: number;
  readonly event: DisclosureEvent;
  /** A new deadline; the old one stays, if absent. */
  readonly due_on?: string;
}

/**
 * Moves one year's disclosure by an event, with its audit row, and answers where it stands now.
 * @throws ServiceError request.validation_failed when the table of transitions does not allow it.
 */
export async function changeDisclosure(
  ctx: SupplierContext,
  tx: TenantTransaction,
  { supplier_id, report_year, event, due_on: newDueOn }: DisclosureChange,
): Promise<DisclosureState> {
  const stored = await lockState(tx, supplier_id, report_year);
  const before = disclosureStatusOn(stored, today(ctx));
  const status = disclosureAfter(before, event);
  const due_on = newDueOn ?? stored?.due_on ?? null;
  if (status === "not_requested") throw new Error("no event leads back to not_requested");
  await setState(tx, { supplier_id, report_year, status, due_on, at: ctx.clock.now().toISOString() });
  const payload = { report_year, event, before, after: status, due_on };
  await appendAudit(ctx, tx, [{ action: "supplier.disclosure_changed", subject: supplier_id, payload }]);
  return { supplier_id, report_year, disclosure_status: status, due_on };
}

/** The same for any supplier that the company has or its ledger names, in a transaction of its own. */
export async function changeDisclosureOf(ctx: Context, change: DisclosureChange): Promise<DisclosureState> {
  return await ctx.db.transaction(async (tx) => {
    const { id } = await ensureSupplier(ctx, tx, change.supplier_id);
    return await changeDisclosure(ctx, tx, { ...change, supplier_id: id });
  });
}

/** The status of one year as of now, its row locked until the transaction ends. */
export async function disclosureStatus(
  ctx: SupplierContext,
  tx: TenantTransaction,
  supplier_id: string,
  report_year: number,
): Promise<DisclosureStatus> {
  return disclosureStatusOn(await lockState(tx, supplier_id, report_year), today(ctx));
}

/** The deadline asked for, else 30 days from now. @throws ServiceError request.validation_failed when it has passed */
export function deadline(ctx: SupplierContext, due_on: string | undefined): string {
  if (due_on === undefined) return plusDays(today(ctx), DUE_DAYS_DEFAULT);
  if (due_on >= today(ctx)) return due_on;
  throw validationError([{ path: "due_on", code: "in_past", message: "must not lie in the past" }]);
}

/** Figures are of a year that has begun. @throws ServiceError request.validation_failed */
export function assertBegun(ctx: SupplierContext, report_year: number): void {
  if (report_year <= ctx.clock.now().getUTCFullYear()) return;
  throw validationError([{ path: "report_year", code: "in_future", message: "must not lie in the future" }]);
}

function today(ctx: SupplierContext): string {
  return calendarDay(ctx.clock.now());
}
