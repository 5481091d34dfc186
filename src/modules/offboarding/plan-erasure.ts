import type { SystemDb } from "../../core/context.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { retainedUntil } from "./retention.ts";
import { type CompanyState, selectState, selectVouchers } from "./store-erasure.ts";
import { selectAccounts } from "./store-people.ts";
import { countRows } from "./store-tables.ts";
import { companyTables } from "./table-statements.ts";

/** What the erasure of a company would do. */
export interface ErasurePlan {
  readonly company: CompanyState;
  /** Rows of each table, of both environments; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Accounts that would be emptied, and those that stay because they work for others. */
  readonly accounts: number;
  readonly accounts_kept: number;
  readonly vouchers: number;
  /** The latest date of a voucher, ISO; null: there are none. */
  readonly latest_voucher: string | null;
  /** The last day on which law keeps the latest voucher, ISO, for financial years that end on `year_end`; null: no vouchers. */
  readonly retained_until: string | null;
  readonly year_end: string;
  readonly is_retained: boolean;
}

/** Looks, and changes nothing. `year_end` is MM-DD, `today` an ISO date. @throws ServiceError resource.not_found */
export async function planErasure(
  admin: SystemDb,
  tenant_id: string,
  { year_end, today }: { readonly year_end: string; readonly today: string },
): Promise<ErasurePlan> {
  const company = await selectState(admin, tenant_id);
  if (company === undefined) throw new ServiceError("resource.not_found", "No company has this id.");
  const rows: Record<string, number> = {};
  for (const [table] of companyTables()) {
    let count = 0;
    for (const environment of ENVIRONMENTS) count += await countRows(admin, table, { tenant_id, environment });
    if (count > 0) rows[table] = count;
  }
  const { only_here, count } = await selectAccounts(admin, tenant_id);
  const { vouchers, latest } = await selectVouchers(admin, tenant_id);
  const retained_until = latest === null ? null : retainedUntil(latest, year_end);
  return {
    company,
    rows,
    accounts: only_here.length,
    accounts_kept: count - only_here.length,
    vouchers,
    latest_voucher: latest,
    retained_until,
    year_end,
    is_retained: retained_until !== null && today <= retained_until,
  };
}
