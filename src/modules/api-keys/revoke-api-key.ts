import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { defineOperation } from "../../core/operation.ts";
import { type ApiKeyRecord, apiKeyRecord, EXAMPLE_KEY } from "./api-key.ts";
import { endKey } from "./end-key.ts";
import { lockKey } from "./store.ts";

export const revokeApiKey = defineOperation({
  name: "revoke_api_key",
  title: "Revoke an API key",
  description:
    "Ends a key at once and for good; every further request with it is refused with auth.key_revoked. Answers with the " +
    "record. Revoking a revoked key changes nothing. A key may revoke itself.",
  layer: null,
  scope: "api_keys:manage",
  access: "write",
  idempotent: true,
  input: z.object({ id: z.uuid().describe("id of the key") }),
  output: apiKeyRecord,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: ["api_key.revoked"],
  rest: { method: "DELETE", path: "/api-keys/:id" },
  tool: false,
  callers: "tenant",
  example: {
    input: { id: "$api_key_id" },
    output: { ...EXAMPLE_KEY, revoked_at: "2026-02-01T08:00:00.000000Z" },
  },
  run: (ctx, input) => revokeKey(ctx, input.id),
});

/** Ends a key at once; used by operators too. @throws ServiceError resource.not_found */
export async function revokeKey(
  ctx: Pick<Context, "clock" | "db" | "emit" | "forgetCredential" | "principal" | "tenant">,
  id: string,
): Promise<ApiKeyRecord> {
  if (!isUuid(id)) throw notFound("API key");
  const record = await ctx.db.transaction(async (tx) => {
    const key = await lockKey(tx, id);
    if (key === undefined) throw notFound("API key");
    return await endKey(ctx, tx, withoutBucket(key), ctx.clock.now());
  });
  ctx.forgetCredential(id);
  return record;
}

export function withoutBucket(key: ApiKeyRecord & { readonly bucket_id: string }): ApiKeyRecord {
  const { bucket_id: _, ...record } = key;
  return record;
}
