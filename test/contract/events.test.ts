import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVENT_NAMES, type EventName } from "../../src/core/events.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { testApp, type TestApp } from "../support/app.ts";
import { EVENT_CASES, eventSite, type Site } from "./event-cases.ts";

/** Each event of the catalog is caused through its public door, and is in the outbox when the answer is. */
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await testApp();
  owner = new Client(driverSettings(app.db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

interface StoredEvent {
  readonly event: EventName;
  readonly data: { readonly id: string; readonly [field: string]: unknown };
}

async function eventsOf({ tenant }: Site): Promise<StoredEvent[]> {
  const { rows } = await owner.query<StoredEvent>(
    "select event, data from outbox_events where tenant_id = $1 and environment = 'live' order by created_at, id",
    [tenant.id],
  );
  return rows;
}

describe.each(EVENT_CASES)("$event by $door", ({ event, prepare }) => {
  test("[spec 6.1] is in the outbox when the act is done, once, and its data.id names the record", async () => {
    const at = await eventSite(app, owner);
    const act = await prepare(at);
    const before = await eventsOf(at);
    const answer = await act.cause();
    expect(answer?.status ?? 200, answer?.text).toBeLessThan(300);
    const news = (await eventsOf(at)).slice(before.length).filter((one) => one.event === event);
    expect(news).toHaveLength(1);
    const { id, ...data } = news[0]?.data ?? { id: "" };
    expect(id).toBe(await act.id(answer?.json() ?? {}));
    expect(Object.keys(data).toSorted()).toEqual([...act.members].toSorted());
    expect(JSON.stringify(data)).not.toMatch(/qk_(live|sandbox)_|si_[A-Za-z0-9_-]{43}|@/);
  });

  test("is not there when the act was refused", async () => {
    const at = await eventSite(app, owner);
    const act = await prepare(at);
    const before = await eventsOf(at);
    const answer = await act.refused();
    expect(Math.floor((answer?.status ?? 400) / 100), answer?.text).toBe(4);
    expect(await eventsOf(at)).toEqual(before);
  });

  test("and the act are one transaction: where the event cannot be written, nothing has happened", async () => {
    const at = await eventSite(app, owner);
    const act = await prepare(at);
    const before = await stateOf(at);
    await owner.query(`
      create function no_events() returns trigger language plpgsql as $$ begin raise exception 'no events'; end $$;
      create trigger no_events before insert on outbox_events for each row
        when (new.event = '${event}') execute function no_events()`);
    try {
      const answer = await act.cause().catch(() => null);
      expect(answer?.status ?? 500).toBe(500);
    } finally {
      await owner.query("drop function no_events cascade");
    }
    const changed = event === "report.generation_completed" ? await rendering(at) : before;
    expect(await stateOf(at)).toEqual(changed);
  });

  /** Rendering is two transactions: the first, that it began, is kept. */
  async function rendering(at: Site): Promise<unknown> {
    const state = await stateOf(at);
    expect(state["reports"]).toBe("0 ");
    expect((await eventsOf(at)).map((one) => one.event)).not.toContain("report.generation_completed");
    return state;
  }
});

test("docs/webhooks.md tells of every event what its data holds", async () => {
  const text = await readFile(join(import.meta.dirname, "../../docs/webhooks.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|.*\| ([^|]+) \|$/gm)];
  const told = rows.map(([, event, members]) => [event, [...(members ?? "").matchAll(/\w+/g)].map(([word]) => word)]);
  const at = await eventSite(app, owner);
  const members: Record<string, readonly string[]> = {};
  for (const { event, prepare } of EVENT_CASES) {
    members[event] = (await prepare(event === "usage.quota_threshold" ? await eventSite(app, owner) : at)).members;
  }
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(Object.entries(members).map(([event, names]) => [event, [...names].toSorted()])),
  );
});

test("every event of the catalog has a case", () => {
  expect([...new Set(EVENT_CASES.map(({ event }) => event))]).toEqual([...EVENT_NAMES]);
});

const WATCHED =
  "api_keys audit_events outbox_events quota_usage report_attestations report_jobs reports supplier_invitations suppliers " +
  "targets upload_batches";

/** Rows of the tables that the acts write, by number and content. */
async function stateOf({ tenant }: Site): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const table of WATCHED.split(" ")) {
    const { rows } = await owner.query<{ content: string }>(
      `select concat(count(*), ' ', md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by to_jsonb(t)::text)))
         as content from ${table} t where tenant_id = $1 and environment = 'live'`,
      [tenant.id],
    );
    state[table] = rows[0]?.content ?? "";
  }
  return state;
}
