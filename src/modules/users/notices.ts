import { webhookDisabledMail } from "./mails.ts";
import { selectMembers } from "./store-members.ts";
import type { UserPorts } from "./user-ports.ts";

/** Tells the administrators of a company who have ever logged in that a subscription was disabled, and why. */
export async function notifyDisabledWebhook(
  ports: Pick<UserPorts, "sendMail" | "system">,
  webhook: { readonly tenant_id: string; readonly webhook_id: string; readonly reason: string },
): Promise<void> {
  const members = await selectMembers(ports.system, webhook.tenant_id);
  const administrators = members.filter(
    ({ role, has_password, disabled_at }) => role === "admin" && has_password && disabled_at === null,
  );
  await Promise.all(administrators.map((person) => ports.sendMail(webhookDisabledMail(person, webhook))));
}
