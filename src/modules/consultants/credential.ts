import { timingSafeEqual } from "node:crypto";
import type { SystemDb } from "../../core/context.ts";
import type { Credential, CredentialResolver } from "../../core/credential.ts";
import { isScope } from "../../core/scopes.ts";
import { isApiKeyText, keyDigest } from "../api-keys/index.ts";
import { findConsultantKey, type FoundConsultantKeyRow, updateConsultantKeyUse } from "./store-keys.ts";

/** ISO 3166-1 reserves ZZ for users: an organisation that acts for companies of any country has none of its own. */
const NO_COUNTRY = "ZZ";

/** Consultant keys as credentials; they look like API keys. */
export function consultantKeyResolver(system: SystemDb): CredentialResolver {
  return {
    accepts: isApiKeyText,
    async find(token) {
      const digest = keyDigest(token);
      const row = await findConsultantKey(system, digest);
      return row !== undefined && timingSafeEqual(row.digest, digest) ? toCredential(row) : null;
    },
    async recordUse({ principal }, used_at) {
      if (principal.credential_id !== null) await updateConsultantKeyUse(system, principal.credential_id, used_at);
    },
  };
}

/**
 * The tenant of the credential is the organisation's own space, in which nothing lies but the grants it holds. Its plan
 * closes no door: the client's plan decides once the client is known.
 */
function toCredential(row: FoundConsultantKeyRow): Credential {
  const { id, environment, consultant_id, consultant_name, name, expires_at } = row;
  return {
    principal: {
      kind: "consultant_key",
      actor: `consultant_key:${id}@consultant:${consultant_id}`,
      credential_id: id,
      scopes: new Set(row.scopes.filter(isScope)),
      consultant: {
        id: consultant_id,
        name: consultant_name,
        key_name: name,
        key_expires_at: expires_at,
        grant_id: null,
      },
    },
    tenant: { id: consultant_id, name: consultant_name, country: NO_COUNTRY, plan: "enterprise", environment },
    revoked_at: row.revoked_at,
    expires_at,
    ip_allowlist: [],
    bucket_id: id,
    last_used_at: row.last_used_at,
  };
}
