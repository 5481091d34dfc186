import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { scopeChange, toScopeChanges } from "../restatements/index.ts";
import { LINE_OUTCOMES, selectLines } from "./store-lines.ts";
import { selectRun } from "./store-runs.ts";

const line = z.object({
  /** Of the reading that counts. */
  id: z.uuid(),
  activity_id: z.uuid(),
  outcome: z.enum(LINE_OUTCOMES).describe("waits: no factor of the releases counts it"),
  /** kg CO2e of the line in the year. */
  scopes: z.array(scopeChange),
  factors_before: z.array(z.string()),
  factors_after: z.array(z.string()),
  detail: z.union([z.string(), z.null()]).describe("Why it waits"),
});
SCHEMA_NAMES.add(line, { name: "FactorReleaseLine" });

export const listFactorReleaseLines = defineOperation({
  name: "list_factor_release_lines",
  title: "List the lines of a preview of releases",
  description:
    "The lines of the year that count by factors of the previewed subjects, newest first, each with kg CO2e by scope before and after. " +
    "A run that was applied or replaced has none any more: the ledger has them.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    id: z.uuid().describe("Id of the run, from preview_factor_releases"),
    outcome: z.enum(LINE_OUTCOMES).describe("Only these").optional(),
    ...pageInput,
  }),
  output: page(line),
  errors: ["request.validation_failed", "resource.not_found", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/factor-release-runs/:id/lines" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$release_run_with_lines_id" },
    output: {
      items: [
        {
          id: "0198c0de-0000-7000-8000-0000000000a3",
          activity_id: "0198c0de-0000-7000-8000-000000000001",
          outcome: "changed",
          scopes: [
            {
              scope: "2",
              market_based_before_kg: 123,
              market_based_after_kg: 64,
              location_based_before_kg: 123,
              location_based_after_kg: 64,
            },
          ],
          factors_before: ["electricity.dk.emaps.2025.kwh"],
          factors_after: ["electricity.dk.generation.2024.kwh"],
          detail: null,
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, { id, outcome = null, ...request }) {
    if ((await selectRun(ctx.db, id)) === undefined) throw notFound("run");
    const purpose = { list: "list_factor_release_lines", filters: { id, outcome } };
    // Readings have ids in order of time, so that no moment is needed beside them.
    const found = await keysetPage(ctx.cursors, purpose, request, async (after, limit) => {
      const lines = await selectLines(ctx.db, id, { outcome, after: after?.[1] ?? null }, limit);
      return lines.map((one) => ({ ...one, id: one.activity_split_id, created_at: "" }));
    });
    const items = found.items.flatMap((one) => {
      if (one.told === null || one.outcome === "gone") return [];
      const { scopes, factors_before, factors_after, detail } = one.told;
      const { activity_id } = one;
      const factors = { factors_before: [...factors_before], factors_after: [...factors_after] };
      return [{ id: one.id, activity_id, outcome: one.outcome, scopes: toScopeChanges(scopes), ...factors, detail }];
    });
    return { items, next_cursor: found.next_cursor };
  },
});
