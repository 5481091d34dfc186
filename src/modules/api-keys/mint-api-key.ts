import type { Context, TenantTransaction } from "../../core/context.ts";
import { parseInput } from "../../core/input.ts";
import type { Scope } from "../../core/scopes.ts";
import { appendAudit } from "../audit/index.ts";
import { type ApiKeyRecord, assertFuture, newApiKey } from "./api-key.ts";
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
}

/** Adds /32 or /128 to single addresses, so that the list holds ranges only. */
export function asRange(address: string): string {
  if (address.includes("/")) return address;
  return address.includes(":") ? `${address}/128` : `${address}/32`;
}

/**
 * Writes a new key for the context's tenant and environment, with its audit row and event, and returns the record with
 * the clear text of the key, which is not kept anywhere. `bucket_id` is the rate budget of an earlier key to share.
 * Checks no scope: callers do (`assertGrantable`).
 * @throws ServiceError request.validation_failed
 */
export async function mintApiKey(
  ctx: MintContext,
  tx: TenantTransaction,
  request: ApiKeyRequest,
  bucket_id: string | null = null,
): Promise<ApiKeyRecord & { readonly key: string }> {
  const wanted = parseInput(newApiKey, request);
  assertFuture(ctx, wanted.expires_at);
  const { key, ...kept } = mintKeyText(ctx.tenant.environment, ctx.randomBytes);
  const scopes = [...new Set(wanted.scopes)];
  const ip_allowlist = [...new Set((wanted.ip_allowlist ?? []).map(asRange))];
  const record = await insertKey(tx, {
    id: ctx.newId(),
    name: wanted.name,
    ...kept,
    scopes,
    expires_at: wanted.expires_at ?? null,
    ip_allowlist,
    created_by: ctx.principal.actor,
    bucket_id,
  });
  const { id, environment, expires_at } = record;
  await appendAudit(ctx, tx, [
    { action: "api_key.created", subject: id, payload: { environment, scopes, expires_at, ip_allowlist } },
  ]);
  await ctx.emit(tx, "api_key.created", { id, environment, scopes, expires_at });
  return { ...record, key };
}
