import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";
import type { DeliveryProcessMessage, DeliveryProcessPlan } from "../support/delivery-process.ts";
import { sandboxContext, subscribe } from "../support/delivery-worker.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/webhook-receiver.ts";

const PROGRAM = join(import.meta.dirname, "../support/delivery-process.ts");
/** Fifty and more by hand, before a release. */
const KILLS = Number(process.env["WEBHOOK_KILLS"] ?? 15);
/** Longer than a lease, so that each process finds the deliveries free that the one before was killed with. */
const BETWEEN_SECONDS = 120;

let db: TestDatabase;
let receiver: WebhookReceiver;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  db.clock.set(new Date().toISOString());
  receiver = await webhookReceiver();
  ctx = await sandboxContext(db);
});
afterAll(async () => {
  await receiver.close();
  await db.close();
});

const said: DeliveryProcessMessage[] = [];

interface Launched {
  readonly child: ChildProcess;
  /** Resolves when the process has said so many things, or has ended. */
  hasSaid(count: number): Promise<void>;
}

function launch(number: number, { is_last }: Pick<DeliveryProcessPlan, "is_last">): Launched {
  const { connection } = db;
  const plan: DeliveryProcessPlan = {
    connection,
    tenant: ctx.tenant,
    ahead_seconds: number * BETWEEN_SECONDS,
    is_last,
  };
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, JSON.stringify(plan)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  let count = 0;
  lines.on("line", (line) => {
    // A process that is killed may leave half a line.
    if (!line.endsWith("}")) return;
    said.push(JSON.parse(line) as DeliveryProcessMessage);
    count += 1;
  });
  return {
    child,
    hasSaid: (wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (count >= wanted) resolve();
        };
        lines.on("line", check);
        child.once("exit", () => resolve());
        check();
      }),
  };
}

const idsSaid = (kind: "committed" | "rolled_back"): string[] =>
  said.flatMap((message) => (message.kind === kind ? [message.id] : []));

const EVENTS = statement(`
  select id, data ->> 'id' as target from outbox_events where tenant_id = $1 and environment = $2 order by id limit 100000`);
const WAITING = statement(`
  select count(*) as waiting, count(lease) as leased from webhook_deliveries
   where tenant_id = $1 and environment = $2 and status = 'pending' order by 1 limit 1`);

// What a broken outbox loses is exactly what lies between the commit of the work and the sending of its event.
test(`${KILLS} times kill -9 under load: every committed event arrives, none of what was rolled back`, async () => {
  await subscribe(ctx, `${receiver.url}one`);
  await subscribe(ctx, `${receiver.url}two`);
  let killedWithWaiting = 0;
  let killedWhileSending = 0;
  for (let number = 0; number < KILLS; number += 1) {
    const { child, hasSaid } = launch(number, { is_last: false });
    // Ready and a few targets: by what was done, not by the clock, so that slow machines are killed at work as well.
    await hasSaid(3 + (number % 4));
    await delay((number * 7) % 20);
    child.kill("SIGKILL");
    await once(child, "close");
    const [left] = await ctx.db.rows<{ waiting: number; leased: number }>(WAITING);
    if ((left?.waiting ?? 0) > 0) killedWithWaiting += 1;
    if ((left?.leased ?? 0) > 0) killedWhileSending += 1;
  }
  expect(await once(launch(KILLS, { is_last: true }).child, "close")).toEqual([0, null]);

  const events = await ctx.db.rows<{ id: string; target: string }>(EVENTS);
  const written = new Set(events.map(({ target }) => target));
  expect(idsSaid("committed").filter((id) => !written.has(id))).toEqual([]);
  for (const path of ["/one", "/two"]) {
    const arrived = new Set(
      receiver.received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body).id),
    );
    expect(events.filter(({ id }) => !arrived.has(id))).toEqual([]);
    expect(arrived.size).toBe(events.length);
  }
  const arrivedTargets = new Set(receiver.received.map(({ body }) => String(JSON.parse(body).data.id)));
  expect(idsSaid("rolled_back").filter((id) => arrivedTargets.has(id))).toEqual([]);
  // The kills hit where it hurts, or this test proves nothing.
  expect(killedWithWaiting).toBeGreaterThan(KILLS / 5);
  expect(killedWhileSending).toBeGreaterThan(KILLS / 10);
  expect(idsSaid("rolled_back").length).toBeGreaterThanOrEqual(KILLS);
  expect(events.length).toBeGreaterThan(KILLS);
}, 900_000);
