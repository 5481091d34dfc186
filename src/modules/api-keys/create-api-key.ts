import { defineOperation } from "../../core/operation.ts";
import {
  assertGrantable,
  assertMayCreateKeys,
  createdApiKey,
  EXAMPLE_KEY,
  EXAMPLE_KEY_TEXT,
  newApiKey,
} from "./api-key.ts";
import { mintApiKey } from "./mint-api-key.ts";

export const createApiKey = defineOperation({
  name: "create_api_key",
  title: "Create an API key",
  description:
    "Creates a key for the same company and environment as the calling key. It can hold at most the scopes of the " +
    "calling key. The field `key` of the answer is shown this once and cannot be read again: store it now. Needs no scope.",
  layer: null,
  scope: null,
  access: "write",
  input: newApiKey,
  output: createdApiKey,
  errors: ["request.validation_failed", "auth.scope_required", "third_party.endpoint_only"],
  emits: ["api_key.created"],
  rest: { method: "POST", path: "/api-keys", status: 201, secret: true },
  tool: false,
  callers: "tenant",
  example: {
    input: { name: "ERP export", scopes: ["emissions:read"] },
    output: { ...EXAMPLE_KEY, key: EXAMPLE_KEY_TEXT },
  },
  async run(ctx, input) {
    assertMayCreateKeys(ctx.principal);
    assertGrantable(ctx.principal, input.scopes);
    return await ctx.db.transaction((tx) => mintApiKey(ctx, tx, input));
  },
});
