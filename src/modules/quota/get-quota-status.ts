import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { PLAN_NAMES } from "../../core/plans.ts";
import { quotaPeriod, quotaStatus } from "./quota.ts";
import { readUsed } from "./store.ts";

export const getQuotaStatus = defineOperation({
  name: "get_quota_status",
  title: "Get invoice quota",
  description:
    "Invoice quota of the current calendar month (UTC): how many documents may be processed, how many are used and how " +
    "many are left. One unit is one distinct document that was accepted; duplicates and refused files cost nothing. " +
    "Look here before a large upload, or when an upload answered quota.exceeded.",
  layer: 1,
  scope: "quota:read",
  access: "read",
  input: z.object({}),
  output: z.object({
    limit: z.int().describe("Documents per period"),
    used: z.int(),
    available: z.int(),
    period: z.object({ start: z.iso.date(), end: z.iso.date().describe("Last day, inclusive") }),
    tier: z.enum(PLAN_NAMES),
  }),
  errors: [],
  emits: [],
  rest: { method: "GET", path: "/quota" },
  tool: true,
  callers: "any",
  example: {
    input: {},
    output: {
      limit: 100_000,
      used: 61,
      available: 99_939,
      period: { start: "2026-11-01", end: "2026-11-30" },
      tier: "enterprise",
    },
  },
  async run(ctx) {
    const now = ctx.clock.now();
    return quotaStatus(ctx.tenant.plan, await readUsed(ctx.db, quotaPeriod(now).start), now);
  },
});
