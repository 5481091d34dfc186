import { afterAll, beforeAll, expect, test } from "vitest";
import { installedCompany } from "../support/installed-company.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/webhook-receiver.ts";

let site: Installation;
let service: ServiceProcess;
let receiver: WebhookReceiver;
let sandbox: RestClient;
let key: string;

const TARGET = { baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };

beforeAll(async () => {
  site = installation();
  receiver = await webhookReceiver();
  service = await site.start();
  ({ key } = await installedCompany(site, "Company", "sandbox"));
  sandbox = restClient(service.sandbox, key);
}, 300_000);

afterAll(async () => {
  await receiver.close();
  await site.remove();
});

let targets = 0;

/** Sets a target of its own: equal ones are one, which is told of once. */
async function setTarget(): Promise<string> {
  targets += 1;
  const answer = await sandbox.post("/api/v1/targets", {
    ...TARGET,
    name: `Target ${targets}`,
    baseline_emissions: 100,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const arrival = async (target: string): Promise<void> => {
  await until("the delivery", () => (receiver.received.some(({ body }) => body.includes(target)) ? true : null));
};

test("an event of the sandbox reaches a receiver on the same machine, and shows in the metrics", async () => {
  const subscription = { url: receiver.url, events: ["target.created"] };
  expect((await sandbox.post("/api/v1/webhooks", subscription)).status).toBe(201);
  await arrival(await setTarget());
  await until("the metrics", async () => {
    const text = await (await fetch(`${service.base}/metrics`)).text();
    return text.includes('carbon_ledger_webhook_attempts_total{result="delivered"} 1\n') ? true : null;
  });
});

test("the same subscription is refused in live, where receivers are public", async () => {
  const words = ["--tenant", "Company", "--name", "live", "--json"];
  const minted = JSON.parse((await site.cli("key", "create", ...words)).stdout) as { key: string };
  const live = restClient(service.base, minted.key);
  const answer = await live.post("/api/v1/webhooks", { url: receiver.url, events: ["target.created"] });
  expect(answer).toMatchObject({ status: 400, body: { code: "request.validation_failed" } });
});

test("what was committed before the service died is delivered by the next one", async () => {
  receiver.reply(() => "hang");
  const target = await setTarget();
  await arrival(target);
  service.signal("SIGKILL");
  await service.ended();
  receiver.received.length = 0;
  receiver.reply(() => ({ status: 204 }));
  service = await site.start();
  // The lease of the process that died would end by itself; the test does not wait for it.
  await site.sql("update webhook_deliveries set leased_until = now() where leased_until is not null");
  await arrival(target);
});

test("SIGTERM lets a delivery under way end", async () => {
  sandbox = restClient(service.sandbox, key);
  receiver.reply(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { status: 204 };
  });
  const target = await setTarget();
  await arrival(target);
  service.signal("SIGTERM");
  expect(await service.ended()).toMatchObject({ code: 0 });
  service = await site.start();
  const [left] = await site.sql<{ pending: number }>(
    "select count(*)::int as pending from webhook_deliveries where status = 'pending'",
  );
  expect(left).toEqual({ pending: 0 });
});
