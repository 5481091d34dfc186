import { appendAudit } from "../audit/index.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { setEnded } from "./store-grants.ts";

/** Why a grant ended, as the audit log and the list of connections say it. */
export type EndReason =
  | "revoked_by_client"
  | "ended_by_administrator"
  | "code_used_twice"
  | "refresh_token_used_twice"
  /** Who gave the grant does not administer the company any more, or chose a new password, or the company was closed. */
  | "grantor_not_entitled";

/**
 * Ends a grant with all its tokens, at once and in every process; ending an ended one changes nothing. It is one
 * transaction of the company, with the audit row.
 */
export async function endGrant(
  ports: Pick<OAuthPorts, "clock" | "tenantDb">,
  grant: { readonly grant_id: string; readonly tenant_id: string },
  reason: EndReason,
  actor: string,
): Promise<void> {
  const { grant_id, tenant_id } = grant;
  await ports.tenantDb(tenant_id, "live").transaction(async (tx) => {
    if (!(await setEnded(tx, grant_id, ports.clock.now(), reason))) return;
    const by = { clock: ports.clock, principal: { actor }, tenant: { id: tenant_id } };
    await appendAudit(by, tx, [{ action: "oauth_grant.ended", subject: grant_id, payload: { reason } }]);
  });
}
