import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { parseInput } from "../../core/input.ts";
import { lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import { insertLegacyKey, selectLegacyKey, setLegacyKeyRevoked } from "./store.ts";
import type { LegacyKeyRecord } from "./legacy-key-record.ts";

/** 64 hexadecimal digits (contract 5.1). */
const KEY = /^[0-9a-f]{64}$/;
const KEY_BYTES = 32;

const newLegacyKey = z.object({ name: lineInput(120) });

export function isLegacyKeyText(text: string): boolean {
  return KEY.test(text);
}

/** SHA-256 of a key: what is stored and looked up. */
export function legacyKeyDigest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * Creates a key of the legacy interface, with its audit row, and returns it with its clear text, which is kept nowhere.
 * @throws ServiceError request.validation_failed in the sandbox, which the legacy interface does not serve.
 */
export async function mintLegacyKey(
  ctx: Pick<Context, "clock" | "db" | "newId" | "principal" | "randomBytes" | "tenant">,
  request: { readonly name: string },
): Promise<LegacyKeyRecord & { readonly key: string }> {
  const { name } = parseInput(newLegacyKey, request);
  if (ctx.tenant.environment !== "live") {
    throw validationError([{ path: "environment", code: "live_only", message: "legacy keys exist in live only" }]);
  }
  const key = ctx.randomBytes(KEY_BYTES).toString("hex");
  const record = await ctx.db.transaction(async (tx) => {
    const made = await insertLegacyKey(tx, {
      id: ctx.newId(),
      name,
      digest: legacyKeyDigest(key),
      last_four: key.slice(-4),
      created_by: ctx.principal.actor,
    });
    await appendAudit(ctx, tx, [{ action: "legacy_key.created", subject: made.id, payload: {} }]);
    return made;
  });
  return { ...record, key };
}

/** Ends a key at once; one that was ended before is left alone. @throws ServiceError resource.not_found */
export async function revokeLegacyKey(
  ctx: Pick<Context, "clock" | "db" | "forgetCredential" | "principal" | "tenant">,
  id: string,
): Promise<LegacyKeyRecord> {
  if (!isUuid(id)) throw notFound("legacy key");
  const record = await ctx.db.transaction(async (tx) => {
    const ended = await setLegacyKeyRevoked(tx, id, ctx.clock.now().toISOString(), ctx.principal.actor);
    if (ended === undefined) return await selectLegacyKey(tx, id);
    const payload = { revoked_at: ended.revoked_at };
    await appendAudit(ctx, tx, [{ action: "legacy_key.revoked", subject: id, payload }]);
    return ended;
  });
  if (record === undefined) throw notFound("legacy key");
  ctx.forgetCredential(id);
  return record;
}
