import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import { type ApiKeyRecord, apiKeyRecord, EXAMPLE_KEY } from "./api-key.ts";
import { endKey } from "./end-key.ts";
import { lockKey, selectKey } from "./store.ts";
import { selectActiveBelow } from "./store-lineage.ts";

export const revokeApiKey = defineOperation({
  name: "revoke_api_key",
  title: "Revoke an API key",
  description:
    "Ends a key at once and for good; every further request with it is refused with auth.key_revoked. The keys that were " +
    "made with it end as well: active_children of its record says how many, dry_run answers that and ends none. " +
    "Answers with the record. Revoking a revoked key changes nothing. A key may revoke itself.",
  layer: null,
  scope: "api_keys:manage",
  access: "write",
  idempotent: true,
  input: z.object({
    id: z.uuid().describe("id of the key"),
    dry_run: z.boolean().describe("true: changes nothing, answers the record as it is").optional(),
  }),
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
  run: (ctx, { id, dry_run = false }) => (dry_run ? keyOf(ctx, id) : revokeKey(ctx, id)),
});

/** A key with the number of active keys that end with it. @throws ServiceError resource.not_found */
export async function keyOf(ctx: Pick<Context, "clock" | "db">, id: string): Promise<ApiKeyRecord> {
  const key = isUuid(id) ? await selectKey(ctx.db, id, ctx.clock.now().toISOString()) : undefined;
  if (key === undefined) throw notFound("API key");
  return key;
}

/** Ends a key at once, and what was made with it; used by operators too. @throws ServiceError resource.not_found */
export async function revokeKey(
  ctx: Pick<Context, "clock" | "db" | "emit" | "forgetCredential" | "principal" | "tenant">,
  id: string,
): Promise<ApiKeyRecord> {
  if (!isUuid(id)) throw notFound("API key");
  const ends_at = ctx.clock.now();
  const now = ends_at.toISOString();
  const { record, ended } = await ctx.db.transaction(async (tx) => {
    // Whoever makes a key holds this lock: none is made while its maker ends.
    await lockAuditChain(tx);
    const key = await lockKey(tx, id);
    if (key === undefined) throw notFound("API key");
    const children = await selectActiveBelow(tx, id, now);
    await endKey(ctx, tx, key, { ends_at });
    for (const child of children) await endKey(ctx, tx, child, { ends_at, because: { ended_with: id } });
    return { record: await selectKey(tx, id, now), ended: [id, ...children.map((child) => child.id)] };
  });
  ended.forEach(ctx.forgetCredential);
  if (record === undefined) throw new Error("a locked API key vanished");
  return record;
}
