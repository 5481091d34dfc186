import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "pg";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { appendAudit, verifyAudit } from "../../../src/modules/audit/index.ts";
import { LEDGER_FORMAT, LEDGER_TABLES } from "../../../src/modules/audit/ledger-tables.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { setReportInput } from "../../../src/modules/reports/inputs/set-report-input.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { textTypes, valueTypes } from "../../../src/platform/db/value-parsers.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let owner: Client;
let tenant: TenantIdentity;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
  await owner.query("set timezone = 'UTC'");
  tenant = await db.tenant();
  ctx = db.context(tenant);
  const outcome = await record(ctx, [
    ledgerLine(1, {
      entries: [calculatedEntry(), calculatedEntry({ scope: 3, scope3_category: 3, is_upstream: true })],
    }),
    ledgerLine(2, { status: "pending_review" }),
  ]);
  await invoke(excludeActivity, ctx, { id: outcome.activity_ids[0] ?? "", reason: "counted elsewhere" });
  await invoke(setReportInput, ctx, { report_year: 2025, datapoint: "CityOfSite", member: "a", value: "Odense" });
});

afterAll(async () => {
  await owner.end();
  await db.close();
});

/** Runs `change` as the owner, verifies what the tenant's ledger looks like then, and takes the change back. */
async function verifyWith(change: string): Promise<Awaited<ReturnType<typeof verifyAudit>>> {
  await owner.query("begin");
  try {
    const { rowCount } = await owner.query(change);
    expect(rowCount, change).toBeGreaterThan(0);
    return await verifyAudit(ownerQueries());
  } finally {
    await owner.query("rollback");
  }
}

/** The tenant's queries inside the owner's open transaction, so that a forged row is seen without being committed. */
function ownerQueries(): Parameters<typeof verifyAudit>[0] {
  const bound = [tenant.id, tenant.environment];
  return {
    async rows<Row>(given: { text: string }, parameters: readonly unknown[] = []) {
      const { rows } = await owner.query({ text: given.text, values: [...bound, ...parameters], types: valueTypes });
      return rows as Row[];
    },
    async textRows(given, parameters = []) {
      const query = {
        text: given.text,
        values: [...bound, ...parameters],
        rowMode: "array" as const,
        types: textTypes,
      };
      const { rows } = await owner.query(query);
      return rows as (string | null)[][];
    },
  };
}

async function columnsOf(table: string): Promise<{ name: string; type: string; generated: boolean }[]> {
  const { rows } = await owner.query<{ name: string; type: string; generated: boolean }>(
    `select column_name as name, data_type as type, is_generated = 'ALWAYS' as generated
     from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows;
}

/** SQL of a value of the type that differs from the column's, as little as the type allows. */
function otherValue(column: string, type: string): string {
  const old = `"${column}"`;
  if (type === "uuid") {
    return `coalesce(overlay(${old}::text placing case right(${old}::text, 1) when '0' then '1' else '0' end from 36)::uuid,
      '01900000-0000-7000-8000-000000000000')`;
  }
  if (type === "timestamp with time zone") return `coalesce(${old} + interval '1 microsecond', now())`;
  if (type === "date") return `coalesce(${old} + 1, date '2026-01-01')`;
  if (type === "boolean") return `not ${old}`;
  if (type === "jsonb") {
    return `case jsonb_typeof(${old}) when 'array' then ${old} || '[0]'::jsonb
      else coalesce(${old}, '{}'::jsonb) || '{"x": 0}'::jsonb end`;
  }
  if (type === "numeric") return `coalesce(${old} + 0.000000000001, 1)`;
  if (["bigint", "integer", "smallint"].includes(type)) return `coalesce(${old} + 1, 1)`;
  return `case when ${old} is null or ${old} = '' then 'x'
    else overlay(${old} placing case right(${old}, 1) when '0' then '1' else '0' end from length(${old})) end`;
}

describe("an untouched ledger", () => {
  test("verifies, and every row was checked", async () => {
    const report = await verifyAudit(ctx.db);
    expect(report.problems).toEqual([]);
    let rows = 0;
    for (const table of LEDGER_TABLES) rows += (await owner.query(`select 1 from ${table}`)).rowCount ?? 0;
    expect(report).toMatchObject({ ok: true, rows_checked: rows });
    expect(report.head?.seq).toBe(report.events);
  });

  test("hashes every column of every ledger table", async () => {
    for (const table of LEDGER_TABLES) {
      const names = (await columnsOf(table)).map((column) => column.name);
      expect([...LEDGER_FORMAT.columns(table)].sort()).toEqual(names.sort());
    }
  });

  test("chains of two environments are separate", async () => {
    const sandbox = db.context({ ...tenant, environment: "sandbox" });
    expect(await verifyAudit(sandbox.db)).toMatchObject({ ok: true, events: 0, head: null });
    await record(sandbox, [ledgerLine(1)]);
    const report = await verifyAudit(sandbox.db);
    expect(report).toMatchObject({ ok: true, events: 4, head: { seq: 4 } });
  });
});

describe("one change anywhere is found", () => {
  for (const table of [...LEDGER_TABLES, "audit_events", "audit_heads"]) {
    test(`in any column of ${table}`, async () => {
      // Constraints would refuse some forgeries; who can write as the owner can drop them first.
      await owner.query("set session_replication_role = replica");
      const where = `tenant_id = '${tenant.id}' and environment = 'live'`;
      for (const { name, type, generated } of await columnsOf(table)) {
        if (generated) continue;
        const change = `update ${table} set "${name}" = ${otherValue(name, type)} where ctid =
          (select ctid from ${table} where ${where} order by ctid desc limit 1)`;
        const constraint = await owner.query<{ name: string }>(
          `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
          [table],
        );
        const drops = constraint.rows.map((row) => `alter table ${table} drop constraint "${row.name}";`).join(" ");
        await owner.query("begin");
        try {
          if (drops !== "") await owner.query(drops);
          const { rowCount } = await owner.query(change);
          expect(rowCount, `${table}.${name}`).toBe(1);
          const report = await verifyAudit(ownerQueries());
          expect(report.ok, `${table}.${name}`).toBe(false);
        } finally {
          await owner.query("rollback");
        }
      }
      await owner.query("set session_replication_role = origin");
    });
  }

  test("a row that was added beside the service", async () => {
    const report = await verifyWith(`
      insert into documents (tenant_id, environment, id, sha256, name, size_bytes, format, document_type)
      values ('${tenant.id}', 'live', '01900000-0000-7000-8000-000000000001', repeat('a', 64), 'x', 1, 'ubl', 'invoice')`);
    expect(report.problems).toMatchObject([
      { kind: "row_without_event", subject: "documents 01900000-0000-7000-8000-000000000001" },
    ]);
  });

  test("a row that was removed", async () => {
    for (const table of LEDGER_TABLES) {
      const report = await verifyWith(`delete from ${table} where tenant_id = '${tenant.id}' and environment = 'live'`);
      expect(new Set(report.problems.map((problem) => problem.kind))).toEqual(new Set(["row_missing"]));
    }
  });

  test("another spelling of the same number in a payload", async () => {
    const report = await verifyWith(`
      update audit_events set payload = replace(payload::text, '"line_number": 1', '"line_number": 1.0')::jsonb
      where tenant_id = '${tenant.id}' and payload ? 'line_number'`);
    expect(report.ok).toBe(false);
  });

  test("an event that was removed from the middle or the tail", async () => {
    const middle = await verifyWith(`delete from audit_events where tenant_id = '${tenant.id}' and seq = 2`);
    expect(middle.problems.map((problem) => problem.kind)).toContain("event_missing");
    const tail = await verifyWith(`delete from audit_events where tenant_id = '${tenant.id}' and environment = 'live'
      and seq = (select max(seq) from audit_events where tenant_id = '${tenant.id}' and environment = 'live')`);
    expect(tail.problems.map((problem) => problem.kind)).toContain("head_mismatch");
  });

  test("a tail that was removed together with the head", async () => {
    const report = await verifyWith(`
      with kept as (select seq, hash from audit_events where tenant_id = '${tenant.id}' and environment = 'live' and seq = 1),
      cut as (delete from audit_events where tenant_id = '${tenant.id}' and environment = 'live' and seq > 1)
      update audit_heads h set seq = kept.seq, hash = kept.hash from kept
      where h.tenant_id = '${tenant.id}' and h.environment = 'live'`);
    expect(report.problems.map((problem) => problem.kind)).toContain("row_without_event");
  });

  test("an original that is missing", async () => {
    const report = await verifyAudit(ctx.db, ctx.files);
    expect(report.problems).toMatchObject([{ kind: "file_changed" }]);
    expect(report.files_checked).toBe(1);
  });
});

test("events that are appended at the same time form one chain without gaps", async () => {
  const other = db.context(await db.tenant());
  const append = (index: number) =>
    other.db.transaction((tx) =>
      appendAudit(other, tx, [{ action: "department.created", subject: `d${index}`, payload: { index } }]),
    );
  const appended = (await Promise.all(Array.from({ length: 20 }, (_, index) => append(index)))).flat();
  expect(appended.map((event) => event.seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(await verifyAudit(other.db)).toMatchObject({ ok: true, events: 20 });
});

test("the service itself may not change or remove what it wrote", async () => {
  for (const table of [...LEDGER_TABLES, "audit_events"]) {
    const column = table === "audit_events" ? "subject" : "id";
    const update = statement(`update ${table} set ${column} = ${column} where tenant_id = $1 and environment = $2`);
    const remove = statement(`delete from ${table} where tenant_id = $1 and environment = $2`);
    await expect(ctx.db.transaction((tx) => tx.rows(update))).rejects.toThrow(/permission denied/);
    await expect(ctx.db.transaction((tx) => tx.rows(remove))).rejects.toThrow(/permission denied/);
  }
});
