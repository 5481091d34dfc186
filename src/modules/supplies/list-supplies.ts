import { z } from "zod";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { selectSupplies } from "./store.ts";
import { SUPPLY_IDENTIFIER_KINDS, supplyIdentifier } from "./supply-identifier.ts";
import { EXAMPLE_SUPPLY, supplyRecord } from "./supply-record.ts";

export const listSupplies = defineOperation({
  name: "list_supplies",
  title: "List supplies",
  description:
    "Metered supplies of electricity, gas, heat and water, newest first, with the metering point, installation, address and " +
    "customer number by which bills name them. identifier finds them by any of these.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({
    identifier: z.string().max(200).describe("Metering point, installation, address or customer number").optional(),
    ...pageInput,
  }),
  output: page(supplyRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/supplies" },
  tool: false,
  callers: "any",
  example: { input: { limit: 20 }, output: { items: [EXAMPLE_SUPPLY], next_cursor: null } },
  async run(ctx, { identifier, ...request }) {
    const purpose = { list: "list_supplies", filters: { identifier } };
    const identifiers =
      identifier === undefined
        ? null
        : SUPPLY_IDENTIFIER_KINDS.flatMap((kind) => supplyIdentifier(kind, identifier) ?? []);
    const found = await keysetPage(ctx.cursors, purpose, request, (after, limit) =>
      selectSupplies(ctx.db, identifiers, after, limit),
    );
    const where = "GET /api/v1/supplies lists those that are known";
    await assertKnownFilters({ items: found.items, cursor: request.cursor }, [
      { path: "identifier", what: "identifier", where, value: identifier ?? null, exists: async () => false },
    ]);
    return found;
  },
});
