import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import type { KeyBounds } from "./key-bounds.ts";
import { selectMaker } from "./store-lineage.ts";

/** The key that calls, as the maker of another one. */
export interface CallingKey extends KeyBounds {
  readonly id: string;
  /** With which key that it makes ends: itself, or its successor where it was rotated. */
  readonly heir_id: string;
}

/**
 * Reads the calling key under the lock of the audit chain, which whoever ends a key holds as well: none is made by a key
 * that has ended meanwhile.
 * @throws ServiceError auth.key_revoked; auth.key_expired
 */
export async function callingKey(
  ctx: Pick<Context, "clock" | "principal">,
  tx: TenantTransaction,
): Promise<CallingKey> {
  const { credential_id } = ctx.principal;
  const maker = credential_id === null ? undefined : await selectMaker(tx, credential_id);
  const now_ms = ctx.clock.now().getTime();
  if (maker === undefined) throw new Error("only an API key makes keys");
  const { id, expires_at, ip_allowlist, revoked_at, newest_id, newest_revoked_at } = maker;
  if (expires_at !== null && Date.parse(expires_at) <= now_ms) {
    throw new ServiceError("auth.key_expired", "This API key is past its expires_at.");
  }
  if (revoked_at !== null && Date.parse(revoked_at) <= now_ms) {
    throw new ServiceError("auth.key_revoked", "This API key was revoked.");
  }
  if (newest_revoked_at !== null) {
    throw new ServiceError(
      "auth.key_revoked",
      "This API key is about to end, and nothing follows it: it makes no keys.",
    );
  }
  return { id, expires_at, ip_allowlist, heir_id: newest_id };
}
