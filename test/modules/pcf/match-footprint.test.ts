import { describe, expect, test } from "vitest";
import {
  type ApprovedFootprint,
  indexFootprints,
  matchFootprint,
  type PurchasedLine,
} from "../../../src/modules/pcf/match-footprint.ts";

const OAK: ApprovedFootprint = {
  id: "0198c0de-0000-7000-8000-000000000061",
  pact_id: "oak",
  spec_version: "3.0.3",
  company_name: "Skovens Trælast A/S",
  company_ids: ["urn:company:cvr:17320508"],
  product_name_company: "Egeplanke 32 mm",
  product_ids: ["urn:product:skovens:eg-32", "urn:gtin:5701234567899"],
  declared_unit_of_measurement: "cubic meter",
  declared_amount: "1",
  kg_co2e: "118.4",
  valid_from: "2026-01-01T00:00:00.000000Z",
  valid_to: "2028-12-31T00:00:00.000000Z",
  reference_year: 2026,
  geography: "DK",
  gwp_set: "AR6",
  primary_data_share: null,
  content_hash: "a".repeat(64),
};

const LINE: PurchasedLine = {
  supplier_name: "Skovens Trælast A/S",
  supplier_identifier: "17320508",
  description: "Egetræ, ovntørret",
  codes: [{ list: "SA", code: "EG-32" }],
  quantity: "6",
  unit: "MTQ",
  transaction_date: "2026-05-15",
};

function match(line: Partial<PurchasedLine> = {}, ...footprints: readonly Partial<ApprovedFootprint>[]) {
  const all = footprints.length === 0 ? [OAK] : footprints.map((changes) => ({ ...OAK, ...changes }));
  return matchFootprint(indexFootprints(all), { ...LINE, ...line });
}

const named = { codes: [], description: "  egeplanke  32 MM " };

describe("the supplier", () => {
  test.each([
    ["by number, however it is written", { supplier_identifier: "DK 17 32 05 08", supplier_name: "Trælasten" }, {}],
    ["by name where the line has no number", { supplier_identifier: null, supplier_name: "SKOVENS TRÆLAST" }, {}],
    ["by name where the footprint has none", {}, { company_ids: ["urn:uuid:51131fb5-42a2-4267-a402-0ecfefad1619"] }],
  ])("is recognised %s", (_, line, footprint) => {
    expect(match(line, footprint)).toMatchObject({ kind: "match", quantity: { value: "6", unit: "m3" } });
  });

  test.each([
    ["another number under the same name", { supplier_identifier: "12345674" }, {}],
    ["another name without number", { supplier_identifier: null, supplier_name: "Skovens Savværk" }, {}],
    ["none at all", { supplier_identifier: null, supplier_name: null }, {}],
    // Digits that another register or the buyer gave are not a company number, even when they look like one.
    [
      "an equal number of another kind",
      { supplier_name: null },
      { company_ids: ["urn:pact:buyer.example:supplier-id:17320508"] },
    ],
  ])("is not %s", (_, line, footprint) => {
    expect(match(line, footprint)).toBeNull();
  });
});

describe("the product", () => {
  test.each([
    ["the article number", {}, "article number EG-32"],
    [
      "the GTIN, with or without zeros in front",
      { codes: [{ list: "SRV", code: "05701234567899" }] },
      "GTIN 05701234567899",
    ],
    ["the whole name on a line without numbers", named, 'name "egeplanke  32 MM"'],
  ])("is recognised by %s", (_, line, matched_by) => {
    expect(match(line)).toMatchObject({ kind: "match", matched_by });
  });

  test.each([
    ["another article number", { codes: [{ list: "SA", code: "EG-40" }] }],
    ["another article number under the same name", { ...named, codes: [{ list: "SA", code: "EG-40" }] }],
    ["a part of the name", { codes: [], description: "Egeplanke 32 mm, 2. sortering" }],
    ["a GTIN given as article number", { codes: [{ list: "SA", code: "5701234567899" }] }],
    ["an article number given as GTIN", { codes: [{ list: "SRV", code: "EG-32" }] }],
    ["a code of another list", { codes: [{ list: "STI", code: "EG-32" }] }],
  ])("is not recognised by %s", (_, line) => {
    expect(match(line)).toBeNull();
  });
});

describe("a footprint of the product is said to be unusable", () => {
  test.each([
    ["before", "2025-12-31"],
    ["after", "2029-01-01"],
  ])("%s its validity; both ends are within", (_, transaction_date) => {
    expect(match({ transaction_date })).toMatchObject({
      kind: "unusable",
      note: expect.stringMatching(/valid from 2026-01-01 to 2028-12-31/),
    });
    expect(match({ transaction_date: "2026-01-01" })).toMatchObject({ kind: "match" });
    expect(match({ transaction_date: "2028-12-31" })).toMatchObject({ kind: "match" });
  });

  test("when two describe it; one that has ended does not stand in the way", () => {
    expect(match({}, {}, { pact_id: "oak-2" })).toMatchObject({
      kind: "unusable",
      note: expect.stringMatching(/oak and oak-2 both/),
    });
    const ended = { pact_id: "older", valid_to: "2026-03-31T00:00:00.000000Z" };
    expect(match({}, {}, ended)).toMatchObject({ kind: "match", footprint: { pact_id: "oak" } });
  });

  test.each([
    ["pieces", { quantity: "6", unit: "EA" }, {}],
    ["no unit", { quantity: "6", unit: null }, {}],
    ["no quantity", { quantity: null, unit: "MTQ" }, {}],
    ["a unit that nobody can measure here", {}, { declared_unit_of_measurement: "megabit second" }],
  ])("for %s", (_, line, footprint) => {
    expect(match(line, footprint)).toMatchObject({ kind: "unusable", note: expect.stringMatching(/is per 1 /) });
  });
});

test("a supplier's thousands of products are put in order once, not for each line", () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    ...OAK,
    pact_id: `p-${index}`,
    product_ids: [`urn:product:skovens:nr-${index}`],
    product_name_company: `Vare ${index}`,
  }));
  const index = indexFootprints(many);
  const lineOf = (number: number): PurchasedLine => ({ ...LINE, codes: [{ list: "SA", code: `NR-${number}` }] });
  expect(matchFootprint(index, lineOf(5_000))).toBeNull();
  const ordered = new Map(index.products);
  for (let number = 0; number < 5_000; number += 1) {
    expect(matchFootprint(index, lineOf(number))).toMatchObject({ footprint: { pact_id: `p-${number}` } });
  }
  expect(index.products.size).toBe(ordered.size);
  for (const [supplier, products] of ordered) expect(index.products.get(supplier)).toBe(products);
});
