import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { recordDocuments } from "../../../src/modules/activities/index.ts";
import { lockAuditChain, verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerBatch, ledgerLine, record, recordBatches } from "../../support/ledger.ts";

let db: TestDatabase;
const ACTIONS = statement(`
  select action, count(*) as total from audit_events where tenant_id = $1 and environment = $2
  group by action order by action limit 20`);
/** Every event with the document that its row belongs to, in the order of the chain. */
const EVENTS = statement(`
  select e.action, coalesce(d.id, a.document_id, sa.document_id, ea.document_id) as document_id
  from audit_events e
  left join documents d on d.tenant_id = $1 and d.environment = $2 and d.id::text = e.subject
  left join activities a on a.tenant_id = $1 and a.environment = $2 and a.id::text = e.subject
  left join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.id::text = e.subject
  left join activities sa on sa.tenant_id = $1 and sa.environment = $2 and sa.id = s.activity_id
  left join emission_entries n on n.tenant_id = $1 and n.environment = $2 and n.id::text = e.subject
  left join activities ea on ea.tenant_id = $1 and ea.environment = $2 and ea.id = n.activity_id
  where e.tenant_id = $1 and e.environment = $2
  order by e.seq limit 100`);
/** The next number of the chain is gone, and whoever appends to it is refused. */
const TAKE_NEXT_SEQ = statement(`
  insert into audit_events (tenant_id, environment, seq, ts, action, actor, subject, payload, prev_hash, hash)
  select tenant_id, environment, $2::bigint + 1, ts, action, actor, subject, payload, prev_hash, hash
  from audit_events where tenant_id = $1 and seq = $2`);

async function freshContext(): Promise<Context> {
  return db.context(await db.tenant());
}

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(async () => {
  await db.close();
});

describe("recording a document", () => {
  test("writes every row with its event and moves the sums", async () => {
    const ctx = await freshContext();
    const outcome = await record(ctx, [
      ledgerLine(1, { entries: [calculatedEntry(), calculatedEntry({ scope: 3, is_upstream: true })] }),
      ledgerLine(2, { status: "pending_review" }),
      ledgerLine(3, { status: "excluded" }),
    ]);
    expect(outcome).toMatchObject({ entry_count: 2, review_count: 1, excluded_count: 1 });
    expect(await ctx.db.rows(ACTIONS)).toEqual([
      { action: "activity.recorded", total: 3 },
      { action: "activity_split.recorded", total: 3 },
      { action: "document.recorded", total: 1 },
      { action: "emission_entry.calculated", total: 2 },
    ]);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, rows_checked: 9 });
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("a long one is written in slices, each row with its event in the order of the lines", async () => {
    const ctx = await freshContext();
    const lines = Array.from({ length: 2_300 }, (_, index) =>
      ledgerLine(index + 1, { date: `2026-0${1 + (index % 9)}-15` }),
    );
    expect(await record(ctx, lines)).toMatchObject({ entry_count: 2_300 });
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, rows_checked: 1 + 3 * 2_300 });
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("of statements on their way together the first that fails is told, whichever is heard of first", async () => {
    const ctx = await freshContext();
    await record(ctx, [ledgerLine(1)]);
    const { seq } = await ctx.db.transaction(lockAuditChain);
    await db.database.admin.rows(TAKE_NEXT_SEQ, [ctx.tenant.id, seq]);
    const lines = Array.from({ length: 2_300 }, (_, index) => ledgerLine(index + 1));
    await expect(record(ctx, lines)).rejects.toMatchObject({ code: "23505" });
  });

  test("a split that the engine sends to review is not classified and carries the gap", async () => {
    const ctx = await freshContext();
    const reviewReason = { code: "no_factor", detail: "No factor is loaded." } as const;
    await record(ctx, [ledgerLine(1, { activity: { result: { kind: "review", reviewReason } } })]);
    const page = await invoke(listActivities, ctx, { status: "pending_review" });
    expect(page).toMatchObject({ items: [{ status: "pending_review", category_id: "energy.fuel.natural_gas" }] });
    expect(await invoke(listActivities, ctx, { status: "classified" })).toMatchObject({ items: [] });
  });

  test("emissions for a split that is not classified are refused", async () => {
    const ctx = await freshContext();
    const line = ledgerLine(1, { status: "excluded" });
    const result = { kind: "calculated", entries: [calculatedEntry()] } as const;
    await expect(record(ctx, [{ ...line, result }])).rejects.toThrow(/excluded split/);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, events: 0, rows_checked: 0 });
  });

  test("the same content is recorded once, also when it arrives several times at the same moment", async () => {
    const ctx = await freshContext();
    const batch = ledgerBatch([ledgerLine(1)]);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => recordBatches(ctx, [batch])));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, rows_checked: 4 });
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("documents recorded together keep their own rows, events and order", async () => {
    const ctx = await freshContext();
    const batches = [
      ledgerBatch([ledgerLine(1, { entries: [calculatedEntry(), calculatedEntry({ scope: 3, is_upstream: true })] })]),
      ledgerBatch([ledgerLine(1, { status: "excluded" }), ledgerLine(2)]),
      ledgerBatch([ledgerLine(1, { status: "pending_review" })]),
    ];
    const recorded = await recordBatches(ctx, batches);
    expect(recorded).toMatchObject([
      { entry_count: 2, review_count: 0, excluded_count: 0 },
      { entry_count: 1, review_count: 0, excluded_count: 1 },
      { entry_count: 0, review_count: 1, excluded_count: 0 },
    ]);
    const events = await ctx.db.rows<{ action: string; document_id: string }>(EVENTS);
    const documents = recorded.map((one) => one.document_id);
    const owners = events.map((event) => documents.indexOf(event.document_id));
    expect(owners).toEqual(owners.toSorted((left, right) => left - right));
    const actions = events.map((event) => event.action.slice(0, event.action.indexOf(".")));
    expect(actions.join(" ")).toBe(
      "document activity activity_split emission_entry emission_entry " +
        "document activity activity activity_split activity_split emission_entry " +
        "document activity activity_split",
    );
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, rows_checked: 14 });
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("documents recorded together are all recorded or none", async () => {
    const ctx = await freshContext();
    const known = ledgerBatch([ledgerLine(1)]);
    await recordBatches(ctx, [known]);
    const fresh = ledgerBatch([ledgerLine(1)]);
    await expect(recordBatches(ctx, [fresh, known])).rejects.toThrow(/documents_sha256/);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, rows_checked: 4 });
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("documents recorded at the same time neither block each other for good nor lose a sum", async () => {
    const ctx = await freshContext();
    const lines = ["2026-01-10", "2026-02-10", "2026-03-10"];
    const write = (index: number) =>
      ctx.db.transaction(async (tx) => {
        for (const turn of [0, 1]) {
          const date = lines[(index + turn) % lines.length] ?? "2026-01-10";
          await recordDocuments(ctx, tx, await lockAuditChain(tx), [ledgerBatch([ledgerLine(1, { date })])]);
        }
      });
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(index)));
    expect(await compareRollups(ctx.db)).toEqual([]);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, rows_checked: 24 * 4 });
  });
});

describe("list_activities", () => {
  test("every filter's pages hold each matching activity once, newest first, while others are recorded", async () => {
    const ctx = await freshContext();
    const statuses = ["classified", "pending_review", "excluded"] as const;
    for (let index = 0; index < 12; index += 1) {
      const status = statuses[index % 3];
      if (status === undefined) throw new Error("no status");
      await record(ctx, [
        ledgerLine(1, { status, date: `2026-0${1 + (index % 4)}-15` }),
        ledgerLine(2, { status, date: `2025-1${index % 3}-28` }),
      ]);
    }
    const all = await walk(ctx, {});
    expect(all).toHaveLength(24);
    for (const status of [undefined, ...statuses]) {
      for (const period of [
        {},
        { from: "2026-01-01" },
        { to: "2026-02-14" },
        { from: "2025-11-28", to: "2026-03-15" },
      ]) {
        const filter = { ...(status === undefined ? {} : { status }), ...period };
        const expected = all.filter(
          (item) =>
            (status === undefined || item.status === status) &&
            ("from" in period ? item.transaction_date.slice(0, 10) >= (period.from ?? "") : true) &&
            ("to" in period ? item.transaction_date.slice(0, 10) <= (period.to ?? "") : true),
        );
        const walked = await walk(ctx, filter, () => record(ctx, [ledgerLine(9, { date: "2026-02-01" })]));
        const known = new Set(all.map((item) => item.id));
        expect(walked.filter((item) => known.has(item.id)).map((item) => item.id)).toEqual(
          expected.map((item) => item.id),
        );
        expect(new Set(walked.map((item) => item.id)).size).toBe(walked.length);
      }
    }
  });

  test("a cursor is refused with other filters", async () => {
    const ctx = await freshContext();
    await record(ctx, [ledgerLine(1), ledgerLine(2)]);
    const { next_cursor } = await pageOf(ctx, { limit: 1 });
    await expect(
      invoke(listActivities, ctx, { limit: 1, cursor: next_cursor, status: "excluded" }),
    ).rejects.toMatchObject({ code: "pagination.invalid_cursor" });
  });

  test("another tenant sees nothing", async () => {
    const ctx = await freshContext();
    await record(ctx, [ledgerLine(1)]);
    expect(await invoke(listActivities, await freshContext(), {})).toEqual({ items: [], next_cursor: null });
  });
});

interface Item {
  readonly id: string;
  readonly status: string;
  readonly transaction_date: string;
}

async function pageOf(ctx: Context, input: object): Promise<{ items: Item[]; next_cursor: string | null }> {
  // The operation's output schema names these members; contract tests hold the output to it.
  return (await invoke(listActivities, ctx, input)) as { items: Item[]; next_cursor: string | null };
}

async function walk(ctx: Context, filter: object, between?: () => Promise<unknown>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 100; turn += 1) {
    const page = await pageOf(ctx, { ...filter, limit: 5, ...(cursor === null ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null) return items;
    await between?.();
  }
  throw new Error("the list has no end");
}
