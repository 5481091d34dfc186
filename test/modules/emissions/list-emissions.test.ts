import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { page } from "../../../src/core/page.ts";
import { statement } from "../../../src/core/statement.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { emissionEntry } from "../../../src/modules/emissions/emission-entry.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { LINEAGE_EXAMPLE } from "../../../src/modules/emissions/lineage-example.ts";
import { lineageRecord } from "../../../src/modules/emissions/lineage-record.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, GAS_FACTOR, ledgerLine, record } from "../../support/ledger.ts";
import { addDepartments, categoryKeys, departmentIds, randomLines } from "../../support/random-lines.ts";

let db: TestDatabase;
let ctx: Context;

const emissionPage = page(emissionEntry);
type Entry = z.infer<typeof emissionEntry>;

const ALL = statement(`
  select id, department_id from emission_entries where tenant_id = $1 and environment = $2
  order by created_at desc, id desc limit 5000`);

/** Entries that nothing superseded and that end no other. */
const COUNTING = statement(`
  select e.id from emission_entries e where e.tenant_id = $1 and e.environment = $2 and not e.inputs ? 'superseded_entry_id'
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
  order by e.created_at desc, e.id desc limit 5000`);

async function pageOf(context: Context, input: object): Promise<z.infer<typeof emissionPage>> {
  return emissionPage.parse(JSON.parse(toJsonText(await invoke(listEmissions, context, input))));
}

async function walk(context: Context, filter: object, between?: () => Promise<unknown>): Promise<Entry[]> {
  const items: Entry[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 200; turn += 1) {
    const { items: shown, next_cursor } = await pageOf(context, { limit: 40, ...filter, ...(cursor && { cursor }) });
    items.push(...shown);
    cursor = next_cursor;
    if (cursor === null) return items;
    await between?.();
  }
  throw new Error("the list has no end");
}

beforeAll(async () => {
  db = await testDatabase();
  // After every entry: a list without an end ends today.
  db.clock.set("2027-01-01T00:00:00Z");
  ctx = db.context(await db.tenant());
  await addDepartments(ctx);
  for (let index = 0; index < 8; index += 1) await record(ctx, randomLines(20, 100 + index));
});

afterAll(async () => {
  await db.close();
});

describe("list_emissions", () => {
  test("lists every entry once, newest first, in the declared form", async () => {
    const rows = await ctx.db.rows<{ id: string }>(ALL);
    expect((await walk(ctx, {})).map((entry) => entry.id)).toEqual(rows.map((row) => row.id));
    expect((await walk(ctx, { limit: 200 })).map((entry) => entry.id)).toEqual(rows.map((row) => row.id));
  });

  test("every combination of filters is walked without loss or repeat while entries are recorded", async () => {
    const all = await walk(ctx, {});
    const rows = await ctx.db.rows<{ id: string; department_id: string | null }>(ALL);
    const departments = new Map(rows.map((row) => [row.id, row.department_id]));
    const known = new Set(all.map((entry) => entry.id));
    let combinations = 0;
    for (const scope of [undefined, "1", 2, 3]) {
      for (const category_id of [undefined, categoryKeys[1]]) {
        for (const department_id of [undefined, departmentIds[0]]) {
          for (const period of [
            {},
            { from: "2025-02-10" },
            { to: "2025-06-30" },
            { from: "2024-11-05", to: "2026-03-20" },
          ]) {
            combinations += 1;
            const filter = {
              ...(scope && { scope }),
              ...(category_id && { category_id }),
              ...(department_id && { department_id }),
            };
            const { from, to } = { from: undefined, to: undefined, ...period };
            const expected = all.filter(
              (entry) =>
                (scope === undefined || entry.scope === String(scope)) &&
                (category_id === undefined || entry.category_id === category_id) &&
                (department_id === undefined || departments.get(entry.id) === department_id) &&
                (from === undefined || entry.transaction_date.slice(0, 10) >= from) &&
                (to === undefined || entry.transaction_date.slice(0, 10) <= to),
            );
            const walked = await walk(ctx, { ...filter, ...period, limit: 7 }, () =>
              record(ctx, [ledgerLine(1, { date: "2025-03-03", department_id: departmentIds[0] })]),
            );
            expect(new Set(walked.map((entry) => entry.id)).size).toBe(walked.length);
            expect(walked.filter((entry) => known.has(entry.id)).map((entry) => entry.id)).toEqual(
              expected.map((entry) => entry.id),
            );
          }
        }
      }
    }
    expect(combinations).toBe(64);
  });

  test("kg have at most 6 decimals, rounded half up", async () => {
    const own = db.context(await db.tenant());
    const figures = { market_based_kg: "0.0000005", location_based_kg: "-1.2345678", biogenic_co2_kg: "10.500000" };
    await record(own, [ledgerLine(1, { entries: [calculatedEntry(figures)] })]);
    const { items } = await pageOf(own, {});
    expect(items).toMatchObject([
      { co2e_market_based_kg: 0.000001, co2e_location_based_kg: -1.234568, biogenic_co2_kg: 10.5 },
    ]);
  });

  test("a page is full however many of the newest entries count no more", async () => {
    const own = db.context(await db.tenant());
    const { activity_ids } = await record(
      own,
      Array.from({ length: 70 }, (_, index) => ledgerLine(index + 1, { date: "2026-03-15" })),
    );
    const march = { from: "2026-03-01", to: "2026-03-31" };
    const before = (await walk(own, {})).map((entry) => entry.id);
    for (const id of activity_ids.slice(20)) await invoke(excludeActivity, own, { id, reason: "sent twice" });
    const rows = await own.db.rows<{ id: string }>(COUNTING);
    const left = rows.map((row) => row.id);
    expect(left.length).toBeLessThan(before.length);
    for (const limit of [1, 7, 10, 25, 50]) {
      for (const filter of [{}, march]) {
        expect((await walk(own, { ...filter, limit })).map((entry) => entry.id)).toEqual(left);
        expect((await pageOf(own, { ...filter, limit })).items).toHaveLength(Math.min(limit, left.length));
      }
    }
  });

  test("a category with characters that JSON escapes is still valid JSON", async () => {
    const own = db.context(await db.tenant());
    await record(own, [ledgerLine(1, { entries: [calculatedEntry({ category_key: 'a"b\\c\u2028' })] })]);
    expect(await pageOf(own, {})).toMatchObject({
      items: [{ category_id: 'a"b\\c\u2028' }],
    });
  });

  test("a cursor with one character changed, or for other filters, is refused", async () => {
    const { next_cursor } = await pageOf(ctx, { limit: 5 });
    const cursor = next_cursor ?? "";
    const forged = cursor.slice(0, -1) + (cursor.endsWith("A") ? "B" : "A");
    for (const input of [{ cursor: forged }, { cursor: "x" }, { cursor, scope: 1 }, { cursor, from: "2025-01-01" }]) {
      await expect(invoke(listEmissions, ctx, input)).rejects.toMatchObject({ code: "pagination.invalid_cursor" });
    }
  });

  test("[contract 2.2.entries, 4.4.emissions] bounds of the date filter are inclusive on both ends", async () => {
    const own = db.context(await db.tenant());
    await record(own, [ledgerLine(1, { date: "2026-03-31" })]);
    for (const input of [
      { from: "2026-03-31", to: "2026-03-31" },
      { from: "2026-03-31T00:00:00Z", to: "2026-03-31T00:00:00Z" },
      { from: "2026-03-31T02:00:00+02:00" },
    ]) {
      expect((await pageOf(own, input)).items).toHaveLength(1);
    }
    for (const input of [{ from: "2026-03-31T00:00:00.000001Z" }, { to: "2026-03-30" }]) {
      expect((await pageOf(own, input)).items).toHaveLength(0);
    }
  });

  test("another tenant and the other environment see nothing", async () => {
    const tenant = await db.tenant();
    const own = db.context(tenant);
    await record(own, [ledgerLine(1)]);
    expect((await pageOf(db.context({ ...tenant, environment: "sandbox" }), {})).items).toEqual([]);
    expect((await pageOf(db.context(await db.tenant()), { from: "2020-01-01" })).items).toEqual([]);
  });
});

describe("get_emission_lineage", () => {
  test("[contract 2.2.lineage] leads from the entry to the document, the factor and the proof", async () => {
    const own = db.context(await db.tenant());
    const upstream = calculatedEntry({ scope: 3, scope3_category: 3, is_upstream: true });
    await record(own, [ledgerLine(1, { entries: [calculatedEntry(), upstream] })]);
    const { items } = await pageOf(own, { scope: "1" });
    const lineage = lineageRecord.parse(await invoke(getEmissionLineage, own, { id: items[0]?.id }));
    expect(lineage).toMatchObject({
      emission_entry: { ...items[0] },
      activity: { line_number: 1, quantity: 245, unit: "Nm3", document_id: lineage.document.id },
      document: { sha256: lineage.activity.document_sha256 },
      emission_factor: { id: GAS_FACTOR.id, factor_value: 2.2627, unit_denominator: "Nm3", year: 2023 },
      calculation: { formula: "245 Nm3 x 2.2627 kg CO2e/Nm3 = 554.3615 kg CO2e" },
      companions: [{ scope: "3", scope3_category: 3 }],
      history: { category_changes: [], superseded_entries: [] },
    });
    expect(lineage.history.audit_events.map((event) => event.action)).toEqual([
      "document.recorded",
      "activity.recorded",
      "activity_split.recorded",
      "emission_entry.calculated",
    ]);
    const { head } = await verifyAudit(own.db);
    expect(lineage.audit).toMatchObject({ chain_seq: 4, entry_hash: lineage.history.audit_events.at(-1)?.hash });
    expect(head?.seq).toBe(5);
  });

  test("an unknown and a foreign entry are the same to the caller", async () => {
    const { items } = await pageOf(ctx, { limit: 1 });
    const other = db.context(await db.tenant());
    const refusals = await Promise.all(
      [items[0]?.id, "01900000-0000-7000-8000-000000000009"].map((id) =>
        invoke(getEmissionLineage, other, { id }).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toMatchObject({ code: "resource.not_found" });
    expect(refusals[1]).toEqual(refusals[0]);
  });

  test("its documented example has the declared form", () => {
    expect(lineageRecord.parse(LINEAGE_EXAMPLE)).toEqual(LINEAGE_EXAMPLE);
  });
});
