import { type Form, type Told, toldBy, typed } from "../../core/told.ts";

/** Why a run changed nothing. Runs keep it as an English sentence. */
const FAILURES: readonly Form[] = [
  ["reason_needed", /^The year was closed or attested meanwhile, or became a base year: apply anew, with a reason\.$/],
  ["release_changed", /^(?<subject>.+) counts by (?<release>.+) since: preview and apply anew\.$/s],
  ["given_up", /^The releases could not be previewed or applied, and nothing was changed: .+$/],
];

/** Why a run changed nothing, as a code with what stands in it; `typed` where a later release words it otherwise. */
export function toldFailure(failure: string): Told {
  return toldBy(FAILURES, failure) ?? typed(failure);
}
