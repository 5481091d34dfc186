import { timingSafeEqual } from "node:crypto";
import type { SystemDb } from "../../core/context.ts";
import type { Credential, CredentialResolver } from "../../core/credential.ts";
import { isScope } from "../../core/scopes.ts";
import { isApiKeyText, keyDigest } from "./key-text.ts";
import { findKeyByDigest, type FoundKeyRow, updateLastUsed } from "./store.ts";

/** API keys as credentials. A key of a deactivated company counts as revoked at that moment. */
export function apiKeyResolver(system: SystemDb): CredentialResolver {
  return {
    accepts: isApiKeyText,
    async find(token) {
      const digest = keyDigest(token);
      const row = await findKeyByDigest(system, digest);
      return row !== undefined && timingSafeEqual(row.digest, digest) ? toCredential(row) : null;
    },
    async recordUse(credential, used_at) {
      const { principal, tenant } = credential;
      if (principal.credential_id === null) return;
      const key = { tenant_id: tenant.id, environment: tenant.environment, id: principal.credential_id };
      await updateLastUsed(system, key, used_at);
    },
  };
}

function toCredential(row: FoundKeyRow): Credential {
  return {
    principal: {
      kind: "tenant_key",
      actor: `api_key:${row.id}`,
      credential_id: row.id,
      scopes: new Set(row.scopes.filter(isScope)),
    },
    tenant: {
      id: row.tenant_id,
      name: row.tenant_name,
      country: row.country,
      plan: row.plan,
      environment: row.environment,
    },
    revoked_at: row.revoked_at,
    expires_at: row.expires_at,
    ip_allowlist: row.ip_allowlist,
    bucket_id: row.bucket_id,
    last_used_at: row.last_used_at,
  };
}
