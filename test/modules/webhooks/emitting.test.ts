import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context, TenantTransaction } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { appendAudit } from "../../../src/modules/audit/index.ts";
import { deactivateWebhook } from "../../../src/modules/webhooks/deactivate-webhook.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { emitEvents, sandboxContext, subscribe } from "../../support/delivery-worker.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase({ app_connections_max: 8 });
});
afterAll(async () => {
  await db.close();
});

const SEQUENCES = statement(`
  select sequence from outbox_events where tenant_id = $1 and environment = $2 order by sequence limit 1000`);
const BODIES = statement(`
  select d.webhook_id, d.event_id, d.body, e.sequence, e.created_at
    from webhook_deliveries d join outbox_events e on e.id = d.event_id
   where d.tenant_id = $1 and d.environment = $2 order by d.id limit 1000`);

async function sequences(ctx: Context): Promise<number[]> {
  return (await ctx.db.rows<{ sequence: number }>(SEQUENCES)).map(({ sequence }) => sequence);
}

test("events of one company are numbered without gaps, whatever runs at once and in whatever order it locks", async () => {
  const ctx = await sandboxContext(db);
  const audit = (tx: TenantTransaction) => appendAudit(ctx, tx, [{ action: "test.done", subject: "x", payload: {} }]);
  const emit = (tx: TenantTransaction) => ctx.emit(tx, "target.created", { id: ctx.newId() });
  const work = Array.from({ length: 40 }, (_, number) =>
    ctx.db.transaction(async (tx) => {
      if (number % 2 === 0) {
        await audit(tx);
        await emit(tx);
      } else {
        await emit(tx);
        await audit(tx);
      }
      if (number % 5 === 0) throw new Error("rolled back");
    }),
  );
  const outcomes = await Promise.allSettled(work);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(failures).toEqual(Array.from({ length: 8 }, () => "Error: rolled back"));
  expect(await sequences(ctx)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
});

test("companies and environments count for themselves", async () => {
  const sandbox = await sandboxContext(db);
  const live = db.context({ ...sandbox.tenant, environment: "live" });
  await emitEvents(sandbox, 2);
  await emitEvents(live, 1);
  expect([await sequences(sandbox), await sequences(live)]).toEqual([[1, 2], [1]]);
});

test("an event goes to each active subscription that wants it, with the number and the moment that the outbox holds", async () => {
  const ctx = await sandboxContext(db);
  const url = "http://localhost:9999/";
  const wanted = [await subscribe(ctx, url), await subscribe(ctx, url, ["api_key.created", "target.created"])];
  await subscribe(ctx, url, ["api_key.created"]);
  const ended = await subscribe(ctx, url);
  await invoke(deactivateWebhook, ctx, { id: ended.id });
  const [id] = await emitEvents(ctx, 1);
  const rows = await ctx.db.rows<{ webhook_id: string; event_id: string; body: string; created_at: string }>(BODIES);
  expect(rows.map(({ webhook_id }) => webhook_id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    wanted.map((webhook) => webhook.id).toSorted((a, b) => (a < b ? -1 : 1)),
  );
  for (const { body, event_id, created_at } of rows) {
    const event = { event: "target.created", schema_version: 1, created_at, environment: "sandbox", sequence: 1 };
    expect(JSON.parse(body)).toEqual({ id: event_id, ...event, data: { id } });
  }
});

test("those who send hear of it when the transaction commits, and only then", async () => {
  const ctx = await sandboxContext(db);
  await subscribe(ctx, "http://localhost:9999/");
  let heard = 0;
  let wake = (): void => undefined;
  const woken = new Promise<void>((resolve) => (wake = resolve));
  const subscription = await db.database.listen("carbon_webhook_deliveries", () => {
    heard += 1;
    wake();
  });
  await ctx.db.transaction(async (tx) => {
    await ctx.emit(tx, "target.created", { id: ctx.newId() });
    // Another round trip: what was sent at once would have arrived.
    await db.database.listen("carbon_other", () => undefined);
    expect(heard).toBe(0);
  });
  await woken;
  // Nobody wants this event, so nobody is woken.
  await emitEvents(ctx, 1, "supplier.invited");
  await db.database.listen("carbon_other", () => undefined);
  expect(heard).toBe(1);
  await subscription.close();
});
