import type { Environment, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { statement } from "../../src/core/statement.ts";
import { createWebhook } from "../../src/modules/webhooks/create-webhook.ts";
import { listWebhooks } from "../../src/modules/webhooks/list-webhooks.ts";
import type { WebhookRecord } from "../../src/modules/webhooks/webhook.ts";
import type { TestApp } from "./app.ts";

type Source = [string, (tenant: TenantIdentity) => Promise<string>];

const DELIVERY = statement(`
  insert into webhook_deliveries (tenant_id, environment, id, webhook_id, event_id, event, body, status, attempts,
    finished_at)
  values ($1, $2, $3, $4, $5, 'target.created', '{}', 'delivered', 1, now())`);

const ATTEMPT = statement(`
  insert into webhook_attempts (tenant_id, environment, id, webhook_id, event_id, event, attempt, status, http_status,
    latency_ms, attempted_at, delivery_id, response_excerpt, resolved_address)
  values ($1, $2, $3, $4, $5, 'target.created', 1, 'delivered', 204, 83, now(), $6, 'thanks', '203.0.113.7')`);

const ATTEMPTS_AT_FIRST = 4;

/** One more delivery of the subscription with its attempt, as a receiver that answers at once leaves them. */
export async function addAttempt(app: TestApp, tenant: TenantIdentity, webhook_id: string): Promise<string> {
  const ctx = app.db.context(tenant);
  const delivery_id = ctx.newId();
  const event_id = ctx.newId();
  await ctx.db.transaction(async (tx) => {
    await tx.rows(DELIVERY, [delivery_id, webhook_id, event_id]);
    await tx.rows(ATTEMPT, [ctx.newId(), webhook_id, event_id, delivery_id]);
  });
  return delivery_id;
}

export async function addWebhook(app: TestApp, tenant: TenantIdentity): Promise<string> {
  // The operation answers with the record that it made.
  return ((await invoke(createWebhook, app.db.context(tenant), createWebhook.example.input)) as WebhookRecord).id;
}

/** Subscriptions of the tenant: the same one as long as it is active, since their number is limited. */
export function webhookSources(app: TestApp): Source[] {
  const active = async (tenant: TenantIdentity): Promise<string> => {
    const page = await invoke(listWebhooks, app.db.context(tenant), { limit: 200 });
    const { items } = page as { items: readonly WebhookRecord[] };
    return items.find(({ is_active }) => is_active)?.id ?? (await addWebhook(app, tenant));
  };
  const delivering = new Map<string, { readonly webhook_id: string; readonly delivery_id: string }>();
  const withDeliveries = async (tenant: TenantIdentity) => {
    const place: `${string} ${Environment}` = `${tenant.id} ${tenant.environment}`;
    const known = delivering.get(place);
    if (known !== undefined) return known;
    const webhook_id = await addWebhook(app, tenant);
    const delivery_id = await addAttempt(app, tenant, webhook_id);
    for (let count = 1; count < ATTEMPTS_AT_FIRST; count += 1) await addAttempt(app, tenant, webhook_id);
    delivering.set(place, { webhook_id, delivery_id });
    return { webhook_id, delivery_id };
  };
  return [
    ["$webhook_id", active],
    ["$webhook_with_deliveries_id", async (tenant) => (await withDeliveries(tenant)).webhook_id],
    ["$webhook_delivery_id", async (tenant) => (await withDeliveries(tenant)).delivery_id],
  ];
}
