import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectSupply } from "./store.ts";
import { EXAMPLE_SUPPLY, supplyRecord } from "./supply-record.ts";

export const getSupply = defineOperation({
  name: "get_supply",
  title: "One supply",
  description: "A metered supply, as activities name it in supply_id, with everything by which bills name it.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the supply, from list_supplies or an activity") }),
  output: supplyRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/supplies/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$supply_id" }, output: EXAMPLE_SUPPLY },
  async run(ctx, { id }) {
    const row = await selectSupply(ctx.db, id);
    if (row === undefined) throw notFound("supply");
    return row;
  },
});
