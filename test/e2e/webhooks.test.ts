import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyWebhook, type WebhookEvent } from "../../packages/webhook-verify/src/verify-webhook.ts";
import { call } from "../support/http-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/webhook-receiver.ts";

/** The built service, its commands and a receiver: other processes than the one that sends cause the events. */
let site: Installation;
let service: ServiceProcess;
let receiver: WebhookReceiver;

beforeAll(async () => {
  site = installation();
  receiver = await webhookReceiver();
  service = await site.start();
}, 120_000);
afterAll(async () => {
  await receiver.close();
  await site.remove();
});

/** Members of printed and answered records that the test looks at. */
interface Shown {
  readonly id: string;
  readonly key: string;
  readonly signing_secret: string;
}

async function command(...words: readonly string[]): Promise<Shown> {
  const result = await site.cli(...words, "--json");
  expect(result).toMatchObject({ code: 0, stderr: "" });
  return JSON.parse(result.stdout) as Shown;
}

/** The next events that arrive, verified, in the order of their numbers. */
async function arrived(count: number, secret: string): Promise<WebhookEvent[]> {
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(count);
  const events = receiver.received.map(({ body, headers }) => verifyWebhook(body, headers["x-svc-signature"], secret));
  return (await Promise.all(events)).toSorted((left, right) => (left.sequence ?? 0) - (right.sequence ?? 0));
}

test("what an operator's command does is told to subscriptions like what a request does", async () => {
  const { id: tenant } = await command("tenant", "create", "--name", "Acme ApS", "--plan", "enterprise");
  const of = ["--tenant", tenant, "--environment", "sandbox"];
  const { key } = await command("key", "create", ...of, "--name", "developer");
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const events = ["api_key.created", "api_key.revoked"];
  const body = JSON.stringify({ url: receiver.url, events });
  const webhook = await call(service.sandbox, "/api/v1/webhooks", { method: "POST", headers, body });
  expect(webhook.status, webhook.text).toBe(201);
  const { signing_secret } = JSON.parse(webhook.text) as Shown;

  const made = await command("key", "create", ...of, "--name", "BI");
  await command("key", "revoke", ...of, "--id", made.id);
  const [created, revoked] = await arrived(2, signing_secret);
  expect(created).toMatchObject({ event: "api_key.created", environment: "sandbox", data: { id: made.id } });
  expect(revoked).toMatchObject({ event: "api_key.revoked", environment: "sandbox", data: { id: made.id } });
  expect(revoked?.sequence).toBe((created?.sequence ?? 0) + 1);
});
