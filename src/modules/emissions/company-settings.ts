import type { TenantQueries } from "../../core/context.ts";
import { type CalculationSettings, DEFAULT_CALCULATION_SETTINGS, DEFAULT_RESIDUAL_MIX } from "./calculation.ts";
import { DEFAULT_GWP_SET } from "./gwp-sets.ts";
import { heatOf, selectHeatAllocation } from "./store-heat-allocations.ts";
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
      residual_mix: DEFAULT_RESIDUAL_MIX,
      price_area: "none",
      shares_decisions: false,
      shares_decisions_by: null,
      shares_decisions_by_name: null,
      shares_decisions_at: null,
      set_by: null,
      set_by_name: null,
      set_at: null,
    }
  );
}

/** What the company has chosen for new lines, and by which releases its years count; its own factors are not among it. */
export async function calculationSettings(db: TenantQueries): Promise<CalculationSettings> {
  const [settings, releases, allocation] = await Promise.all([
    currentSettings(db),
    selectReleasesInForce(db),
    selectHeatAllocation(db),
  ]);
  const { aviation_non_co2, gwp_set, residual_mix } = settings;
  const price_area = settings.price_area === "none" ? null : settings.price_area;
  const heat = heatOf(allocation);
  const chosen = { aviation_non_co2, gwp_set, residual_mix, price_area, releases };
  return heat === undefined ? chosen : { ...chosen, heat };
}
