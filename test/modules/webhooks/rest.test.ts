import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import type { CreatedWebhook } from "../../../src/modules/webhooks/webhook.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { subscribe, type TestWorker, testWorker } from "../../support/delivery-worker.ts";
import { type Answer, call } from "../../support/http-client.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.ts";

/** A developer's day over REST: an event, its delivery, a look at it, a replay. */
let app: TestApp;
let worker: TestWorker;
let receiver: WebhookReceiver;
let tenant: TenantIdentity;
let key: TestKey;
let webhook: CreatedWebhook;

beforeAll(async () => {
  app = await testApp();
  worker = testWorker(app.db);
  receiver = await webhookReceiver();
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
  await app.close();
});
beforeEach(async () => {
  app.db.clock.set(new Date().toISOString());
  tenant = await app.db.tenant({ environment: "sandbox" });
  key = await app.key(tenant);
  receiver.received.length = 0;
  webhook = await subscribe(app.db.context(tenant, SCOPES, { is_local: true }), receiver.url, ["api_key.created"]);
});

const request = (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
  call(app.sandbox, `/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
/** Members of answers that the tests look at. */
interface Shown {
  readonly id: string;
  readonly delivery_id: string;
  readonly body: string;
  readonly status: string;
  readonly items: readonly Shown[];
  readonly pending_deliveries: number;
}
const shown = (answer: Answer): Shown => JSON.parse(answer.text) as Shown;

test("[contract 4.4.webhooks] an event of an operation is delivered, listed with its attempt, and replayed once per Idempotency-Key", async () => {
  const made = shown(await request("POST", "/api-keys", { name: "BI", scopes: ["emissions:read"] }));
  expect(shown(await request("GET", `/webhooks/${webhook.id}`))).toMatchObject({ pending_deliveries: 1 });
  expect(await worker.drain()).toBe(1);
  const { items } = shown(await request("GET", `/webhooks/${webhook.id}/deliveries`));
  expect(items).toMatchObject([{ event: "api_key.created", attempt: 1, status: "delivered", http_status: 204 }]);
  const path = `/webhooks/${webhook.id}/deliveries/${items[0]?.id}`;
  const delivery = shown(await request("GET", path));
  expect(delivery).toMatchObject({ id: items[0]?.delivery_id, body: receiver.received[0]?.body });
  expect(JSON.parse(delivery.body)).toMatchObject({ event: "api_key.created", data: { id: made.id } });

  const once = { "idempotency-key": "replay-1" };
  const first = await request("POST", `${path}/replay`, undefined, once);
  const again = await request("POST", `${path}/replay`, undefined, once);
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(shown(again)).toEqual(shown(first));
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(await worker.drain()).toBe(1);
  expect(receiver.received.map(({ body }) => body)).toEqual([delivery.body, delivery.body]);
});

test("reading needs webhooks:read, and everything that sends or changes needs webhooks:manage", async () => {
  key = await app.key(tenant, { scopes: SCOPES.filter((scope) => scope !== "webhooks:manage") });
  const id = "0198c0de-0000-7000-8000-00000000dead";
  const paths = ["test", "enable", "recover", "rotate", `deliveries/${id}/replay`].map(
    (end) => `/webhooks/${id}/${end}`,
  );
  for (const path of paths) {
    expect((await request("POST", path, {})).json(), path).toMatchObject({ code: "auth.scope_required" });
  }
  expect((await request("DELETE", `/webhooks/${webhook.id}`)).json()).toMatchObject({ code: "auth.scope_required" });
  expect((await request("GET", `/webhooks/${webhook.id}`)).status).toBe(200);
  expect(shown(await request("GET", `/webhooks/${webhook.id}`))).not.toHaveProperty("signing_secret");
});

const LONGEST = statement(`
  insert into webhook_attempts (tenant_id, environment, id, webhook_id, event_id, event, attempt, status, http_status,
    latency_ms, error, attempted_at, next_attempt_at, delivery_id, error_class, response_excerpt, resolved_address)
  select $1::uuid, $2::text, gen_random_uuid(), $3::uuid, gen_random_uuid(), 'report.generation_completed', 11, 'delivered',
    599, 60000, repeat('x', 500), now(), now(), gen_random_uuid(), 'connect', repeat('"', 4096),
    'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'
  from generate_series(1, 150)`);

test("[contract 8.deliveries] the 100 attempts that are shown stay under 120,000 characters, however long each is", async () => {
  const ctx = app.db.context(tenant);
  await ctx.db.transaction((tx) => tx.rows(LONGEST, [webhook.id]));
  const answer = await request("GET", `/webhooks/${webhook.id}/deliveries?limit=200`);
  expect(shown(answer).items).toHaveLength(100);
  expect(answer.text.length).toBeLessThan(120_000);
});
