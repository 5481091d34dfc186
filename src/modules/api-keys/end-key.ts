import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import type { ApiKeyRow } from "./api-key.ts";
import { setRevoked } from "./store.ts";

export type EndContext = Pick<Context, "clock" | "emit" | "forgetCredential" | "principal" | "tenant">;

/**
 * Refuses a locked key from `ends_at` on, with its audit row and event. A key that ends earlier already is left alone.
 * `because` goes into the audit row as well.
 */
export async function endKey(
  ctx: EndContext,
  tx: TenantTransaction,
  key: Pick<ApiKeyRow, "environment" | "id" | "revoked_at">,
  { ends_at, because = {} }: { readonly ends_at: Date; readonly because?: { readonly ended_with?: string } },
): Promise<void> {
  if (key.revoked_at !== null && Date.parse(key.revoked_at) <= ends_at.getTime()) return;
  const { id, environment } = key;
  const revoked_at = ends_at.toISOString();
  await setRevoked(tx, id, revoked_at, ctx.principal.actor);
  await appendAudit(ctx, tx, [
    { action: "api_key.revoked", subject: id, payload: { environment, revoked_at, ...because } },
  ]);
  await ctx.emit(tx, "api_key.revoked", { id, environment, revoked_at });
}
