import type { Clock, SystemDb } from "../../core/context.ts";
import type { CredentialResolver } from "../../core/credential.ts";
import { isScope } from "../../core/scopes.ts";
import { updateClientUse } from "./store-clients.ts";
import { selectLiveToken, updateGrantUse } from "./store-grants.ts";
import { isTokenText, tokenDigest } from "./token-text.ts";

/**
 * Access tokens as credentials of the live environment. One statement asks for the token, its grant, the company and the
 * administrator's role, for every request: what has ended is unknown from that moment on. The budget is the grant's, so
 * that a refresh gives no new one.
 */
export function accessTokenResolver(system: SystemDb, clock: Clock): CredentialResolver {
  return {
    accepts: (token) => isTokenText(token, "access"),
    is_asked_every_time: true,
    async find(token) {
      const row = await selectLiveToken(system, tokenDigest(token), clock.now());
      if (row === undefined) return null;
      const { grant_id, tenant_id, tenant_name, country, plan, user_id, client_id } = row;
      return {
        principal: {
          kind: "oauth",
          actor: `oauth_grant:${grant_id}@user:${user_id}`,
          credential_id: grant_id,
          scopes: new Set(row.scopes.filter(isScope)),
          client_id,
        },
        tenant: { id: tenant_id, name: tenant_name, country, plan, environment: "live" },
        revoked_at: null,
        expires_at: row.expires_at,
        ip_allowlist: [],
        bucket_id: grant_id,
        last_used_at: row.last_used_at,
      };
    },
    async recordUse({ principal }, used_at) {
      const { credential_id, client_id } = principal;
      if (credential_id === null) return;
      await updateGrantUse(system, credential_id, used_at);
      if (client_id !== undefined) await updateClientUse(system, client_id, used_at);
    },
  };
}
