import { z } from "zod";
import { notFound, ServiceError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { readingTables } from "../activities/index.ts";
import { selectShownGroup } from "../emissions/index.ts";
import {
  groupIdInput,
  openGroupId,
  REVIEW_GROUP_EXAMPLE,
  reviewGroup,
  showGroups,
  supplierOfGroup,
  waitingSuppliers,
} from "./review-group.ts";

export const getReviewGroup = defineOperation({
  name: "get_review_group",
  title: "Get a group of review items",
  description:
    "One group of waiting lines as it is now, as list_review_groups shows it: under another id once a line has joined or left.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: groupIdInput }),
  output: reviewGroup,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/review-groups/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$review_group_id" }, output: REVIEW_GROUP_EXAMPLE },
  async run(ctx, { id }) {
    const group = openGroupId(ctx, id);
    if (group === null) throw notFound("review group");
    const [tables, suppliers] = await Promise.all([readingTables(ctx, ctx.db), waitingSuppliers(ctx.db)]);
    const row = await selectShownGroup(ctx.db, { ...group, ...supplierOfGroup(suppliers, group) });
    const [shown] = row === undefined ? [] : await showGroups(ctx, [row], { tables, suppliers });
    if (shown === undefined) {
      throw new ServiceError(
        "resource.not_found",
        "No line of this group waits any more: list_review_groups tells what does.",
      );
    }
    return shown;
  },
});
