import { timingSafeEqual } from "node:crypto";
import type { SystemDb } from "../../core/context.ts";
import type { Credential, CredentialResolver } from "../../core/credential.ts";
import { isLegacyKeyText, legacyKeyDigest } from "./legacy-key.ts";
import { findLegacyKey, type FoundLegacyKeyRow, updateLegacyKeyUse } from "./store.ts";

/**
 * Legacy keys as credentials of the legacy interface alone: never beside the kinds that the other interfaces accept. All
 * keys of a company share one budget (contract 9.5).
 */
export function legacyKeyResolver(system: SystemDb): CredentialResolver {
  return {
    accepts: isLegacyKeyText,
    async find(token) {
      const digest = legacyKeyDigest(token);
      const row = await findLegacyKey(system, digest);
      return row !== undefined && timingSafeEqual(row.digest, digest) ? toCredential(row) : null;
    },
    async recordUse({ principal, tenant }, used_at) {
      if (principal.credential_id === null) return;
      const key = { tenant_id: tenant.id, environment: tenant.environment, id: principal.credential_id };
      await updateLegacyKeyUse(system, key, used_at);
    },
  };
}

function toCredential(row: FoundLegacyKeyRow): Credential {
  const { id, tenant_id, tenant_name, country, plan, environment } = row;
  return {
    principal: {
      kind: "tenant_key",
      actor: `legacy_key:${id}`,
      credential_id: id,
      scopes: new Set(["activities:bulk"]),
    },
    tenant: { id: tenant_id, name: tenant_name, country, plan, environment },
    revoked_at: row.revoked_at,
    expires_at: null,
    ip_allowlist: [],
    bucket_id: `legacy:${tenant_id}`,
    last_used_at: row.last_used_at,
  };
}
