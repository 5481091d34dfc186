import { z } from "zod";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { assertGrantable, assertMayCreateKeys, createdApiKey, EXAMPLE_KEY, EXAMPLE_KEY_TEXT } from "./api-key.ts";
import { endKey } from "./end-key.ts";
import { mintApiKey } from "./mint-api-key.ts";
import { withoutBucket } from "./revoke-api-key.ts";
import { lockKey } from "./store.ts";

/** 7 days: long enough for a release train, short enough that a leaked key ends. */
const OVERLAP_SECONDS_MAX = 604_800;

export const rotateApiKey = defineOperation({
  name: "rotate_api_key",
  title: "Rotate an API key",
  description:
    "Creates a successor with the same name, scopes, allowlist and expires_at, and ends the old key overlap_seconds " +
    "later (0: at once). Until then both work and share one rate budget. The field `key` of the answer is shown this " +
    "once. The calling key must hold every scope of the key.",
  layer: null,
  scope: "api_keys:manage",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the key to replace"),
    overlap_seconds: z
      .int()
      .min(0)
      .max(OVERLAP_SECONDS_MAX)
      .describe("How long the old key still works, 0-604800 seconds, default 0")
      .optional(),
  }),
  output: createdApiKey,
  errors: ["request.validation_failed", "auth.scope_required", "third_party.endpoint_only", "resource.not_found"],
  emits: ["api_key.created", "api_key.revoked"],
  rest: { method: "POST", path: "/api-keys/:id/rotate", status: 201, secret: true },
  tool: false,
  callers: "tenant",
  example: {
    input: { id: "$api_key_id", overlap_seconds: 3600 },
    output: { ...EXAMPLE_KEY, key: EXAMPLE_KEY_TEXT },
  },
  async run(ctx, input) {
    assertMayCreateKeys(ctx.principal);
    const successor = await ctx.db.transaction(async (tx) => {
      const locked = await lockKey(tx, input.id);
      if (locked === undefined) throw notFound("API key");
      const { scopes, name, ip_allowlist, expires_at, bucket_id, revoked_at } = locked;
      assertGrantable(ctx.principal, scopes);
      const now = ctx.clock.now();
      if (revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now.getTime())) {
        throw validationError([{ path: "id", code: "key_ended", message: "the key is revoked or expired already" }]);
      }
      const ends_at = new Date(now.getTime() + (input.overlap_seconds ?? 0) * 1000);
      await endKey(ctx, tx, withoutBucket(locked), ends_at);
      const same = { name, scopes, ip_allowlist, ...(expires_at === null ? {} : { expires_at }) };
      return await mintApiKey(ctx, tx, same, bucket_id);
    });
    ctx.forgetCredential(input.id);
    return successor;
  },
});
