import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { apiKeyRecord, EXAMPLE_KEY } from "./api-key.ts";
import { selectKeys } from "./store.ts";

export const listApiKeys = defineOperation({
  name: "list_api_keys",
  title: "List API keys",
  description:
    "API keys of the company in the environment of the calling key, newest first, revoked ones included. The keys " +
    "themselves are never shown again; prefix and last_four tell them apart. last_used_at is exact to about a minute.",
  layer: null,
  scope: "api_keys:manage",
  access: "read",
  input: z.object({ ...pageInput }),
  output: page(apiKeyRecord),
  errors: ["pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/api-keys" },
  tool: false,
  callers: "tenant",
  example: { input: { limit: 10 }, output: { items: [EXAMPLE_KEY], next_cursor: null } },
  async run(ctx, input) {
    const purpose = { list: "list_api_keys", filters: {} };
    return await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectKeys(ctx.db, { after, limit }, ctx.clock.now().toISOString()),
    );
  },
});
