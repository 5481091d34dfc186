import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { emitEvents, sandboxContext, subscribe, testWorker } from "../../support/delivery-worker.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.ts";

let db: TestDatabase;
let receiver: WebhookReceiver;
let ctx: Context;

beforeEach(async () => {
  db = await testDatabase();
  receiver = await webhookReceiver();
  ctx = await sandboxContext(db);
});
afterEach(async () => {
  await receiver.close();
  await db.close();
});

const END_SESSIONS = statement(`
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and application_name like 'carbon-ledger%'
   order by pid limit 100`);
const STATES = statement(`
  select status, count(*) as deliveries from webhook_deliveries where tenant_id = $1 and environment = $2
   group by status order by status limit 10`);
// What a restored row or a mistake in a statement would do: the secret of one subscription in the row of another.
const MIX_UP = statement(`
  update webhooks w set secret_sealed = o.secret_sealed from webhooks o
   where w.url like '%/victim' and o.url like '%/other' returning w.id`);
const MEND = statement(`update webhooks set secret_sealed = $1 where url like '%/victim'`);
const SEALED = statement(`select secret_sealed from webhooks where url like '%/victim' order by id limit 1`);

test("sessions of the database that end while deliveries are under way cost nothing but time", async () => {
  await subscribe(ctx, receiver.url);
  const ids = await emitEvents(ctx, 60);
  receiver.reply(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { status: 204 };
  });
  const worker = testWorker(db);
  await worker.start();
  for (const share of [10, 25, 40]) {
    while (receiver.received.length < share) await new Promise((resolve) => setTimeout(resolve, 2));
    await db.database.admin.rows(END_SESSIONS);
  }
  const arrived = (): Set<string> => new Set(receiver.received.map(({ body }) => String(JSON.parse(body).data.id)));
  while (arrived().size < ids.length) {
    // Leases of what was lost on the way end.
    db.clock.advance(5);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await worker.close();
  const last = testWorker(db);
  db.clock.advance(60);
  await last.drain();
  await last.close();
  expect(await ctx.db.rows(STATES)).toEqual([{ status: "delivered", deliveries: 60 }]);
});

test("a secret that belongs to another subscription signs nothing: the delivery waits, and nothing is sent", async () => {
  await subscribe(ctx, `${receiver.url}victim`);
  await subscribe(await sandboxContext(db), `${receiver.url}other`, ["supplier.invited"]);
  const [before] = await db.database.admin.rows<{ secret_sealed: Buffer }>(SEALED);
  await db.database.admin.rows(MIX_UP);
  await emitEvents(ctx, 1);
  const worker = testWorker(db);
  expect(await worker.drain()).toBe(1);
  expect(await worker.drain()).toBe(0);
  expect(receiver.received).toEqual([]);
  expect(worker.log.join("\n")).toContain("delivery failed inside");
  await db.database.admin.rows(MEND, [before?.secret_sealed ?? null]);
  db.clock.advance(60);
  expect(await worker.drain()).toBe(1);
  expect(receiver.received).toHaveLength(1);
  await worker.close();
});
