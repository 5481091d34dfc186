import { performance } from "node:perf_hooks";
import type { Client } from "pg";
import { SCOPES } from "../src/core/scopes.ts";
import { writeKey } from "../src/modules/api-keys/mint-api-key.ts";
import { compareRollups } from "../src/modules/emissions/index.ts";
import { createTenant } from "../src/modules/tenants/index.ts";
import type { Service } from "../src/composition/service.ts";
import type { BenchDatabase } from "./database.ts";
import {
  CREATE_DEPARTMENTS,
  CREATE_LINES,
  INDEXES,
  INSERT_COPIES,
  INSERT_CORRECTIONS,
  INSERT_ENTRIES,
  INSERT_ROLLUPS,
  INSERT_SUBTOTALS,
} from "./seed-sql.ts";

export interface SeedPlan {
  /** Entries of the measured company. */
  readonly entries: number;
  /** Entries of each of the other companies, whose rows lie in the same tables. */
  readonly other_entries: number;
}

/** A company with keys enough that its load stays below the specification's limit per key. */
export interface SeededTenant {
  readonly id: string;
  readonly keys: readonly string[];
}

export interface SeededTenants {
  readonly measured: SeededTenant;
  readonly others: readonly string[];
}

const OTHER_TENANTS = 20;
const KEYS_PER_TRANSACTION = 50;

/** Companies and live keys through the service's own code. */
export async function createTenants(service: Service, keyCount: number): Promise<SeededTenants> {
  const others: string[] = [];
  const measured = await createTenant(service.tenantAdmin, { name: "Bench A/S", country: "DK", plan: "enterprise" });
  for (let index = 0; index < OTHER_TENANTS; index += 1) {
    const name = `Anden virksomhed ${index} ApS`;
    others.push((await createTenant(service.tenantAdmin, { name, country: "DK", plan: "enterprise" })).id);
  }
  return { measured: { id: measured.id, keys: await mintKeys(service, measured.id, keyCount) }, others };
}

export async function mintKeys(service: Service, tenantId: string, count: number): Promise<string[]> {
  const ctx = await service.operatorContext(tenantId, "live", "operator:bench");
  const keys: string[] = [];
  while (keys.length < count) {
    const missing = Math.min(KEYS_PER_TRANSACTION, count - keys.length);
    await ctx.db.transaction(async (tx) => {
      for (let made = 0; made < missing; made += 1) {
        // More than a company may have: the load of many companies falls on one ledger.
        keys.push((await writeKey(ctx, tx, { name: `Bench ${keys.length}`, scopes: SCOPES })).key);
      }
    });
  }
  return keys;
}

/**
 * Fills the ledger of all companies. The server must run in its loading phase: the rows go into tables that the same
 * transaction has emptied, so that they need no write-ahead log. Ends with every index, fresh statistics and proof by the
 * service's own comparison that sums and entries agree.
 */
export async function seedEntries(bench: BenchDatabase, tenants: SeededTenants, plan: SeedPlan): Promise<void> {
  const { admin, service } = bench;
  await load(admin, tenants, async () => {
    await admin.query("truncate emission_entries, emission_rollups, emission_subtotals, departments");
    await admin.query("select setseed(0.42)");
    await admin.query(CREATE_LINES);
    await insertTenant(admin, tenants.measured.id, plan.entries);
    for (const id of tenants.others) await insertTenant(admin, id, plan.other_entries);
    await admin.query("drop table seed_lines");
  });
  const differences = await compareRollups(service.database.tenant(tenants.measured.id, "live"));
  if (differences.length > 0) throw new Error(`seeded sums differ from the entries: ${JSON.stringify(differences[0])}`);
}

/** Makes the measured company `times` as large. */
export async function multiplyEntries(bench: BenchDatabase, tenants: SeededTenants, times: number): Promise<void> {
  const { admin } = bench;
  await load(admin, tenants, async () => {
    await admin.query(INSERT_COPIES, [tenants.measured.id, times - 1]);
    await admin.query("truncate emission_rollups, emission_subtotals");
  });
}

/** Runs `insert` without indexes, then makes indexes, all sums and statistics. */
async function load(admin: Client, tenants: SeededTenants, insert: () => Promise<void>): Promise<void> {
  const began = performance.now();
  const indexes = (await admin.query<{ remove: string; make: string }>(INDEXES)).rows;
  await admin.query("begin");
  for (const index of indexes) await admin.query(index.remove);
  await insert();
  const inserted = performance.now();
  for (const index of indexes) await admin.query(index.make);
  const indexed = performance.now();
  await admin.query(INSERT_ROLLUPS);
  for (const id of [tenants.measured.id, ...tenants.others]) await admin.query(INSERT_SUBTOTALS, [id]);
  await admin.query("commit");
  await admin.query("vacuum (analyze, freeze) emission_entries");
  await admin.query("vacuum (analyze, freeze) emission_rollups, emission_subtotals");
  await admin.query("checkpoint");
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(0);
  const done = performance.now();
  console.error(
    `ledger loaded in ${seconds(began, done)} s: rows ${seconds(began, inserted)} s, ` +
      `indexes ${seconds(inserted, indexed)} s, sums and statistics ${seconds(indexed, done)} s`,
  );
}

async function insertTenant(admin: Client, tenantId: string, count: number): Promise<void> {
  await admin.query(CREATE_DEPARTMENTS, [tenantId]);
  await admin.query(INSERT_ENTRIES, [tenantId, count]);
  await admin.query(INSERT_CORRECTIONS, [tenantId]);
}
