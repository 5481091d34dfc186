import { type Form, type Told, toldBy, typed } from "../../core/told.ts";

/** Why a run was not applied. Runs keep it as an English sentence. */
const FAILURES: readonly Form[] = [
  ["year_closed", /^The financial year that ends on (?<day>\S+) was closed meanwhile: apply anew, with a reason\.$/],
  ["instrument_changed", /^(?<name>.+) was corrected or withdrawn since: preview and apply anew\.$/s],
  ["taken_by_other_year", /^Another year has taken kWh of (?<name>.+) since: preview and apply anew\.$/s],
  ["consumption_changed", /^The electricity of (?<month>\d{4}-\d{2}) has changed since: preview and apply anew\.$/],
  ["given_up", /^The allocation could not be applied, and nothing of it was: .+$/],
];

/** Why a run was not applied, as a code with what stands in it; `typed` where a later release words it otherwise. */
export function toldFailure(failure: string): Told {
  return toldBy(FAILURES, failure) ?? typed(failure);
}
