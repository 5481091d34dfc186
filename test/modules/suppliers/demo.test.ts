import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { loadPcfRecords } from "../../../src/demo/pcf.ts";
import { loadSuppliers } from "../../../src/demo/suppliers.ts";
import { listPcfRecords } from "../../../src/modules/pcf/list-pcf-records.ts";
import { getValueChainCoverage } from "../../../src/modules/suppliers/get-value-chain-coverage.ts";
import { listSuppliers } from "../../../src/modules/suppliers/list-suppliers.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";

let demo: Demo;
let ctx: Context;

beforeAll(async () => {
  demo = await demoTenant();
  ctx = demo.app.db.context(demo.tenant);
  for (let time = 0; time < 2; time += 1) {
    await loadSuppliers(ctx);
    await loadPcfRecords(ctx);
  }
});
afterAll(() => demo.close());

const supplierPage = z.object({
  items: z.array(
    z.object({
      supplier_name: z.string(),
      status: z.string(),
      disclosure_status: z.string(),
      enterprise_trade_amount: z.number(),
      estimated_co2e_kg: z.union([z.number(), z.null()]),
      disclosed_co2e_kg: z.union([z.number(), z.null()]),
    }),
  ),
});

describe("the demo company", () => {
  test("has suppliers in every state of an answer, who join the invoices of the same company number", async () => {
    const { items } = supplierPage.parse(await invoke(listSuppliers, ctx, { year: 2025, limit: 200 }));
    const acted = items.filter(({ disclosure_status }) => disclosure_status !== "not_requested");
    expect(
      acted.map(({ supplier_name, status, disclosure_status }) => [supplier_name, status, disclosure_status]),
    ).toEqual(
      expect.arrayContaining([
        ["Skovens Trælast A/S", "active", "verified"],
        ["Frokostkøkkenet ApS", "active", "disclosed"],
        ["Fjordens Fragt A/S", "active", "partially_disclosed"],
        ["Kystens Farve & Lak A/S", "pending", "requested"],
        ["Beslagfabrikken ApS", "pending", "declined"],
      ]),
    );
    expect(acted).toHaveLength(5);
    for (const supplier of acted) expect(supplier.enterprise_trade_amount, supplier.supplier_name).toBeGreaterThan(0);
    const timber = acted.find(({ disclosure_status }) => disclosure_status === "verified");
    expect(timber?.disclosed_co2e_kg).toBeGreaterThan(0);
    expect(timber?.estimated_co2e_kg).toBeGreaterThan(0);
  });

  test.each([2025, 2026])("has a coverage of %i between nothing and everything", async (year) => {
    const { coverage_pct } = z
      .object({ coverage_pct: z.number() })
      .parse(await invoke(getValueChainCoverage, ctx, { year }));
    expect(coverage_pct).toBeGreaterThan(0);
    expect(coverage_pct).toBeLessThan(100);
  });

  test("has two approved footprints, however often the demo is loaded", async () => {
    const { items } = z
      .object({ items: z.array(z.object({ product_name_company: z.string() })) })
      .parse(await invoke(listPcfRecords, ctx, {}));
    expect(items.map((row) => row.product_name_company).toSorted()).toEqual(["Birkefiner 18 mm", "Egeplanke 32 mm"]);
  });
});

// The requests of 2025 expire with the year 2026: the first start of a later version still makes the demo.
test.each(["2027-01-01T00:00:00.000Z", "2031-06-15T12:00:00.000Z"])("is made on %s as well", async (moment) => {
  demo.app.db.clock.set(moment);
  const later = demo.app.db.context(await demo.app.db.tenant());
  await loadSuppliers(later);
  const { items } = supplierPage.parse(await invoke(listSuppliers, later, { year: 2025, limit: 200 }));
  const states = items.map(({ supplier_name, disclosure_status }) => [supplier_name, disclosure_status]);
  expect(states).toEqual(
    expect.arrayContaining([
      ["Skovens Trælast A/S", "verified"],
      ["Kystens Farve & Lak A/S", "expired"],
      ["Beslagfabrikken ApS", "expired"],
    ]),
  );
});
