import type { Context, TenantTransaction } from "../../core/context.ts";
import type { Scope } from "../../core/scopes.ts";
import { appendAudit } from "../audit/index.ts";
import type { ApiKeyRecord } from "./api-key.ts";
import { mintKeyText } from "./key-text.ts";
import { insertKey } from "./store.ts";

export type MintContext = Pick<Context, "clock" | "emit" | "newId" | "principal" | "randomBytes" | "tenant">;

export interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601; undefined: never. */
  readonly expires_at?: string | undefined;
  /** CIDR ranges or single addresses; undefined or empty: any address. */
  readonly ip_allowlist?: readonly string[] | undefined;
  /** Rate budget of an earlier key to share; undefined: its own. */
  readonly bucket_id?: string | undefined;
}

/** Adds /32 or /128 to single addresses, so that the list holds ranges only. */
export function asRange(address: string): string {
  if (address.includes("/")) return address;
  return address.includes(":") ? `${address}/128` : `${address}/32`;
}

/**
 * Writes a new key for the context's tenant and environment, with its audit row and event, and returns the record with
 * the clear text of the key, which is not kept anywhere. Checks no scope: callers do (`assertGrantable`).
 */
export async function mintApiKey(
  ctx: MintContext,
  tx: TenantTransaction,
  request: ApiKeyRequest,
): Promise<ApiKeyRecord & { readonly key: string }> {
  const { key, ...kept } = mintKeyText(ctx.tenant.environment, ctx.randomBytes);
  const scopes = [...new Set(request.scopes)];
  const ip_allowlist = [...new Set((request.ip_allowlist ?? []).map(asRange))];
  const record = await insertKey(tx, {
    id: ctx.newId(),
    name: request.name,
    ...kept,
    scopes,
    expires_at: request.expires_at ?? null,
    ip_allowlist,
    created_by: ctx.principal.actor,
    bucket_id: request.bucket_id ?? null,
  });
  const { id, environment, expires_at } = record;
  await appendAudit(ctx, tx, [
    { action: "api_key.created", subject: id, payload: { environment, scopes, expires_at, ip_allowlist } },
  ]);
  await ctx.emit(tx, "api_key.created", { id, environment, scopes, expires_at });
  return { ...record, key };
}
