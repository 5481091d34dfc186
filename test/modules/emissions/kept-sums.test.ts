import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { lockAuditChain } from "../../../src/modules/audit/index.ts";
import { compareRollups, newEntries, recordEntries } from "../../../src/modules/emissions/index.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { MIGRATIONS } from "../../../src/composition/service.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { correctRandomly } from "../../support/random-corrections.ts";
import { departmentIds, randomLines } from "../../support/random-lines.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(async () => {
  await db.close();
});

const SUBTOTALS = statement(`
  select resolution, department_id, starts_on, scope, scope3_category, category_key, market_based_kg, entry_count
  from emission_subtotals where tenant_id = $1 and environment = $2
  order by resolution, department_id, starts_on, scope, category_key limit 100`);

const COLUMNS = [
  "market_based_kg",
  "location_based_kg",
  "biogenic_co2_kg",
  "weight_kg",
  "spend_based_kg",
  "primary_kg",
  "quality_weighted_kg",
  "product_kg",
  "stated_kg",
  "market_based_fallback_kg",
  "life_cycle_kg",
  "spend_region_substituted_kg",
  "factor_year_distant_kg",
  "entry_count",
  "closing_count",
];

/** Came with a later migration. */
const BESIDE = [
  "product_kg",
  "stated_kg",
  "market_based_fallback_kg",
  "life_cycle_kg",
  "spend_region_substituted_kg",
  "factor_year_distant_kg",
  "closing_count",
];

/** Adds $3 to one column of the row with the lowest key. */
function shift(table: string, key: string, where: string, column: string) {
  const rows = `select tenant_id, environment, ${key} from ${table}
    where tenant_id = $1 and environment = $2 and ${where} order by ${key} limit 1`;
  return statement(
    `update ${table} set ${column} = ${column} + $3::int where (tenant_id, environment, ${key}) in (${rows})`,
  );
}

describe("kept sums", () => {
  test("stay the sums of the current entries when documents are recorded and read again on other days", async () => {
    const ctx = db.context(await db.tenant());
    for (let round = 0; round < 4; round += 1) {
      await record(ctx, randomLines(20, 50 + round));
      expect(await compareRollups(ctx.db)).toEqual([]);
      await correctRandomly(ctx, 15, round);
      expect(await compareRollups(ctx.db)).toEqual([]);
    }
  });

  test("have the UTC month and day of an entry, all departments and its own, and categories by day and month", async () => {
    const ctx = db.context(await db.tenant());
    const date = "2026-01-01T01:00:00+02:00";
    await record(ctx, [ledgerLine(1, { date, department_id: departmentIds[0] })]);
    const all = "00000000-0000-0000-0000-000000000000";
    const figures = { scope: 1, scope3_category: 0, market_based_kg: "554.3615", entry_count: 1 };
    const of = (resolution: string, department_id: string, starts_on: string, category_key = "") => ({
      ...figures,
      resolution,
      department_id,
      starts_on,
      category_key,
    });
    expect(await ctx.db.rows(SUBTOTALS)).toEqual([
      of("category_day", all, "2025-12-31", "energy.fuel.natural_gas"),
      of("category_month", all, "2025-12-01", "energy.fuel.natural_gas"),
      of("day", all, "2025-12-31"),
      of("day", departmentIds[0], "2025-12-31"),
      of("month", all, "2025-12-01"),
      of("month", departmentIds[0], "2025-12-01"),
    ]);
  });

  test("the consistency check finds one that is off, in any of its columns and at any resolution", async () => {
    const ctx = db.context(await db.tenant());
    await record(ctx, randomLines(25, 7));
    const monthly = ["emission_rollups", "ym, scope, scope3_category, category_key, department_id"] as const;
    const others = [
      "emission_subtotals",
      "resolution, department_id, starts_on, scope, scope3_category, category_key",
    ] as const;
    const kept = [
      [...monthly, "true", "rollup"],
      [...others, "resolution = 'month'", "month"],
      [...others, "resolution = 'day'", "day"],
      [...others, "resolution = 'category_day'", "category_day"],
      [...others, "resolution = 'category_month'", "category_month"],
    ] as const;
    for (const [table, key, where, resolution] of kept) {
      for (const column of COLUMNS) {
        const off = shift(table, key, where, column);
        await ctx.db.transaction((tx) => tx.rows(off, [1]));
        expect(await compareRollups(ctx.db)).toMatchObject([{ resolution }]);
        await ctx.db.transaction((tx) => tx.rows(off, [-1]));
      }
    }
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("of a ledger that was there before them are made by the migration", async () => {
    const ctx = db.context(await db.tenant());
    await record(ctx, randomLines(25, 8));
    await correctRandomly(ctx, 10, 8);
    const owner = new Client(driverSettings(db.connection));
    await owner.connect();
    try {
      await owner.query("drop table emission_subtotals");
      await owner.query(await readFile(join(MIGRATIONS, "0020-rollups.sql"), "utf8"));
      await owner.query(`update emission_rollups set ${BESIDE.map((column) => `${column} = 0`).join(", ")}`);
      // As a migration runs: in a transaction.
      for (const file of [
        "0161-what-totals-rest-on.sql",
        "0421-spend-of-other-regions.sql",
        "0479-months-of-categories.sql",
        "0482-kilograms-of-distant-years.sql",
      ]) {
        await owner.query(`begin; ${await readFile(join(MIGRATIONS, file), "utf8")}; commit`);
      }
    } finally {
      await owner.end();
    }
    expect(await compareRollups(ctx.db)).toEqual([]);
    await record(ctx, randomLines(25, 9));
    expect(await compareRollups(ctx.db)).toEqual([]);
  });

  test("an entry that supersedes an unknown one is refused, and nothing is written", async () => {
    const ctx = db.context(await db.tenant());
    const source = {
      activity_id: ctx.newId(),
      activity_split_id: ctx.newId(),
      department_id: null,
      transaction_date: "2026-01-01",
    };
    const entries = newEntries(ctx, source, [calculatedEntry()]).map((entry) => ({
      ...entry,
      supersedes_entry_id: ctx.newId(),
    }));
    const written = ctx.db.transaction(async (tx) => {
      await lockAuditChain(tx);
      return await recordEntries(tx, entries);
    });
    await expect(written).rejects.toThrow("supersedes an unknown entry");
    expect(await ctx.db.rows(SUBTOTALS)).toEqual([]);
    expect(await compareRollups(ctx.db)).toEqual([]);
  });
});
