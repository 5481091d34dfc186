import { endGrant } from "./end-grant.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { deleteFinished } from "./store-cleanup.ts";
import { selectUnentitled } from "./store-grants.ts";

/**
 * Ends grants that rest on nothing any more, with their audit rows, and removes what can never be used again. Run every few
 * minutes: an unentitled grant is refused at once, but must not come back when a role or an account does.
 */
export async function pruneOAuth(ports: Pick<OAuthPorts, "clock" | "system" | "tenantDb">): Promise<void> {
  for (const grant of await selectUnentitled(ports.system)) {
    await endGrant(ports, grant, "grantor_not_entitled", "operator");
  }
  await deleteFinished(ports.system, ports.clock.now());
}
