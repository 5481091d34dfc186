import type { TenantQueries } from "../../core/context.ts";
import { type CalculationSettings, DEFAULT_CALCULATION_SETTINGS } from "./calculation.ts";
import { selectSettings } from "./store-settings.ts";
import type { CompanySettings } from "./settings-record.ts";

/** The company's choices as they stand, with the defaults where it has made none. */
export async function currentSettings(db: TenantQueries): Promise<CompanySettings> {
  return (
    (await selectSettings(db)) ?? { ...DEFAULT_CALCULATION_SETTINGS, set_by: null, set_by_name: null, set_at: null }
  );
}

/** What new lines of the company are calculated with. */
export async function calculationSettings(db: TenantQueries): Promise<CalculationSettings> {
  const { aviation_non_co2 } = await currentSettings(db);
  return { aviation_non_co2 };
}
