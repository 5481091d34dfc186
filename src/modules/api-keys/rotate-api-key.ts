import { z } from "zod";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { lockAuditChain } from "../audit/index.ts";
import {
  type ApiKeyRow,
  assertGrantable,
  assertMayCreateKeys,
  createdApiKey,
  EXAMPLE_KEY,
  EXAMPLE_KEY_TEXT,
} from "./api-key.ts";
import { callingKey } from "./calling-key.ts";
import { endKey } from "./end-key.ts";
import { isWithinBounds } from "./key-bounds.ts";
import { assertRoom, writeKey } from "./mint-api-key.ts";
import { lockKey } from "./store.ts";
import { replaceKey, selectActiveBelow, selectIdsAbove } from "./store-lineage.ts";

/** 7 days: long enough for a release train, short enough that a leaked key ends. */
const OVERLAP_SECONDS_MAX = 604_800;

export const rotateApiKey = defineOperation({
  name: "rotate_api_key",
  title: "Rotate an API key",
  description:
    "Creates a successor with the same name, scopes, allowlist and expires_at, and ends the old key overlap_seconds " +
    "later (0: at once). Until then both work and share one rate budget; keys that the old one made go on with the " +
    "successor. The field `key` of the answer is shown this once. The calling key is the key itself, or holds every " +
    "scope of it and has no less time and addresses.",
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
  errors: [
    "request.validation_failed",
    "auth.scope_required",
    "third_party.endpoint_only",
    "resource.not_found",
    "api_key.limit_reached",
  ],
  emits: ["api_key.created", "api_key.revoked"],
  rest: { method: "POST", path: "/api-keys/:id/rotate", status: 201, secret: true },
  tool: false,
  callers: "tenant",
  draws_on_company: true,
  example: {
    input: { id: "$api_key_id", overlap_seconds: 3600 },
    output: { ...EXAMPLE_KEY, key: EXAMPLE_KEY_TEXT },
  },
  async run(ctx, input) {
    assertMayCreateKeys(ctx.principal);
    const successor = await ctx.db.transaction((tx) => rotate(ctx, tx, input));
    ctx.forgetCredential(input.id);
    return successor;
  },
});

async function rotate(
  ctx: Context,
  tx: TenantTransaction,
  { id, overlap_seconds = 0 }: { readonly id: string; readonly overlap_seconds?: number | undefined },
): Promise<z.input<typeof createdApiKey>> {
  await lockAuditChain(tx);
  const locked = await lockKey(tx, id);
  if (locked === undefined) throw notFound("API key");
  const { scopes, name, ip_allowlist, expires_at, parent_id, bucket_id } = locked;
  assertGrantable(ctx.principal, scopes);
  const now = ctx.clock.now();
  assertNotEnded(locked, now);
  await assertReaches(ctx, tx, locked);
  // A key that goes at once makes room for its successor.
  if (overlap_seconds > 0) await assertRoom(ctx, tx);
  await endKey(ctx, tx, locked, { ends_at: new Date(now.getTime() + overlap_seconds * 1000) });
  const same = { name, scopes, ip_allowlist, ...(expires_at === null ? {} : { expires_at }) };
  const { key, ...successor } = await writeKey(ctx, tx, same, { parent_id, bucket_id });
  await replaceKey(tx, id, successor.id);
  const { length: active_children } = await selectActiveBelow(tx, successor.id, now.toISOString());
  return { ...successor, active_children, key };
}

function assertNotEnded({ revoked_at, expires_at }: ApiKeyRow, now: Date): void {
  if (revoked_at === null && (expires_at === null || Date.parse(expires_at) > now.getTime())) return;
  throw validationError([{ path: "id", code: "key_ended", message: "the key is revoked or expired already" }]);
}

/**
 * The caller is shown the successor: it must not get more from it than it could make itself. The key has no more time and
 * no other addresses than the caller, and ends with all that the caller ends with.
 */
async function assertReaches(ctx: Context, tx: TenantTransaction, key: ApiKeyRow): Promise<void> {
  const caller = await callingKey(ctx, tx);
  if (caller.id === key.id) return;
  const above = new Set(await selectIdsAbove(tx, key.id));
  const endsAsWell = (await selectIdsAbove(tx, caller.id)).every((id) => above.has(id));
  if (endsAsWell && isWithinBounds(key, caller)) return;
  const message =
    "the key has more time or other addresses than the calling key, or outlives it; rotate it with itself";
  throw validationError([{ path: "id", code: "wider_than_caller", message }]);
}
