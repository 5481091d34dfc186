import type { Environment } from "../../core/context.ts";
import type { Sealer } from "../../core/sealer.ts";
import { specifiedSignature, standardSignature } from "./signature.ts";
import { secretBinding } from "./signing-secret.ts";
import type { ClaimedDelivery } from "./store-deliveries.ts";

/** One POST to a receiver. */
export interface DeliveryRequest {
  readonly environment: Environment;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Signs the delivery as of now. Within the overlap of a rotation the former secret signs as well, after the new one.
 * @throws Error when the secret was sealed for another subscription or with another key.
 */
export function deliveryRequest(delivery: ClaimedDelivery, secrets: Sealer, now: Date): DeliveryRequest {
  const { environment, url, body, event_id, id, attempts } = delivery;
  const timestamp_s = Math.floor(now.getTime() / 1000);
  const message = { event_id, timestamp_s, body };
  const keys = openedSecrets(delivery, secrets, now);
  return {
    environment,
    url,
    body,
    headers: {
      "content-type": "application/json",
      "accept-encoding": "identity",
      "user-agent": "Carbon-Ledger-Webhooks/1",
      "x-svc-signature": specifiedSignature(message, keys),
      "x-svc-event-id": event_id,
      "x-svc-delivery-id": id,
      "x-svc-attempt": String(attempts + 1),
      "webhook-id": event_id,
      "webhook-timestamp": String(timestamp_s),
      "webhook-signature": standardSignature(message, keys),
    },
  };
}

function openedSecrets(delivery: ClaimedDelivery, secrets: Sealer, now: Date): string[] {
  const { tenant_id, environment, webhook_id, secret_sealed, previous_secret_sealed } = delivery;
  // The sealed secret opens for its own company and subscription only: a mixed-up row cannot be sent.
  const bound = secretBinding({ tenant: { id: tenant_id, environment } }, webhook_id);
  const open = (sealed: Buffer): string => secrets.open(sealed, bound).toString("utf8");
  const isInOverlap =
    previous_secret_sealed !== null &&
    delivery.previous_secret_expires_at !== null &&
    now.getTime() < Date.parse(delivery.previous_secret_expires_at);
  return isInOverlap ? [open(secret_sealed), open(previous_secret_sealed)] : [open(secret_sealed)];
}
