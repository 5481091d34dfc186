import type { Environment, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { statement } from "../../src/core/statement.ts";
import { createWebhook } from "../../src/modules/webhooks/create-webhook.ts";
import { listWebhooks } from "../../src/modules/webhooks/list-webhooks.ts";
import type { WebhookRecord } from "../../src/modules/webhooks/webhook.ts";
import type { TestApp } from "./app.ts";

type Source = [string, (tenant: TenantIdentity) => Promise<string>];

const ATTEMPT = statement(`
  insert into webhook_attempts (tenant_id, environment, id, webhook_id, event_id, event, attempt, status, http_status,
    latency_ms, attempted_at, delivery_id)
  values ($1, $2, $3, $4, $5, 'target.created', 1, 'delivered', 204, 83, now(), $6)`);

const ATTEMPTS_AT_FIRST = 4;

/** One more delivery attempt of the subscription, as a delivery leaves it. */
export async function addAttempt(app: TestApp, tenant: TenantIdentity, webhook_id: string): Promise<unknown> {
  const ctx = app.db.context(tenant);
  return await ctx.db.transaction((tx) => tx.rows(ATTEMPT, [ctx.newId(), webhook_id, ctx.newId(), ctx.newId()]));
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
  const delivering = new Map<string, string>();
  const withDeliveries = async (tenant: TenantIdentity): Promise<string> => {
    const place: `${string} ${Environment}` = `${tenant.id} ${tenant.environment}`;
    const known = delivering.get(place);
    if (known !== undefined) return known;
    const id = await addWebhook(app, tenant);
    for (let count = 0; count < ATTEMPTS_AT_FIRST; count += 1) await addAttempt(app, tenant, id);
    delivering.set(place, id);
    return id;
  };
  return [
    ["$webhook_id", active],
    ["$webhook_with_deliveries_id", withDeliveries],
  ];
}
