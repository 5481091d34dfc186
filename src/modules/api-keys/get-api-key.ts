import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { apiKeyRecord, EXAMPLE_KEY } from "./api-key.ts";
import { selectKey } from "./store.ts";

export const getApiKey = defineOperation({
  name: "get_api_key",
  title: "Get an API key",
  description:
    "One API key of the environment of the calling key, as list_api_keys shows it, revoked or not. The key itself is never shown.",
  layer: null,
  scope: "api_keys:manage",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the key, from list_api_keys") }),
  output: apiKeyRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/api-keys/:id" },
  tool: false,
  callers: "tenant",
  example: { input: { id: "$api_key_id" }, output: EXAMPLE_KEY },
  async run(ctx, { id }) {
    const key = await selectKey(ctx.db, id, ctx.clock.now().toISOString());
    if (key === undefined) throw notFound("API key");
    return key;
  },
});
