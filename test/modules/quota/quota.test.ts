import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLAN_NAMES } from "../../../src/core/plans.ts";
import { quotaPeriod, quotaStatus, thresholdsReached } from "../../../src/modules/quota/quota.ts";

describe("the period", () => {
  test.each([
    ["2026-02-28T23:59:59.999Z", "2026-02-01", "2026-02-28"],
    ["2028-02-29T00:00:00.000Z", "2028-02-01", "2028-02-29"],
    ["2026-12-31T23:59:59.999Z", "2026-12-01", "2026-12-31"],
    ["2027-01-01T00:00:00.000Z", "2027-01-01", "2027-01-31"],
  ])("%s lies in %s to %s, whatever the time zone of the machine", (now, start, end) => {
    expect(quotaPeriod(new Date(now))).toEqual({ start, end });
  });

  test("every moment lies in its period, and the next day after its end starts the next one", () => {
    const moment = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (now) => {
        const { start, end } = quotaPeriod(now);
        const next = new Date(Date.parse(end) + 86_400_000);
        expect(start <= now.toISOString().slice(0, 10) && now.toISOString().slice(0, 10) <= end).toBe(true);
        expect(quotaPeriod(next).start).toBe(next.toISOString().slice(0, 10));
      }),
    );
  });
});

describe("what is left", () => {
  test("is never negative, also after a change to a smaller plan", () => {
    const now = new Date("2026-06-15T00:00:00Z");
    for (const plan of PLAN_NAMES) {
      const { limit } = quotaStatus(plan, 0, now);
      expect(quotaStatus(plan, limit + 7, now)).toMatchObject({ used: limit + 7, available: 0, tier: plan });
      expect(quotaStatus(plan, limit - 1, now)).toMatchObject({ available: 1 });
    }
  });

  test.each([
    [79, []],
    [80, [80]],
    [99, [80]],
    [100, [80, 100]],
    [250, [80, 100]],
  ])("%i of 100 used reaches the thresholds of %j percent", (used, percents) => {
    expect(thresholdsReached(used, 100)).toEqual(percents);
  });
});
