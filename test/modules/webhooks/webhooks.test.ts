import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { statement } from "../../../src/core/statement.ts";
import { createWebhook } from "../../../src/modules/webhooks/create-webhook.ts";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { getWebhookDeliveries } from "../../../src/modules/webhooks/get-webhook-deliveries.ts";
import { listWebhooks } from "../../../src/modules/webhooks/list-webhooks.ts";
import { rotateWebhookSecret } from "../../../src/modules/webhooks/rotate-webhook-secret.ts";
import { secretBinding } from "../../../src/modules/webhooks/signing-secret.ts";
import type { CreatedWebhook, DeliveryAttempt, WebhookRecord } from "../../../src/modules/webhooks/webhook.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let tenant: TenantIdentity;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  tenant = await db.tenant();
  ctx = db.context(tenant);
});

const URL = "https://hooks.example.com/carbon";
const call = async <Answer>(operation: Operation, input: object, of: Context = ctx): Promise<Answer> =>
  // Each caller names the operation's own output.
  (await invoke(operation, of, input)) as Answer;
const create = (input: object = {}, of: Context = ctx) =>
  call<CreatedWebhook>(createWebhook, { url: URL, events: ["target.created"], ...input }, of);
const list = async (of: Context = ctx) => (await call<{ items: WebhookRecord[] }>(listWebhooks, {}, of)).items;

const SEALED = statement(`
  select secret_sealed, previous_secret_sealed, previous_secret_expires_at from webhooks
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);
interface Sealed {
  readonly secret_sealed: Buffer;
  readonly previous_secret_sealed: Buffer | null;
  readonly previous_secret_expires_at: string | null;
}
async function sealedOf(id: string): Promise<Sealed> {
  const [row] = await ctx.db.rows<Sealed>(SEALED, [id]);
  if (row === undefined) throw new Error("no such subscription");
  return row;
}
const opened = (id: string, sealed: Buffer | null): string | null =>
  sealed === null ? null : ctx.secrets.open(sealed, secretBinding(ctx, id)).toString();

const AUDIT = statement(`
  select action, subject from audit_events where tenant_id = $1 and environment = $2 order by seq limit 100`);

describe("creating a subscription", () => {
  test("[contract 6.2.1, 2.1.webhook, 4.2.webhooks] shows a secret of 32 random bytes once and keeps it encrypted, bound to its row", async () => {
    const { signing_secret, ...record } = await create({
      description: "ESG",
      events: ["report.attested", "target.created"],
    });
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(record).toMatchObject({
      url: URL,
      description: "ESG",
      events: ["target.created", "report.attested"],
      environment: "live",
      is_active: true,
      status: "active",
      signing_secret_last_four: signing_secret.slice(-4),
    });
    expect(await list()).toEqual([record]);
    const { secret_sealed } = await sealedOf(record.id);
    expect(secret_sealed.includes(signing_secret.slice(6, 30))).toBe(false);
    expect(opened(record.id, secret_sealed)).toBe(signing_secret);
    const other = await create();
    expect(() => opened(other.id, secret_sealed)).toThrow();
    expect(other.signing_secret).not.toBe(signing_secret);
    expect(await ctx.db.rows(AUDIT)).toContainEqual({ action: "webhook.created", subject: record.id });
  });

  test("[contract 6.1] takes events of the catalog only, each once", async () => {
    expect((await create({ events: ["target.created", "target.created"] })).events).toEqual(["target.created"]);
    for (const events of [[], ["ping"], ["*"], ["target.created", "emission.created"]]) {
      await expect(create({ events })).rejects.toMatchObject({ code: "request.validation_failed" });
    }
  });

  test("[contract 6.2.2] in live only https to a public host is taken", async () => {
    const bad = {
      "http://hooks.example.com/x": "https_required",
      "ftp://hooks.example.com/x": "invalid_url",
      "https:hooks.example.com": "invalid_url",
      "https://hooks.example.com/a b": "invalid_url",
      "https://hooks.example.com\\@127.0.0.1/": "invalid_url",
      "https://user:pass@hooks.example.com/": "credentials_in_url",
      "https://hooks.example.com/#x": "fragment_in_url",
      "https://hooks.example.com:22/": "port_not_allowed",
      "https://hooks.example.com:5432/": "port_not_allowed",
      "https://localhost/": "host_not_public",
      "https://api.localhost/": "host_not_public",
      "https://printer.local/": "host_not_public",
      "https://metadata.google.internal/": "host_not_public",
      "https://intranet/": "host_not_public",
      "https://127.0.0.1/": "host_not_public",
      "https://2130706433/": "host_not_public",
      "https://0x7f.1/": "host_not_public",
      "https://0/": "host_not_public",
      "https://10.1.2.3/": "host_not_public",
      "https://172.16.0.1/": "host_not_public",
      "https://192.168.1.1/": "host_not_public",
      "https://169.254.169.254/": "host_not_public",
      "https://100.64.0.1/": "host_not_public",
      "https://168.63.129.16/": "host_not_public",
      "https://198.51.100.1/": "host_not_public",
      "https://224.0.0.1/": "host_not_public",
      "https://[::1]/": "host_not_public",
      "https://[::]/": "host_not_public",
      "https://[::ffff:127.0.0.1]/": "host_not_public",
      "https://[::127.0.0.1]/": "host_not_public",
      "https://[64:ff9b::7f00:1]/": "host_not_public",
      "https://[fe80::1]/": "host_not_public",
      "https://[fd00::1]/": "host_not_public",
      "https://[2002:7f00:1::]/": "host_not_public",
      "https://[2001:db8::1]/": "host_not_public",
    };
    for (const [url, code] of Object.entries(bad)) {
      await expect(create({ url }), url).rejects.toMatchObject({ extras: { issues: [{ path: "url", code }] } });
    }
    for (const url of [
      "https://hooks.example.com:8443/x?y=1",
      "https://93.184.215.14/",
      "https://[2606:2800:21f::1]/",
    ]) {
      expect((await create({ url })).url).toBe(url);
    }
  });

  test("loopback is for the sandbox of a machine whose own address is loopback", async () => {
    const sandbox = { ...tenant, environment: "sandbox" } as const;
    const local = db.context(sandbox, undefined, { is_local: true });
    expect((await create({ url: "http://127.0.0.1:9000/hook" }, local)).environment).toBe("sandbox");
    expect((await create({ url: "http://localhost:80/" }, local)).is_active).toBe(true);
    await expect(create({ url: "http://169.254.169.254/" }, local)).rejects.toThrow(/https/);
    await expect(create({ url: "http://127.0.0.1:9000/" }, db.context(sandbox))).rejects.toThrow(/https/);
    await expect(
      create({ url: "https://localhost/" }, db.context(tenant, undefined, { is_local: true })),
    ).rejects.toThrow(/public/);
  });

  test("stops at 50 active subscriptions, also when many are created at once", async () => {
    const made = await Promise.allSettled(Array.from({ length: 53 }, () => create()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
    await expect(create()).rejects.toMatchObject({ extras: { issues: [{ code: "limit_reached" }] } });
    const [first] = await list();
    await call(deactivateWebhook, { id: first?.id ?? "" });
    await expect(create()).resolves.toMatchObject({ is_active: true });
  });
});

describe("ending and rotating", () => {
  test("a deactivated subscription stays listed with its reason and can be neither changed nor rotated", async () => {
    const { id } = await create();
    const ended = await call<WebhookRecord>(deactivateWebhook, { id, reason: "moved" });
    expect(ended).toMatchObject({ is_active: false, status: "deactivated", deactivated_reason: "moved" });
    expect(await call(deactivateWebhook, { id })).toEqual(ended);
    await expect(call(rotateWebhookSecret, { id })).rejects.toMatchObject({ code: "request.validation_failed" });
    expect(await list()).toEqual([ended]);
    const audit = await ctx.db.rows<{ action: string }>(AUDIT);
    expect(audit.map(({ action }) => action)).toEqual(["webhook.created", "webhook.deactivated"]);
  });

  test("[contract 6.2.1] rotation shows a new secret once and keeps the old one for the overlap", async () => {
    const created = await create();
    const { id } = created;
    db.clock.set("2026-06-15T12:00:00.000Z");
    const rotated = await call<CreatedWebhook>(rotateWebhookSecret, { id, grace_period_seconds: 60 });
    expect(rotated.signing_secret).not.toBe(created.signing_secret);
    expect(rotated).toMatchObject({
      signing_secret_last_four: rotated.signing_secret.slice(-4),
      previous_secret_expires_at: "2026-06-15T12:01:00.000Z",
    });
    const kept = await sealedOf(id);
    expect(opened(id, kept.secret_sealed)).toBe(rotated.signing_secret);
    expect(opened(id, kept.previous_secret_sealed)).toBe(created.signing_secret);
    await call(rotateWebhookSecret, { id, grace_period_seconds: 0 });
    expect(await sealedOf(id)).toMatchObject({ previous_secret_sealed: null, previous_secret_expires_at: null });
  });

  test("another company and the other environment see nothing of it", async () => {
    const { id } = await create();
    for (const foreign of [db.context(await db.tenant()), db.context({ ...tenant, environment: "sandbox" })]) {
      expect(await list(foreign)).toEqual([]);
      for (const operation of [deactivateWebhook, rotateWebhookSecret]) {
        await expect(call(operation, { id }, foreign)).rejects.toMatchObject({ code: "resource.not_found" });
      }
      await expect(call(getWebhookDeliveries, { webhook_id: id }, foreign)).rejects.toMatchObject({
        code: "resource.not_found",
      });
    }
  });
});

describe("delivery attempts", () => {
  const ATTEMPT = statement(`
    insert into webhook_attempts (tenant_id, environment, id, webhook_id, event_id, event, attempt, status, http_status,
      latency_ms, attempted_at, delivery_id)
    values ($1, $2, $3, $4, $5, 'target.created', $6, 'delivered', 204, 83, '2026-06-15T12:00:00Z', $7)`);

  test("[contract 8.deliveries, 2.1.delivery] are the 100 most recent of this subscription, newest first, page by page", async () => {
    const { id } = await create();
    const other = await create();
    const attempts = async (input: object = {}) =>
      await call<{ items: DeliveryAttempt[]; next_cursor: string | null }>(getWebhookDeliveries, {
        webhook_id: id,
        ...input,
      });
    expect(await attempts()).toEqual({ items: [], next_cursor: null });
    for (let number = 1; number <= 103; number += 1) {
      const of = number <= 2 ? other.id : id;
      await ctx.db.transaction((tx) => tx.rows(ATTEMPT, [ctx.newId(), of, ctx.newId(), number, ctx.newId()]));
    }
    const first = await attempts({ limit: 60 });
    const second = await attempts({ limit: 60, cursor: first.next_cursor });
    const numbers = [...first.items, ...second.items].map(({ attempt }) => attempt);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 103 - index));
    expect(second.next_cursor).toBeNull();
    expect(first.items[0]).toMatchObject({ webhook_id: id, status: "delivered", http_status: 204, latency_ms: 83 });
  });
});

test("the secret appears in no audit payload and in no event", async () => {
  const { signing_secret } = await create();
  const everything = statement(`
    select payload::text as text from audit_events where tenant_id = $1 and environment = $2 order by seq limit 100`);
  const text = JSON.stringify(await ctx.db.rows(everything));
  expect(text).not.toContain(signing_secret);
  expect(text).not.toContain(createHash("sha256").update(signing_secret).digest("hex"));
});
