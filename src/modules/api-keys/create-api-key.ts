import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import {
  assertGrantable,
  assertMayCreateKeys,
  createdApiKey,
  EXAMPLE_KEY,
  EXAMPLE_KEY_TEXT,
  newApiKey,
} from "./api-key.ts";
import { callingKey } from "./calling-key.ts";
import { boundsOfChild } from "./key-bounds.ts";
import { mintApiKey } from "./mint-api-key.ts";

export const createApiKey = defineOperation({
  name: "create_api_key",
  title: "Create an API key",
  description:
    "Creates a key for the same company and environment as the calling key. It has at most the scopes, the time and the " +
    "addresses of the calling key, and ends when that one is revoked; a rotation hands it on to the successor. A company " +
    "has at most 100 active keys in an environment, and all its keys together create as many a minute as one may write. " +
    "The field `key` of the answer is shown this once and cannot be read again: store it now. Needs no scope.",
  layer: null,
  scope: null,
  access: "write",
  input: newApiKey,
  output: createdApiKey,
  errors: ["request.validation_failed", "auth.scope_required", "third_party.endpoint_only", "api_key.limit_reached"],
  emits: ["api_key.created"],
  rest: { method: "POST", path: "/api-keys", status: 201, secret: true },
  tool: false,
  callers: "tenant",
  draws_on_company: true,
  example: {
    input: { name: "ERP export", scopes: ["emissions:read"] },
    output: { ...EXAMPLE_KEY, key: EXAMPLE_KEY_TEXT },
  },
  async run(ctx, input) {
    assertMayCreateKeys(ctx.principal);
    assertGrantable(ctx.principal, input.scopes);
    return await ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      const maker = await callingKey(ctx, tx);
      const { expires_at, ip_allowlist } = boundsOfChild(maker, input);
      const request = { ...input, ip_allowlist, ...(expires_at === null ? {} : { expires_at }) };
      return await mintApiKey(ctx, tx, request, { parent_id: maker.heir_id, bucket_id: null });
    });
  },
});
