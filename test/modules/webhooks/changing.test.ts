import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { updateWebhook } from "../../../src/modules/webhooks/update-webhook.ts";
import type { WebhookRecord } from "../../../src/modules/webhooks/webhook.ts";
import { type QueueCompany, refusalOf, type WebhookQueue, webhookQueue } from "../../support/webhook-queue.ts";

let site: WebhookQueue;
let at: QueueCompany;

beforeAll(async () => {
  site = await webhookQueue();
});
afterAll(() => site.close());
beforeEach(async () => {
  at = await site.company();
});

const update = (input: object) => at.call<WebhookRecord>(updateWebhook, { id: at.webhook.id, ...input });

test("changes what is given and keeps the rest, secret and history included", async () => {
  const { signing_secret, ...before } = at.webhook;
  expect(await update({ description: "ESG" })).toEqual({ ...before, description: "ESG" });
  const events = ["report.attested", "target.created", "report.attested"];
  const wanted = { ...before, description: "ESG", events: ["target.created", "report.attested"] };
  expect(await update({ events })).toEqual(wanted);
  const url = "https://hooks.example.com/moved?token=t0ken";
  expect(await update({ url, description: "" })).toEqual({ ...wanted, url, description: null });
  expect(signing_secret.endsWith(before.signing_secret_last_four)).toBe(true);
  expect(await at.audit()).toEqual(["webhook.created", "webhook.updated", "webhook.updated", "webhook.updated"]);
  const { rows } = await site.owner.query("select payload::text from audit_events where tenant_id = $1", [
    at.tenant.id,
  ]);
  expect(JSON.stringify(rows)).not.toContain("t0ken");
});

test("other events count from now on", async () => {
  await at.emit("before");
  await update({ events: ["report.attested"] });
  await at.emit("after");
  expect(await at.recordsOf("pending")).toEqual(["before"]);
});

test("takes no address and no event that creating would not take, and changes nothing then", async () => {
  for (const [input, path] of [
    [{ url: "https://127.0.0.1/" }, "url"],
    [{ url: "http://hooks.example.com/" }, "url"],
    [{ url: "https://169.254.169.254/", events: ["report.attested"] }, "url"],
    [{ events: ["ping"] }, "events.0"],
    [{ events: [] }, "events"],
  ] as const) {
    await expect(update(input), JSON.stringify(input)).rejects.toMatchObject({ extras: { issues: [{ path }] } });
  }
  await expect(update({})).rejects.toMatchObject(refusalOf("", "nothing_to_change"));
  expect(await at.audit()).toEqual(["webhook.created"]);
  await at.call(deactivateWebhook, { id: at.webhook.id });
  await expect(update({ description: "x" })).rejects.toMatchObject(refusalOf("id", "webhook_ended"));
});

test("another company and the other environment cannot change it", async () => {
  const foreign = [site.db.context(await site.db.tenant()), site.db.context({ ...at.tenant, environment: "sandbox" })];
  for (const of of foreign) {
    const input = { id: at.webhook.id, description: "x" };
    await expect(at.call(updateWebhook, input, of)).rejects.toMatchObject({ code: "resource.not_found" });
  }
});
