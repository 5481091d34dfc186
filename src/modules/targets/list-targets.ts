import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { selectTargets } from "./store.ts";
import { EXAMPLE_TARGET_LISTED, targetListItem } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { targetListView } from "./target-view.ts";

export const listTargets = defineOperation({
  name: "list_targets",
  title: "List reduction targets",
  description:
    "Reduction targets, newest first, with verdict. Method: straight line from base to target year; on_track means " +
    "current_kg (kg CO2e) <= expected_kg in current_year, the newest year that is over, has entries and is not after the " +
    "target year; months_with_data < 12: provisional. achieved_pct: share of the planned reduction. No such year: status no_data. " +
    "Intensity: kg per unit, for years with a metric value (REST POST /targets/:id/metric-values).",
  layer: 2,
  scope: "targets:read",
  access: "read",
  input: z.object({ withdrawn: z.boolean().describe("true: withdrawn ones instead").optional(), ...pageInput }),
  output: page(targetListItem),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/targets" },
  tool: true,
  callers: "any",
  example: { input: { limit: 10 }, output: { items: [EXAMPLE_TARGET_LISTED], next_cursor: null } },
  async run(ctx, input) {
    const withdrawn = input.withdrawn === true;
    const purpose = { list: "list_targets", filters: withdrawn ? { withdrawn } : {} };
    const rows = await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectTargets(ctx.db, after, { limit, withdrawn }),
    );
    const facts = await targetFacts(ctx.db, rows.items, ctx.clock.now());
    return { items: rows.items.map((row) => targetListView(row, facts)), next_cursor: rows.next_cursor };
  },
});
