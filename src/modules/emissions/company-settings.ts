import type { TenantQueries } from "../../core/context.ts";
import { type CalculationSettings, DEFAULT_CALCULATION_SETTINGS } from "./calculation.ts";
import { selectSettings } from "./store-settings.ts";
import type { CompanySettings } from "./settings-record.ts";

/** The company's choices as they stand, with the defaults where it has made none. */
export async function currentSettings(db: TenantQueries): Promise<CompanySettings> {
  return (
    (await selectSettings(db)) ?? {
      aviation_non_co2: DEFAULT_CALCULATION_SETTINGS.aviation_non_co2,
      set_by: null,
      set_by_name: null,
      set_at: null,
    }
  );
}

/** What the company has chosen for new lines; its own factors are not among it. */
export async function calculationSettings(db: TenantQueries): Promise<CalculationSettings> {
  const { aviation_non_co2 } = await currentSettings(db);
  return { aviation_non_co2 };
}
