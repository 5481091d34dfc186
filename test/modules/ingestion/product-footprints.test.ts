import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { createCategoryRule } from "../../../src/modules/categorization/create-category-rule.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getFactorCitations } from "../../../src/modules/factors/get-factor-citations.ts";
import { approvePcfRecord } from "../../../src/modules/pcf/approve-pcf-record.ts";
import { deprecatePcfRecord } from "../../../src/modules/pcf/deprecate-pcf-record.ts";
import { EXAMPLE_FOOTPRINT } from "../../../src/modules/pcf/pact-footprint.ts";
import { rejectPcfRecord } from "../../../src/modules/pcf/reject-pcf-record.ts";
import { submitPcfRecord } from "../../../src/modules/pcf/submit-pcf-record.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const SUPPLIER = { name: "Skovens Trælast A/S", cvr: "17320508" };
const OAK = { text: "Egetræ, planker ovntørret", quantity: "6", unit: "MTQ", amount: "38000.00", article: "EG-32" };
/** A company whose oak is a material, so that no line waits for what it is. */
async function taught(): Promise<Company> {
  const company = await service.company();
  await invoke(createCategoryRule, company.ctx, { text_contains: "egetræ", category_key: "purchases.materials.wood" });
  return company;
}
const file = (document: Omit<UblDocument, "supplier">) => ({
  name: `${document.number}.xml`,
  bytes: ubl({ supplier: SUPPLIER, ...document }),
});

let made = 0;
async function submitted({ ctx }: Company, changes: object = {}): Promise<string> {
  made += 1;
  const id = `3fa1c7d2-0b5e-4c8e-9a41-${String(made).padStart(12, "0")}`;
  const record = await invoke(submitPcfRecord, ctx, { pact: { ...EXAMPLE_FOOTPRINT, id, ...changes } });
  // The operation answers with the record that it made.
  return (record as { readonly id: string }).id;
}
async function approved(company: Company, changes: object = {}): Promise<string> {
  const id = await submitted(company, changes);
  await invoke(approvePcfRecord, company.ctx, { id });
  return id;
}
async function methodOf(company: Company, document: Omit<UblDocument, "supplier">): Promise<string | undefined> {
  const known = new Set((await company.entries()).map(({ id }) => id));
  await company.ingest(file(document));
  return (await company.entries()).find(({ id }) => !known.has(id))?.calculation_method;
}

describe("an invoice for a product with an approved footprint", () => {
  test("is calculated from it, and the lineage names record, version, validity and formula", async () => {
    const company = await taught();
    const id = await approved(company);
    await company.ingest(file({ number: "T-1", lines: [OAK] }));
    const [entry] = await company.entries();
    expect(entry).toMatchObject({ calculation_method: "supplier_specific", co2e_market_based_kg: 710.4 });
    expect(await company.lines()).toMatchObject([{ quantity: "6", unit: "m3", allocated_amount: "38000" }]);
    expect(await invoke(getEmissionLineage, company.ctx, { id: entry?.id })).toMatchObject({
      emission_factor: { id, factor_value: 118.4, unit_denominator: "m3", boundary: "cradle_to_gate", year: 2026 },
      calculation: {
        method: "supplier_specific",
        formula: "6 m3 x 118.4 kg CO2e/m3 = 710.4 kg CO2e",
        inputs: { pcf_record_id: id, pact_spec_version: "3.0.3", matched_by: "article number EG-32" },
      },
    });
    const citations = await invoke(getFactorCitations, company.ctx, { id });
    expect(citations).toMatchObject({
      factor: { id, factor_value: 118.4, unit_denominator: "m3", valid_from: "2026-01-01", valid_to: "2029-01-01" },
      citation_count: 1,
      total_co2e_kg: 710.4,
      sample_emission_entry_ids: [entry?.id],
    });
    const other = await taught();
    const foreign = invoke(getFactorCitations, other.ctx, { id });
    await expect(foreign).rejects.toMatchObject({ code: "resource.not_found" });
    expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
    expect(await compareRollups(company.ctx.db)).toEqual([]);
  });

  test("takes a return back at the same figure, and leaves a discount on the invoice out", async () => {
    const company = await taught();
    await approved(company);
    // One after the other: a credit note that is recorded before its invoice waits.
    await company.ingest(file({ number: "T-1", lines: [OAK], charges: [{ reason: "Rabat", amount: "-1900.00" }] }));
    await company.ingest(file({ number: "T-2", lines: [{ ...OAK, quantity: "1" }], is_credit_note: true }));
    expect(await company.total_kg()).toBeCloseTo(710.4 - 118.4, 6);
    const lines = await company.lines();
    expect(lines.filter(({ status }) => status === "excluded").map(({ description }) => description)).toEqual([
      "Rabat",
    ]);
  });

  test("of the year before the footprint holds is calculated from its amount, and says why", async () => {
    const company = await taught();
    await approved(company);
    await company.ingest(file({ number: "T-1", date: "2025-05-15", lines: [OAK] }));
    const [entry] = await company.entries();
    const lineage = await invoke(getEmissionLineage, company.ctx, { id: entry?.id });
    const said = expect.arrayContaining([expect.objectContaining({ from: "product_footprint" })]);
    expect(lineage).toMatchObject({ calculation: { method: "spend_based", conversions: said } });
  });
});

test("a line that waits is calculated from the footprint once a person says what it is", async () => {
  const company = await taught();
  await approved(company);
  await company.ingest(file({ number: "T-1", lines: [{ ...OAK, text: "Diverse" }] }));
  const [line] = await company.lines();
  expect(line).toMatchObject({ status: "pending_review" });
  const correction = { id: line?.id, category_id: "purchases.materials.wood", reason: "Oak" };
  await invoke(recategorizeActivity, company.ctx, correction);
  expect(await company.entries()).toMatchObject([
    { calculation_method: "supplier_specific", co2e_market_based_kg: 710.4 },
  ]);
  expect(await company.lines()).toMatchObject([{ quantity: "6", unit: "m3" }]);
});

describe("a footprint is not used", () => {
  test("while it waits, when it was rejected, and from its deprecation on; what was calculated stays", async () => {
    const company = await taught();
    const waiting = await submitted(company);
    expect(await methodOf(company, { number: "T-1", lines: [OAK] })).toBe("spend_based");
    await invoke(rejectPcfRecord, company.ctx, { id: waiting, reason: "wrong product" });
    expect(await methodOf(company, { number: "T-2", lines: [OAK] })).toBe("spend_based");
    const used = await approved(company);
    expect(await methodOf(company, { number: "T-3", lines: [OAK] })).toBe("supplier_specific");
    await invoke(deprecatePcfRecord, company.ctx, { id: used, reason: "withdrawn" });
    expect(await methodOf(company, { number: "T-4", lines: [OAK] })).toBe("spend_based");
    const methods = (await company.entries()).map((entry) => entry.calculation_method);
    expect(methods.filter((method) => method === "supplier_specific")).toHaveLength(1);
  });

  test("for another supplier, another article, or by another company", async () => {
    const company = await taught();
    await approved(company, { companyIds: ["urn:company:cvr:22360679"], companyName: "Beslagfabrikken ApS" });
    await approved(company, { productIds: ["urn:product:skovens:eg-40"] });
    await approved(await taught());
    expect(await methodOf(company, { number: "T-1", lines: [OAK] })).toBe("spend_based");
  });
});
