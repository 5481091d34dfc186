import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { appendAudit, eventHash, GENESIS_HASH } from "../../../src/modules/audit/index.ts";
import { listAuditEvents } from "../../../src/modules/audit/list-audit-events.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let ctx: Context;

interface Event {
  readonly seq: number;
  readonly ts: string;
  readonly action: string;
  readonly actor: string;
  readonly subject: string;
  readonly payload: Record<string, unknown>;
  readonly prev_hash: string;
  readonly hash: string;
}

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await record(ctx, [ledgerLine(1), ledgerLine(2), ledgerLine(3)]);
});

afterAll(async () => {
  await db.close();
});

async function walk(filter: object, between?: () => Promise<unknown>): Promise<Event[]> {
  const events: Event[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 50; turn += 1) {
    // The operation's output schema names these members.
    const page = (await invoke(listAuditEvents, ctx, { ...filter, limit: 3, ...(cursor && { cursor }) })) as {
      items: Event[];
      next_cursor: string | null;
    };
    events.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null) return events;
    await between?.();
  }
  throw new Error("the list has no end");
}

test("a reader can recompute the chain from the list alone, also while events are appended", async () => {
  let more = 0;
  const events = await walk({}, () => {
    more += 1;
    const entry = { action: "department.created", subject: `d${more}`, payload: { name: "Salg", code: null } };
    return ctx.db.transaction((tx) => appendAudit(ctx, tx, [entry]));
  });
  expect(events.map((event) => event.seq)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  let prev_hash = GENESIS_HASH;
  for (const event of (await walk({})).reverse()) {
    expect(event.prev_hash).toBe(prev_hash);
    expect(eventHash({ ...event, tenant_id: ctx.tenant.id })).toBe(event.hash);
    prev_hash = event.hash;
  }
});

test("the events of one record are found by its id, and a cursor holds to that filter", async () => {
  const [entry] = (await walk({})).filter((event) => event.action === "emission_entry.calculated");
  expect(await walk({ subject: entry?.subject })).toEqual([entry]);
  const { next_cursor } = (await invoke(listAuditEvents, ctx, { limit: 1 })) as { next_cursor: string };
  await expect(invoke(listAuditEvents, ctx, { subject: entry?.subject, cursor: next_cursor })).rejects.toMatchObject({
    code: "pagination.invalid_cursor",
  });
});

test("needs the scope audit:read", async () => {
  await expect(invoke(listAuditEvents, db.context(ctx.tenant, ["emissions:read"]), {})).rejects.toMatchObject({
    code: "auth.scope_required",
    extras: { scope_required: "audit:read" },
  });
});
