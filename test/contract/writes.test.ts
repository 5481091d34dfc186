import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/core/operation.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, demoTenant } from "../support/demo.ts";
import { callerOf, contentOfTables, forConsultantsAtClients, viaMcp, viaRest } from "./calls.ts";

/** What the operations of the registry write, new ones included, over both doors of the running service. */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

const writes = OPERATIONS.filter((operation) => operation.access === "write" && !forConsultantsAtClients(operation));

describe.each(writes)("$name", (operation) => {
  test("writes the events that it declares, and no others", async () => {
    const input = await demo.example(operation);
    await arrange(operation);
    const before = await newestEvents();
    const answer = await viaRest(demo, key, operation, input);
    expect(answer.status, answer.text).toBe(operation.rest.status ?? 200);
    const emitted = (await newestEvents()).filter((event) => !before.some((known) => known.id === event.id));
    expect([...new Set(emitted.map(({ event }) => event))].toSorted()).toEqual([...operation.emits].toSorted());
    for (const { data } of emitted) expect(data).toHaveProperty("id");
  });
});

test("no read writes anything: every table is the same after all of them", { timeout: 300_000 }, async () => {
  const reads = OPERATIONS.filter((operation) => operation.access === "read");
  const inputs = new Map<string, Record<string, unknown>>();
  for (const operation of reads) {
    inputs.set(operation.name, await demo.example(operation));
    await callerOf(demo, key, operation);
  }
  const ask = async (operation: Operation): Promise<void> => {
    const input = inputs.get(operation.name) ?? {};
    await viaRest(demo, key, operation, input);
    if (operation.tool) await viaMcp(demo, key, operation.name, input);
  };
  const before = await contentOfTables(demo);
  for (const operation of reads) await ask(operation);
  const after = await contentOfTables(demo);
  // Every row of every table is read for it: which one wrote is looked for only where one did.
  for (const operation of isDeepStrictEqual(after, before) ? [] : reads) {
    const unread = await contentOfTables(demo);
    await ask(operation);
    expect(await contentOfTables(demo), operation.name).toEqual(unread);
  }
  expect(after).toEqual(before);
});

interface StoredEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

async function newestEvents(): Promise<StoredEvent[]> {
  const { rows } = await demo.owner.query<StoredEvent>(
    "select id, event, data from outbox_events order by id limit 9000",
  );
  return rows;
}

/** Brings the company to where the operation's event is due. */
async function arrange(operation: Operation): Promise<void> {
  if (!operation.emits.includes("usage.quota_threshold")) return;
  await demo.owner.query(
    `insert into quota_usage (tenant_id, environment, period_start, used) values ($1, 'live', '2026-11-01', 79999)
     on conflict (tenant_id, environment, period_start) do update set used = 79999, threshold_notified = 0`,
    [demo.tenant.id],
  );
}
