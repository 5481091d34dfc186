import type { Context, TenantQueries } from "../../core/context.ts";
import { companySettings } from "../company-factors/index.ts";
import { loadFootprints } from "../pcf/index.ts";
import { loadPeriodRules } from "../supplier-register/index.ts";
import type { ReadingTables } from "./read-again.ts";

/** What lines of this company are read with, as `db` sees it now. */
export async function readingTables(
  { catalog, tenant }: Pick<Context, "catalog" | "tenant">,
  db: TenantQueries,
): Promise<ReadingTables> {
  const [known, footprints, settings, period_rules] = await Promise.all([
    catalog(),
    loadFootprints(db),
    companySettings(db),
    loadPeriodRules(db),
  ]);
  return { catalog: known, footprints, settings, period_rules, country: tenant.country };
}
