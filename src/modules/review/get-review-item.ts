import { z } from "zod";
import { notFound, ServiceError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { readingTables, selectCurrentActivity } from "../activities/index.ts";
import { REVIEW_ITEM_EXAMPLE, reviewItem, toReviewItem, waitsForPerson } from "./review-item.ts";
import { needsReader } from "./review-needs.ts";
import { OF_LINE } from "./fact-needs.ts";

export const getReviewItem = defineOperation({
  name: "get_review_item",
  title: "Get a review item",
  description:
    "One line that waits for a person, as list_review_items shows it. A line that waits for none is not found here: get_activity tells how it is read.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the line, from list_review_items") }),
  output: reviewItem,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/review-items/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$review_item_id" }, output: REVIEW_ITEM_EXAMPLE },
  async run(ctx, { id }) {
    const row = await selectCurrentActivity(ctx.db, id);
    if (row === undefined) throw notFound("review item");
    if (!waitsForPerson(row)) {
      throw new ServiceError(
        "resource.not_found",
        "This line waits for no person: get_activity tells how it is read now.",
      );
    }
    const tables = await readingTables(ctx, ctx.db);
    return toReviewItem(ctx.tenant, row, { tables, needsOf: needsReader(tables, OF_LINE) });
  },
});
