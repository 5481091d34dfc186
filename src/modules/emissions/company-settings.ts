import type { TenantQueries } from "../../core/context.ts";
import { type CalculationSettings, DEFAULT_CALCULATION_SETTINGS, DEFAULT_GWP_SET } from "./calculation.ts";
import { selectSettings } from "./store-settings.ts";
import type { CompanySettings } from "./settings-record.ts";
import { selectReleasesInForce } from "./store-releases.ts";

/** GHG Protocol Corporate Standard, ch. 5, leaves the threshold to the company; 5 % of a scope is common. */
const RESTATEMENT_THRESHOLD_PERCENT = 5;

/** End of the third month after the calendar year, in which guarantees of origin for it are cancelled at the latest. */
const CERTIFICATE_CUT_OFF = "03-31";

/** The company's choices as they stand, with the defaults where it has made none. */
export async function currentSettings(db: TenantQueries): Promise<CompanySettings> {
  return (
    (await selectSettings(db)) ?? {
      aviation_non_co2: DEFAULT_CALCULATION_SETTINGS.aviation_non_co2,
      gwp_set: DEFAULT_GWP_SET,
      restatement_threshold_percent: RESTATEMENT_THRESHOLD_PERCENT,
      certificate_cut_off: CERTIFICATE_CUT_OFF,
      set_by: null,
      set_by_name: null,
      set_at: null,
    }
  );
}

/** What the company has chosen for new lines, and by which releases its years count; its own factors are not among it. */
export async function calculationSettings(db: TenantQueries): Promise<CalculationSettings> {
  const [{ aviation_non_co2, gwp_set }, releases] = await Promise.all([currentSettings(db), selectReleasesInForce(db)]);
  return { aviation_non_co2, gwp_set, releases };
}
