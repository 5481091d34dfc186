import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { parseInput } from "../../core/input.ts";
import type { Scope } from "../../core/scopes.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { ACTIVE_KEYS_MAX, type ApiKeyRow, asRange, assertFuture, newApiKey } from "./api-key.ts";
import { mintKeyText } from "./key-text.ts";
import { insertKey } from "./store.ts";
import { countActiveKeys } from "./store-lineage.ts";

export type MintContext = Pick<Context, "clock" | "emit" | "newId" | "principal" | "randomBytes" | "tenant">;

export interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601; undefined: never. */
  readonly expires_at?: string | undefined;
  /** CIDR ranges or single addresses; undefined or empty: any address. */
  readonly ip_allowlist?: readonly string[] | undefined;
}

/** What a key owes to earlier ones. */
export interface KeyOrigin {
  /** The key with which it ends; null: none. */
  readonly parent_id: string | null;
  /** The earlier key whose rate budget it shares; null: it has its own. */
  readonly bucket_id: string | null;
}

const NO_ORIGIN: KeyOrigin = { parent_id: null, bucket_id: null };

/**
 * Writes a new key for the context's tenant and environment, with its audit row and event, and returns the record with
 * the clear text of the key, which is not kept anywhere. Checks neither scopes nor bounds: callers do.
 * @throws ServiceError request.validation_failed; api_key.limit_reached
 */
export async function mintApiKey(
  ctx: MintContext,
  tx: TenantTransaction,
  request: ApiKeyRequest,
  origin: KeyOrigin = NO_ORIGIN,
): Promise<ApiKeyRow & { readonly active_children: number; readonly key: string }> {
  await assertRoom(ctx, tx);
  return { ...(await writeKey(ctx, tx, request, origin)), active_children: 0 };
}

/** `mintApiKey` without regard to how many keys there are. @throws ServiceError request.validation_failed */
export async function writeKey(
  ctx: MintContext,
  tx: TenantTransaction,
  request: ApiKeyRequest,
  { parent_id, bucket_id }: KeyOrigin = NO_ORIGIN,
): Promise<ApiKeyRow & { readonly key: string }> {
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
    parent_id,
  });
  const { id, environment, expires_at } = record;
  const payload = { environment, scopes, expires_at, ip_allowlist, ...(parent_id === null ? {} : { parent_id }) };
  await appendAudit(ctx, tx, [{ action: "api_key.created", subject: id, payload }]);
  await ctx.emit(tx, "api_key.created", { id, environment, scopes, expires_at });
  return { ...record, key };
}

/**
 * Refuses one key more than a company may have. The audit chain stays locked from here on: two at once cannot both be the
 * last one. @throws ServiceError api_key.limit_reached
 */
export async function assertRoom(ctx: Pick<Context, "clock">, tx: TenantTransaction): Promise<void> {
  await lockAuditChain(tx);
  if ((await countActiveKeys(tx, ctx.clock.now().toISOString())) < ACTIVE_KEYS_MAX) return;
  throw new ServiceError(
    "api_key.limit_reached",
    `A company has at most ${ACTIVE_KEYS_MAX} active API keys in one environment, and has them. Revoke one that is not used.`,
  );
}
