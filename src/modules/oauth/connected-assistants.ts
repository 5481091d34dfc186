import { isUuid } from "../../core/ids.ts";
import { endGrant } from "./end-grant.ts";
import type { OAuthPorts } from "./oauth-ports.ts";
import { type ConnectedAssistant, selectConnected } from "./store-grants.ts";

/** The programs connected to the companies that a person administers. */
export async function connectedAssistants(
  { system, clock }: Pick<OAuthPorts, "clock" | "system">,
  user_id: string,
): Promise<readonly ConnectedAssistant[]> {
  return await selectConnected(system, user_id, clock.now());
}

/** Ends one of them at once; false when it has ended or belongs to no company that the person administers. */
export async function endConnection(ports: OAuthPorts, user_id: string, grant_id: string): Promise<boolean> {
  if (!isUuid(grant_id)) return false;
  const [assistant] = await selectConnected(ports.system, user_id, ports.clock.now(), grant_id);
  if (assistant === undefined) return false;
  await endGrant(
    ports,
    { grant_id: assistant.id, tenant_id: assistant.tenant_id },
    "ended_by_administrator",
    `user:${user_id}`,
  );
  return true;
}
