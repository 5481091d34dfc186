import type { RateStore, RateTake } from "../../core/rate-limits.ts";
import type { WorkCounts } from "../telemetry/work-counts.ts";

/** Tells the metrics which limit was used up: keys are "<limit>:<whose>", and only the limit is told. */
export function countedRates(rates: RateStore, work: Pick<WorkCounts, "limited">): RateStore {
  const told = (key: string, take: RateTake): RateTake => {
    if (!take.is_allowed) work.limited(limitOf(key));
    return take;
  };
  return {
    look: (key, limit, window_seconds) => rates.look(key, limit, window_seconds),
    take(key, limit, window_seconds) {
      const take = rates.take(key, limit, window_seconds);
      return take instanceof Promise ? take.then((counted) => told(key, counted)) : told(key, take);
    },
  };
}

/** A company's keys together have a limit of their own, beside each key's. */
function limitOf(key: string): string {
  const [limit = "", whose = ""] = key.split(":", 2);
  return whose === "company" ? `${limit}_company` : limit;
}
