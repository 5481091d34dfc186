import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { ACTIVITY_EXAMPLE, activityCorrection, correctStated, factsInput, readVersion } from "../activities/index.ts";
import { evidenceOf } from "./record-evidence.ts";
import { evidenceInput } from "./record-input.ts";

export const correctActivity = defineOperation({
  name: "correct_activity",
  title: "Correct an activity",
  description:
    "States what the document of an activity says wrongly or not at all: quantity with unit, amount, date, period, supplier, " +
    "category; any of them together. What is not stated stays as it is. The activity is calculated again and its earlier " +
    "entries are superseded; the document's own figures stay in the lineage, with who corrected them, why and by which evidence. When nothing " +
    "can be calculated any more the activity waits with a review_code and is out of the totals. change_kg and years tell the " +
    "effect in kg CO2e, that on advances which it settles and on credit notes of its invoice included (affected); with dry_run nothing is written and the same " +
    "figures are given. A closed year goes on counting what it does: pending_restatements tells what of the effect waits until it " +
    "is restated. undo_activity_change takes it back.",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("Id of the activity, from list_activities"),
    facts: factsInput.describe("What the document says wrongly or not at all").optional(),
    category_id: z
      .string()
      .min(1)
      .max(120)
      .describe("Category key of the lowest level, see list_emission_categories")
      .optional(),
    evidence: evidenceInput.optional(),
    reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
    version: readVersion,
    dry_run: z.boolean().describe("true: only say what would change").optional(),
  }),
  output: activityCorrection,
  errors: ["request.validation_failed", "resource.not_found", "review_item.changed", "financial_year.closed"],
  emits: [],
  rest: { method: "POST", path: "/activities/:id/correct" },
  tool: false,
  callers: "any",
  example: {
    input: {
      id: "$activity_id",
      facts: { quantity: 120, unit: "l" },
      category_id: "transport.own.diesel",
      reason: "Fuel card",
      dry_run: true,
    },
    output: {
      ...ACTIVITY_EXAMPLE,
      status: "classified",
      category_id: "transport.own.diesel",
      confidence: 1,
      quantity: 120,
      unit: "l",
      review_code: null,
      mapped_by: "person",
      reason: "Fuel card",
      stated: ["quantity"],
      entry_ids: [],
      dry_run: true,
      change_kg: 389.6,
      years: [{ year: 2026, before_kg: 0, after_kg: 389.6, total_before_kg: 1704.3615, total_after_kg: 2093.9615 }],
      affected: [],
    },
  },
  async run(ctx, { evidence, ...asked }) {
    const files = await evidenceOf(ctx.db, evidence ?? []);
    return await correctStated(ctx, { ...asked, evidence: files });
  },
});
