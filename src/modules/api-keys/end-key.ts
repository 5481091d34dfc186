import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import { setRevoked } from "./store.ts";

export type EndContext = Pick<Context, "clock" | "emit" | "forgetCredential" | "principal" | "tenant">;

/** Refuses a locked key from `ends_at` on, with its audit row and event. A key that ends earlier already is left alone. */
export async function endKey(
  ctx: EndContext,
  tx: TenantTransaction,
  key: ApiKeyRecord,
  ends_at: Date,
): Promise<ApiKeyRecord> {
  if (key.revoked_at !== null && Date.parse(key.revoked_at) <= ends_at.getTime()) return key;
  const record = await setRevoked(tx, key.id, ends_at.toISOString(), ctx.principal.actor);
  const { id, environment, revoked_at } = record;
  await appendAudit(ctx, tx, [{ action: "api_key.revoked", subject: id, payload: { environment, revoked_at } }]);
  await ctx.emit(tx, "api_key.revoked", { id, environment, revoked_at });
  return record;
}
