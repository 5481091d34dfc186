import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVENT_DATA } from "../../src/core/event-data.ts";
import { EVENT_NAMES, type EventName } from "../../src/core/events.ts";
import type { WebhookData, WebhookEventName } from "../../packages/webhook-verify/src/verify-webhook.ts";
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

type Kind<Value> = null extends Value
  ? "text or null"
  : Value extends number
    ? "number"
    : Value extends string
      ? "text"
      : "list";
type Kinds<Data> = { readonly [Member in Exclude<keyof Data, "id">]: Kind<Data[Member]> };

const REPORT = { format: "text", language: "text", report_year: "number", standard_type: "text" } as const;

/** Members of data besides id as the receivers' package types them: what does not fit the types does not compile. */
const TYPED: { readonly [Name in WebhookEventName]: Kinds<WebhookData[Name]> } = {
  "supplier.invited": { supplier_identifier: "text or null", status: "text", report_year: "number", due_on: "text" },
  "supplier.connected": { supplier_identifier: "text or null", status: "text", accepted_at: "text" },
  "target.created": {
    name: "text",
    scope: "text",
    category: "text or null",
    target_type: "text",
    baseline_year: "number",
    target_year: "number",
    target_reduction_percent: "number",
    baseline_emissions: "number",
  },
  "report.generation_started": REPORT,
  "report.generation_completed": { ...REPORT, job_id: "text", sha256: "text" },
  "report.attested": { attestation_id: "text", sha256: "text", engagement_type: "text", standard: "text" },
  "usage.quota_threshold": {
    threshold_percent: "number",
    limit: "number",
    used: "number",
    period_start: "text",
    period_end: "text",
  },
  "api_key.created": { environment: "text", scopes: "list", expires_at: "text or null" },
  "api_key.revoked": { environment: "text", revoked_at: "text" },
  ping: {},
};

const FITS: Readonly<Record<"text or null" | "text" | "number" | "list", (value: unknown) => boolean>> = {
  "text or null": (value) => value === null || typeof value === "string",
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  list: (value) => Array.isArray(value),
};

describe.each(EVENT_CASES)("$event by $door", ({ event, prepare }) => {
  test("[contract 6.1] is in the outbox when the act is done, once, and its data.id names the record", async () => {
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
    const described = EVENT_DATA[event];
    expect(described.strict().safeParse({ id, ...data }).error, "data is as the description says").toBeUndefined();
    const misfits = Object.entries(TYPED[event]).filter(([name, kind]) => !FITS[kind](data[name]));
    expect(misfits, "data is as the receivers' package types it").toEqual([]);
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
  expect(Object.fromEntries(told)).toEqual(await membersByEvent());
});

/** Members of data besides id that the cases above find in the outbox. */
async function membersByEvent(): Promise<Record<string, string[]>> {
  const members: Record<string, string[]> = {};
  for (const { event, prepare } of EVENT_CASES) {
    const act = await prepare(await eventSite(app, owner));
    members[event] = [...act.members].toSorted();
  }
  return members;
}

test("the receivers' package types the data of every event", async () => {
  const { ping, ...typed } = TYPED;
  expect(ping).toEqual({});
  const names = Object.entries(typed).map(([event, members]) => [event, Object.keys(members).toSorted()]);
  expect(Object.fromEntries(names)).toEqual(await membersByEvent());
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
