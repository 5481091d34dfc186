import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { createTarget } from "../../../src/modules/targets/create-target.ts";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { getWebhookDeliveries } from "../../../src/modules/webhooks/get-webhook-deliveries.ts";
import { listWebhooks } from "../../../src/modules/webhooks/list-webhooks.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { emitEvents, sandboxContext, subscribe, type TestWorker, testWorker } from "../../support/delivery-worker.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.ts";

let db: TestDatabase;
let worker: TestWorker;
let receiver: WebhookReceiver;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  worker = testWorker(db);
  receiver = await webhookReceiver();
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
  await db.close();
});
beforeEach(async () => {
  ctx = await sandboxContext(db);
  receiver.received.length = 0;
  receiver.reply(() => ({ status: 204 }));
});

// What waits for the receivers of one test would be due in the next, whose clock goes on.
afterEach(async () => {
  const { items } = (await invoke(listWebhooks, ctx, {})) as { items: readonly { id: string }[] };
  for (const { id } of items) await invoke(deactivateWebhook, ctx, { id });
});

interface Attempt {
  readonly attempt: number;
  readonly status: string;
  readonly http_status: number | null;
  readonly next_attempt_at: string | null;
  readonly error: string | null;
}

async function attemptsOf(webhook_id: string): Promise<Attempt[]> {
  const page = (await invoke(getWebhookDeliveries, ctx, { webhook_id, limit: 100 })) as { items: Attempt[] };
  return page.items;
}

const DEFAULT_PAUSES_SECONDS = [10, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

let targets = 0;

/** Another target each time: an equal one would be the one that stands, without an event. */
async function target(): Promise<string> {
  targets += 1;
  const terms = { ...createTarget.example.input, baseline_emissions: 120.5, name: `Target ${targets}` };
  return ((await invoke(createTarget, ctx, terms)) as { id: string }).id;
}

function hmac(secret: string | Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", secret).update(text).digest(encoding);
}

describe("an event of an operation", () => {
  test("[contract 6.3.1, 6.3.3] reaches the subscriptions that want it, signed over its exact bytes", async () => {
    const { signing_secret } = await subscribe(ctx, `${receiver.url}wanted`);
    await subscribe(ctx, `${receiver.url}other`, ["supplier.invited"]);
    const id = await target();
    expect(await worker.drain()).toBe(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/wanted"]);
    const { headers = {}, body = "" } = receiver.received[0] ?? {};
    const t = Math.floor(db.clock.now().getTime() / 1000);
    expect(headers["x-svc-signature"]).toBe(`t=${t},v1=${hmac(signing_secret, `${t}.${body}`, "hex")}`);
    const event = JSON.parse(body);
    expect(event).toMatchObject({ event: "target.created", schema_version: 1, environment: "sandbox", sequence: 1 });
    expect(event.data).toMatchObject({ id });
    expect(Object.keys(event).join()).toBe("id,event,schema_version,created_at,environment,sequence,data");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "accept-encoding": "identity",
      "x-svc-event-id": event.id,
      "x-svc-attempt": "1",
      "webhook-id": event.id,
      "webhook-timestamp": String(t),
    });
    const key = Buffer.from(signing_secret.replace("whsec_", ""), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${hmac(key, `${event.id}.${t}.${body}`, "base64")}`);
  });

  test("that is rolled back is neither recorded nor delivered, and takes no number", async () => {
    await subscribe(ctx, receiver.url);
    const failed = ctx.db.transaction(async (tx) => {
      await ctx.emit(tx, "target.created", { id: ctx.newId() });
      throw new Error("the operation failed");
    });
    await expect(failed).rejects.toThrow("the operation failed");
    expect(await worker.drain()).toBe(0);
    await emitEvents(ctx, 2);
    expect(await worker.drain()).toBe(2);
    expect(receiver.received.map(({ body }) => Number(JSON.parse(body).sequence)).toSorted((a, b) => a - b)).toEqual([
      1, 2,
    ]);
  });

  test("is sent to a receiver in the order of the events, as far as attempts do not overlap", async () => {
    await subscribe(ctx, receiver.url);
    receiver.reply(() => ({ status: 500 }));
    await emitEvents(ctx, 1);
    await worker.drain();
    receiver.reply(() => ({ status: 204 }));
    receiver.received.length = 0;
    const ids = await emitEvents(ctx, 20);
    await worker.drain();
    const order = receiver.received.map(({ body }) => ids.indexOf(JSON.parse(body).data.id));
    expect(order.toSorted((left, right) => left - right)).toEqual(ids.map((_, index) => index));
    // At most eight are under way to one receiver.
    expect(order.every((place, index) => Math.abs(place - index) <= 8)).toBe(true);
  });
});

test("draining goes on with what a claim finds after the last answer, however long claims and writing take", async () => {
  // The first attempt is written while two more are sent; what is due after these is claimed when they are written already.
  const writing_ms = [200];
  const claiming_ms = [0, 0, 0, 0, 0, 0, 0, 600, 600];
  const answering_ms = [0, 600, 600];
  const { system } = db.database;
  const rows: typeof system.rows = async (...asked) => {
    await delay((asked[0].text.includes("insert into webhook_attempts") ? writing_ms : claiming_ms).shift() ?? 0);
    return await system.rows(...asked);
  };
  const database = { ...db.database, system: { ...system, rows } };
  const slow = testWorker({ database, context: db.context, clock: db.clock });
  receiver.reply(async () => {
    await delay(answering_ms.shift() ?? 0);
    return { status: 204 };
  });
  await subscribe(ctx, receiver.url);
  await emitEvents(ctx, 20);
  expect(await slow.drain()).toBe(20);
  await slow.close();
});

describe("what the receiver answers", () => {
  test("[contract 3.retry, 6.3.5] failures are tried again on the schedule, each pause within 20 %, eleven attempts in all", async () => {
    const { id } = await subscribe(ctx, receiver.url);
    receiver.reply(() => ({ status: 500, body: "down" }));
    await target();
    expect(await worker.drain()).toBe(1);
    for (const [index, pause] of DEFAULT_PAUSES_SECONDS.entries()) {
      const [last] = await attemptsOf(id);
      expect(last).toMatchObject({ attempt: index + 1, status: "retrying", http_status: 500 });
      const next_ms = Date.parse(last?.next_attempt_at ?? "");
      const drawn = (next_ms - db.clock.now().getTime()) / 1000;
      expect(drawn).toBeGreaterThanOrEqual(pause * 0.8);
      expect(drawn).toBeLessThanOrEqual(pause * 1.2);
      db.clock.set(new Date(next_ms - 1000).toISOString());
      expect(await worker.drain(), `attempt ${index + 2} before its time`).toBe(0);
      db.clock.advance(1);
      expect(await worker.drain(), `attempt ${index + 2}`).toBe(1);
    }
    const [last] = await attemptsOf(id);
    expect(last).toMatchObject({ attempt: 11, status: "failed", next_attempt_at: null });
    db.clock.advance(40 * 86_400);
    expect(await worker.drain()).toBe(0);
    const bodies = new Set(receiver.received.map(({ body }) => body));
    const attempts = receiver.received.map(({ headers }) => headers["x-svc-attempt"]);
    expect(bodies.size).toBe(1);
    expect(attempts).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 1)));
    const deliveryIds = new Set(receiver.received.map(({ headers }) => headers["x-svc-delivery-id"]));
    expect(deliveryIds.size).toBe(1);
  });

  test("pauses are drawn anew for each failure, so that they do not return together", async () => {
    const { id } = await subscribe(ctx, receiver.url);
    receiver.reply(() => ({ status: 500 }));
    await emitEvents(ctx, 9);
    await worker.drain();
    const times = (await attemptsOf(id)).map(({ next_attempt_at }) => next_attempt_at);
    expect(times).toHaveLength(9);
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  test.each([
    ["seconds", (): string => "3600", 3600],
    ["an HTTP date", (): string => new Date(db.clock.now().getTime() + 7_200_000).toUTCString(), 7200],
    ["more than a day", (): string => "9999999", 86_400],
  ])("Retry-After as %s makes the pause longer", async (_form, header, seconds) => {
    const { id } = await subscribe(ctx, receiver.url);
    receiver.reply(() => ({ status: 429, headers: { "retry-after": header() } }));
    await target();
    await worker.drain();
    const [attempt] = await attemptsOf(id);
    expect((Date.parse(attempt?.next_attempt_at ?? "") - db.clock.now().getTime()) / 1000).toBeCloseTo(seconds, -1);
    // What else waits for a receiver that is overloaded waits as well.
    await target();
    expect(await worker.drain()).toBe(0);
    db.clock.advance(seconds + 1);
    receiver.reply(() => ({ status: 204 }));
    expect(await worker.drain()).toBe(2);
  });

  test.each(["soon", "-5", "0", "1.5", "Thu, 01 Jan 1970 00:00:00 GMT", "2999-01-01"])(
    "Retry-After %s leaves the pause as it is",
    async (header) => {
      const { id } = await subscribe(ctx, receiver.url);
      receiver.reply(() => ({ status: 503, headers: { "retry-after": header } }));
      await target();
      await worker.drain();
      const [attempt] = await attemptsOf(id);
      const pause = (Date.parse(attempt?.next_attempt_at ?? "") - db.clock.now().getTime()) / 1000;
      expect(pause).toBeGreaterThanOrEqual(8);
      expect(pause).toBeLessThanOrEqual(12);
    },
  );

  test.each([301, 302, 303, 307, 308])("a redirect (%i) is a failure and is not followed", async (status) => {
    const { id } = await subscribe(ctx, `${receiver.url}first`);
    receiver.reply(() => ({ status, headers: { location: `${receiver.url}second` } }));
    await target();
    await worker.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/first"]);
    expect((await attemptsOf(id))[0]).toMatchObject({ status: "retrying", http_status: status });
  });

  test.each([200, 201, 202, 204, 299])("%i is success", async (status) => {
    const { id } = await subscribe(ctx, receiver.url);
    receiver.reply(() => ({ status }));
    await target();
    await worker.drain();
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 1, status: "delivered", http_status: status, error: null }]);
  });

  test("bytes that the database cannot hold and statuses that HTTP does not define are logged all the same", async () => {
    const { id } = await subscribe(ctx, receiver.url);
    const replies = [
      { status: 500, body: "a\u0000b\ud800" },
      { status: 999, body: "x".repeat(20_000) },
    ];
    let count = 0;
    receiver.reply(() => replies[count++] ?? { status: 204 });
    await emitEvents(ctx, 3);
    expect(await worker.drain()).toBe(3);
    const attempts = await attemptsOf(id);
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(["delivered", "retrying", "retrying"]);
    const rows = await ctx.db.rows<{ error: string; excerpt: string | null }>(EXCERPTS, [id]);
    expect(rows.map(({ excerpt }) => excerpt?.length ?? 0).toSorted((left, right) => left - right)[1]).toBeLessThan(10);
    expect(Math.max(...rows.map(({ excerpt }) => excerpt?.length ?? 0))).toBe(4096);
  });

  test("a receiver that hangs is given up at the time limit, one that is not there at once", async () => {
    const hanging = await subscribe(ctx, `${receiver.url}hang`);
    const gone = await webhookReceiver();
    await gone.close();
    const absent = await subscribe(ctx, gone.url);
    receiver.reply(() => "hang");
    await target();
    const impatient = testWorker(db, { WEBHOOK_TIMEOUT_MS: "2000" });
    expect(await impatient.drain()).toBe(2);
    await impatient.close();
    const classes = await ctx.db.rows<{ webhook_id: string; error_class: string }>(CLASSES);
    expect(classes.find(({ webhook_id }) => webhook_id === hanging.id)?.error_class).toBe("timeout");
    expect(classes.find(({ webhook_id }) => webhook_id === absent.id)?.error_class).toBe("connect");
  });
});

const EXCERPTS = statement(`
  select error, response_excerpt as excerpt from webhook_attempts
   where tenant_id = $1 and environment = $2 and webhook_id = $3 order by id limit 10`);
const CLASSES = statement(`
  select webhook_id, error_class from webhook_attempts where tenant_id = $1 and environment = $2 order by id limit 10`);
