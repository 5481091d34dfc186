import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { GENESIS_HASH, eraseEvents, eventHash, verifyAudit } from "../../../src/modules/audit/index.ts";
import { LEDGER_TABLES } from "../../../src/modules/audit/ledger-tables.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let owner: Client;
beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

/** A company with two lines in its ledger. */
async function company(): Promise<TenantIdentity> {
  const tenant = await db.tenant();
  await record(db.context(tenant), [
    ledgerLine(1, { entries: [calculatedEntry()] }),
    ledgerLine(2, { status: "pending_review" }),
  ]);
  return tenant;
}

/** Empties its chain as an erasure does, and removes what the events tell of. */
async function erase(tenant: TenantIdentity): Promise<void> {
  await db.database.admin.transaction(async (tx) => {
    for (const table of LEDGER_TABLES) await deleteRows(table, tenant);
    const place = { tenant_id: tenant.id, environment: "live" } as const;
    await eraseEvents(tx, place, { clock: db.clock, actor: "operator", facts: { rows: 7 } });
  });
}

async function deleteRows(table: string, { id }: TenantIdentity): Promise<void> {
  await owner.query(`delete from ${table} where tenant_id = $1`, [id]);
}

const verify = async ({ id }: TenantIdentity) => await verifyAudit(db.database.tenant(id, "live"));

test("an erased chain verifies, and says how much was erased, when and by whom", async () => {
  const tenant = await company();
  const before = await verify(tenant);
  expect(before).toMatchObject({ ok: true, erased: null });
  await erase(tenant);
  expect(await verify(tenant)).toMatchObject({
    ok: true,
    events: before.events + 1,
    rows_checked: 0,
    erased: {
      events: before.events,
      rows: before.rows_checked,
      recorded_by_seq: before.events + 1,
      erased_by: "operator",
      erased_at: db.clock.now().toISOString(),
    },
  });
  const { rows } = await owner.query(
    "select distinct actor, subject, payload::text from audit_events where tenant_id = $1 and action <> 'tenant.erased'",
    [tenant.id],
  );
  expect(rows).toEqual([{ actor: "erased", subject: "erased", payload: "{}" }]);
});

test("an erasure that happens while the chain is read is no finding", async () => {
  const tenant = await company();
  const books = db.database.tenant(tenant.id, "live");
  let reads = 0;
  const { ok, erased } = await verifyAudit({
    async rows(statement, parameters) {
      reads += 1;
      // The look for a record, the page of events, and then what they tell of.
      if (reads === 4) await erase(tenant);
      return await books.rows(statement, parameters);
    },
    textRows: (statement, parameters) => books.textRows(statement, parameters),
  });
  expect({ ok, erased_by: erased?.erased_by }).toEqual({ ok: true, erased_by: "operator" });
});

test.each([
  [
    "another kind of event",
    "update audit_events set action = 'document.recorded' where seq = 2 and tenant_id = $1",
    "event_changed",
  ],
  [
    "another moment",
    "update audit_events set ts = '2020-01-01T00:00:00.000Z', created_at = '2020-01-01' where seq = 2 and tenant_id = $1",
    "event_changed",
  ],
  [
    "something that was put back",
    `update audit_events set payload = '{"name":"x"}' where seq = 2 and tenant_id = $1`,
    "event_changed",
  ],
  [
    "another hash, in the chain's links as well",
    "update audit_events set hash = repeat('a', 64) where seq = 2 and tenant_id = $1",
    "event_changed",
  ],
  ["an event that is gone", "delete from audit_events where seq = 2 and tenant_id = $1", "event_missing"],
  ["the first event gone", "delete from audit_events where seq = 1 and tenant_id = $1", "event_missing"],
  [
    "other counts in the record",
    `update audit_events set payload = payload || '{"rows":0}' where action = 'tenant.erased' and tenant_id = $1`,
    "event_changed",
  ],
])("in an erased chain, %s is found", async (_name, change, kind) => {
  const tenant = await company();
  await erase(tenant);
  expect((await owner.query(change, [tenant.id])).rowCount).toBe(1);
  const { ok, problems } = await verify(tenant);
  expect(ok).toBe(false);
  expect(problems.map((problem) => problem.kind)).toContain(kind);
});

test("a row that is there after its erasure is found", async () => {
  const tenant = await company();
  await owner.query("create temporary table kept as select * from documents where tenant_id = $1", [tenant.id]);
  await erase(tenant);
  await owner.query("insert into documents select * from kept");
  await owner.query("drop table kept");
  const { problems } = await verify(tenant);
  expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(["row_without_event"]));
});

// Who has the database can write an event with a right hash: it is what a forged erasure commits to that gives it away.
test.each([
  ["an emptied event alone", null],
  ["a record that commits to nothing", {}],
  [
    "a record that commits to other remains",
    { through_seq: "LAST", through_hash: "HASH", remains_sha256: "a".repeat(64) },
  ],
  [
    "a record of fewer events than came before it",
    { through_seq: 1, through_hash: "HASH", remains_sha256: "a".repeat(64) },
  ],
])("a change that is passed off as an erasure is found: %s", async (_name, payload) => {
  const tenant = await company();
  await owner.query(
    "update audit_events set payload = '{}', actor = 'erased', subject = 'erased' where tenant_id = $1 and seq = 2",
    [tenant.id],
  );
  if (payload !== null) await forgeRecord(tenant, payload);
  const { ok, problems } = await verify(tenant);
  expect(ok).toBe(false);
  expect(problems.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^event (2|\d+)$/)]),
  );
});

/** Appends an event of an erasure with a right hash, and makes it the head. */
async function forgeRecord(tenant: TenantIdentity, given: object): Promise<void> {
  const { rows } = await owner.query<{ seq: string; hash: string }>(
    "select seq, hash from audit_heads where tenant_id = $1 and environment = 'live'",
    [tenant.id],
  );
  const last = Number(rows[0]?.seq ?? 0);
  const hash = rows[0]?.hash ?? GENESIS_HASH;
  const text = JSON.stringify(given).replace('"LAST"', String(last)).replace("HASH", hash);
  const event = {
    seq: last + 1,
    ts: "2026-01-01T00:00:00.000Z",
    tenant_id: tenant.id,
    action: "tenant.erased",
    actor: "operator",
    subject: tenant.id,
    payload: JSON.parse(text) as Record<string, unknown>,
    prev_hash: hash,
  };
  const own = eventHash(event);
  await owner.query(
    `insert into audit_events (tenant_id, environment, seq, ts, action, actor, subject, payload, prev_hash, hash, created_at)
     values ($1, 'live', $2, $3::text, $4, $5, $6, $7, $8, $9, $3::text::timestamptz)`,
    [event.tenant_id, event.seq, event.ts, event.action, event.actor, event.subject, text, hash, own],
  );
  await owner.query("update audit_heads set seq = $2, hash = $3 where tenant_id = $1 and environment = 'live'", [
    tenant.id,
    event.seq,
    own,
  ]);
}
