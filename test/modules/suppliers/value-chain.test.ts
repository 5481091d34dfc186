import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { getSupplier } from "../../../src/modules/suppliers/get-supplier.ts";
import { getValueChainCoverage } from "../../../src/modules/suppliers/get-value-chain-coverage.ts";
import { getValueChainExposure } from "../../../src/modules/suppliers/get-value-chain-exposure.ts";
import { listSuppliers } from "../../../src/modules/suppliers/list-suppliers.ts";
import { recordSupplierDisclosure } from "../../../src/modules/suppliers/record-supplier-disclosure.ts";
import { registerSupplier } from "../../../src/modules/suppliers/register-supplier.ts";
import { verifySupplierDisclosure } from "../../../src/modules/suppliers/verify-supplier-disclosure.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, type LineOptions, record } from "../../support/ledger.ts";

let db: TestDatabase;
let ctx: Context;

const EVIDENCE = { evidence_sha256: "a".repeat(64) };

interface Bought {
  readonly name: string | null;
  readonly number?: string | null;
  readonly amount: string | null;
  readonly currency?: string;
  readonly options?: LineOptions;
}

let line = 0;
/** A line of 2025 from a supplier, with scope 3 entries of `kg` when it is classified. */
async function buy(to: Context, { name, number = null, amount, currency = "DKK", options = {} }: Bought, kg = "10") {
  line += 1;
  const entries = [calculatedEntry({ scope: 3, scope3_category: 1, market_based_kg: kg, location_based_kg: kg })];
  const base = ledgerLine(line, { date: "2025-05-05", entries, ...options });
  const split = { ...base.split, allocated_amount: amount, allocated_currency: amount === null ? null : currency };
  const activity = { ...base, split, supplier_name: name, supplier_identifier: number };
  await record(to, [activity]);
}

// The operation's own output schema stands behind this shape; tests name the members that they look at.
interface Answer {
  readonly [member: string]: unknown;
}
async function call(operation: Operation, input: object, as: Context = ctx): Promise<Answer> {
  const value = await invoke(operation, as, input);
  return operation.output.parse(value) as Answer;
}

const suppliersOf = (answer: Answer) => (answer["items"] ?? answer["suppliers"]) as readonly Answer[];
const named = (answer: Answer, name: string) =>
  suppliersOf(answer).find((supplier) => supplier["supplier_name"] === name);

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await buy(ctx, { name: "Skovens Trælast A/S", number: "17320508", amount: "1000" }, "300");
  await buy(ctx, { name: "SKOVENS TRÆLAST", number: "DK 17 32 05 08", amount: "-200" }, "-60");
  await buy(ctx, { name: "Skyhost Ltd", number: "IE6388047", amount: "100", currency: "EUR" });
  await buy(ctx, { name: "Far Away Inc", amount: "55", currency: "XXX" });
  await buy(ctx, { name: null, amount: "40" });
  await buy(ctx, { name: "Skattestyrelsen", amount: "9999", options: { status: "excluded" } });
  await buy(ctx, { name: "Købmand Jensen", amount: "12.5", options: { status: "pending_review" } });
  await buy(ctx, { name: "Sidste År ApS", amount: "70", options: { date: "2024-12-31" } });
});
afterAll(() => db.close());

describe("trade of a year", () => {
  test("joins the spellings of a supplier, subtracts credit notes, converts currencies and leaves excluded lines out", async () => {
    const answer = await call(getValueChainExposure, { year: 2025 });
    const rows = suppliersOf(answer).map((row) => [row["supplier_name"], row["enterprise_trade_amount"]]);
    expect(rows[0]).toEqual(["Skovens Trælast A/S", 800]);
    // 100 EUR at the Danish central rate or the year's average: between 745 and 747 DKK.
    expect(rows[1]?.[0]).toBe("Skyhost Ltd");
    expect(rows[1]?.[1]).toBeGreaterThan(745);
    expect(rows[1]?.[1]).toBeLessThan(747);
    expect(rows.slice(2)).toEqual([["Købmand Jensen", 12.5]]);
    expect(answer).toMatchObject({
      currency: "DKK",
      left_out: { not_converted: [{ currency: "XXX", amount: 55, line_count: 1 }], possible_duplicate_line_count: 0 },
    });
  });

  test("[contract 4.2.suppliers] ranks by trade amount with shares of the whole, spend without a supplier included", async () => {
    const answer = await call(getValueChainExposure, { year: 2025, limit: 1 });
    const total = Number(answer["total_trade_amount"]);
    expect(total).toBeGreaterThan(800 + 745 + 40 + 12.5);
    expect(suppliersOf(answer)).toHaveLength(1);
    const every = await call(getValueChainExposure, { year: 2025 });
    const others = suppliersOf(every).slice(1);
    expect(others.length).toBeGreaterThan(0);
    const trade_amount = others.reduce((sum, row) => sum + Number(row["enterprise_trade_amount"]), 0);
    expect(answer["not_shown"]).toEqual({
      supplier_count: others.length,
      trade_amount: expect.closeTo(trade_amount, 5),
    });
    expect(every["not_shown"]).toEqual({ supplier_count: 0, trade_amount: 0 });
    expect(suppliersOf(answer)[0]).toMatchObject({
      share_pct: expect.closeTo(80_000 / total, 5),
      estimated_co2e_kg: 240,
    });
  });

  test("lines that wait as possible duplicates are counted apart", async () => {
    const own = db.context(await db.tenant());
    const reviewReason = { code: "possible_duplicate", detail: "Document is there already." } as const;
    await buy(own, {
      name: "To Gange ApS",
      amount: "10",
      options: { activity: { result: { kind: "review", reviewReason } } },
    });
    const answer = await call(getValueChainCoverage, { year: 2025 }, own);
    expect(answer).toMatchObject({ total_trade_amount: 0, coverage_pct: null });
    expect(answer).toMatchObject({ left_out: { possible_duplicate_line_count: 1 } });
  });
});

describe("list_suppliers", () => {
  test("takes the newest year with purchases when none is given, newest supplier first", async () => {
    const answer = await call(listSuppliers, {});
    const rows = suppliersOf(answer);
    expect(new Set(rows.map((row) => row["report_year"]))).toEqual(new Set([2025]));
    expect(rows.map((row) => row["supplier_name"])).toEqual([
      "Købmand Jensen",
      "Far Away Inc",
      "Skyhost Ltd",
      "Skovens Trælast A/S",
    ]);
    expect(named(answer, "Far Away Inc")).toMatchObject({ enterprise_trade_amount: 0, status: "none" });
  });

  test("is walked in pages without loss or repeat, also while a supplier of the list is acted on", async () => {
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const input: object = { year: 2025, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const page: Answer = await call(listSuppliers, input);
      seen.push(...suppliersOf(page).map((row) => row["supplier_name"]));
      cursor = page["next_cursor"] ?? undefined;
      await call(registerSupplier, { supplier_name: "Skyhost Ltd", supplier_identifier: "IE6388047", employees: 12 });
    } while (cursor !== undefined);
    expect(seen).toEqual(["Købmand Jensen", "Far Away Inc", "Skyhost Ltd", "Skovens Trælast A/S"]);
  });

  test("another company sees nothing of it, not even by id", async () => {
    const other = db.context(await db.tenant());
    expect(await call(listSuppliers, { year: 2025 }, other)).toEqual({ items: [], next_cursor: null });
    const id = named(await call(listSuppliers, { year: 2025 }), "Skovens Trælast A/S")?.["id"];
    await expect(call(getSupplier, { id }, other)).rejects.toMatchObject({ code: "resource.not_found" });
    const seen = await call(getSupplier, { id, year: 2024 });
    expect(seen).toMatchObject({ supplier: { report_year: 2024, enterprise_trade_amount: 0 }, allocation: null });
  });
});

describe("coverage", () => {
  test("is null without any spend, not 0 and not 100", async () => {
    const empty = db.context(await db.tenant());
    await call(registerSupplier, { supplier_name: "Ingen Handel ApS" }, empty);
    const answer = await call(getValueChainCoverage, { year: 2025 }, empty);
    expect(answer).toMatchObject({ coverage_pct: null, total_supplier_count: 1, total_trade_amount: 0 });
  });

  test("[contract 2.2.supplier] counts disclosed and verified spend only; the estimate stays beside the allocated figure", async () => {
    const own = db.context(await db.tenant());
    await buy(own, { name: "A ApS", number: "10000001", amount: "600" }, "100");
    await buy(own, { name: "B ApS", number: "10000002", amount: "300" });
    await buy(own, { name: null, amount: "100" });
    const idOf = async (name: string) => named(await call(listSuppliers, { year: 2025 }, own), name)?.["id"];
    const a = await idOf("A ApS");
    const give = (id: unknown, totals: object) =>
      call(recordSupplierDisclosure, { id, report_year: 2025, totals, ...EVIDENCE }, own);
    await give(a, { scope1_kg: 1000, turnover: { amount: 6000, currency: "DKK" } });
    expect(await call(getValueChainCoverage, { year: 2025 }, own)).toMatchObject({
      coverage_pct: 0,
      by_status: { partially_disclosed: { supplier_count: 1, trade_amount: 600 } },
    });
    const turnover = { amount: 6000, currency: "DKK" };
    await give(a, {
      scope1_kg: 1000,
      scope2_location_kg: 900,
      scope2_market_kg: 500,
      scope3_upstream_kg: 1500,
      turnover,
    });
    const covered = {
      coverage_pct: 60,
      covered_trade_amount: 600,
      total_trade_amount: 1000,
      unattributed_trade_amount: 100,
    };
    expect(await call(getValueChainCoverage, { year: 2025 }, own)).toMatchObject(covered);
    await call(verifySupplierDisclosure, { id: a, report_year: 2025 }, own);
    expect(await call(getValueChainCoverage, { year: 2025 }, own)).toMatchObject(covered);
    // (1000 + 500 market-based + 1500) kg x 600 / 6000 = 300 kg
    expect(named(await call(listSuppliers, { year: 2025 }, own), "A ApS")).toMatchObject({
      disclosure_status: "verified",
      disclosed_co2e_kg: 300,
      allocation_method: "economic",
      estimated_co2e_kg: 100,
    });
    expect(await call(getSupplier, { id: a, year: 2025 }, own)).toMatchObject({
      allocation: { formula: "3000 kg CO2e x 600 DKK / 6000 DKK = 300 kg CO2e", not_allocated_reason: null },
      disclosures: [{ is_complete: true }, { is_complete: false }],
    });
  });

  test("no part is taken of a turnover that is smaller than the purchases; product footprints are summed", async () => {
    const own = db.context(await db.tenant());
    await buy(own, { name: "Lille ApS", number: "10000003", amount: "600" });
    await buy(own, { name: "Vare ApS", number: "10000004", amount: "600" });
    const list = await call(listSuppliers, { year: 2025 }, own);
    const id = named(list, "Lille ApS")?.["id"];
    const totals = {
      scope1_kg: 1,
      scope2_market_kg: 1,
      scope3_upstream_kg: 1,
      turnover: { amount: 5, currency: "DKK" },
    };
    await call(recordSupplierDisclosure, { id, report_year: 2025, totals, ...EVIDENCE }, own);
    const seen = await call(getSupplier, { id, year: 2025 }, own);
    expect(seen).toMatchObject({
      supplier: { disclosed_co2e_kg: null },
      allocation: { formula: null, not_allocated_reason: "the purchases exceed the turnover that the supplier gave" },
    });
    const products = [
      { name: "Planke", quantity: 3, unit: "m3", kg_co2e_per_unit: 40.5 },
      { name: "Liste", quantity: 10, unit: "m", kg_co2e_per_unit: 0.25 },
    ];
    const wares = { id: named(list, "Vare ApS")?.["id"], report_year: 2025, products, ...EVIDENCE };
    const partial = await call(recordSupplierDisclosure, wares, own);
    expect(partial).toMatchObject({ disclosure_status: "partially_disclosed", kind: "products", turnover: null });
    await call(recordSupplierDisclosure, { ...wares, covers_all_purchases: true }, own);
    expect(named(await call(listSuppliers, { year: 2025 }, own), "Vare ApS")).toMatchObject({
      disclosure_status: "disclosed",
      disclosed_co2e_kg: 124,
      allocation_method: "product",
    });
  });
});
