import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Big } from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type RecordingCompany, recordingSite, type RecordingSite } from "../support/recording-site.ts";

const figure = z.union([z.string(), z.array(z.string())]);
const examples = z
  .object({
    examples: z.array(
      z.object({
        id: z.string(),
        publisher: z.string(),
        page: z.int().optional(),
        title: z.string(),
        printed_kg: z.string(),
        lines: z.array(
          z.object({
            what: z.string(),
            category_id: z.string(),
            quantity: figure.optional(),
            unit: z.string().optional(),
            kg_co2e_per_unit: figure.optional(),
            stated_kg: figure.optional(),
            printed_kg: z.string().optional(),
          }),
        ),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "examples.json"), "utf8"))).examples;
type Line = (typeof examples)[number]["lines"][number];

const DAY = "2026-06-30";
const CURRENCY = /^[A-Z]{3}$/;

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

describe("a published calculation is reproduced with the publisher's own factors, loaded and approved by the company", () => {
  test.each(examples.map((example) => ({ name: `${example.id}, ${example.title}`, ...example })))(
    "$name",
    async ({ publisher, lines, printed_kg }) => {
      const by = await site.company();
      let total = new Big(0);
      for (const line of lines) {
        const kg = await recorded(by, line, publisher);
        if (line.printed_kg !== undefined) expect(asPrinted(kg, line.printed_kg), line.what).toBe(line.printed_kg);
        total = total.plus(kg);
      }
      expect(asPrinted(total, printed_kg)).toBe(printed_kg);
      await site.intact(by);
    },
  );

  test("there are at least forty, and every scope 3 category for which the guidance prints one is among them", () => {
    expect(examples.length).toBeGreaterThanOrEqual(40);
    const chapters = examples.map(({ id }) => Number(id.split(".")[0])).filter((chapter) => !Number.isNaN(chapter));
    expect(new Set(chapters)).toEqual(new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]));
    const categories = examples.flatMap(({ lines }) => lines.map(({ category_id }) => category_id.split(".")[0]));
    expect(new Set(categories)).toEqual(
      new Set(["purchases", "energy", "transport", "waste", "leased_upstream", "sold", "finance"]),
    );
  });
});

/** kg of the activity itself, without the supply chain of its fuel, which the publications leave out. */
async function recorded(by: RecordingCompany, line: Line, publisher: string): Promise<Big> {
  const common = { category_id: line.category_id, transaction_date: DAY };
  const words = { description: line.what, reason: `Worked example, ${publisher}`.slice(0, 500) };
  if (line.stated_kg !== undefined) {
    const emissions = {
      kg_co2e: Number(product(line.stated_kg)),
      source: publisher,
      year: 2013,
      method: "site_specific",
    };
    const { entries } = await site.recorded(by, { ...common, ...words, emissions });
    return new Big(entries[0]?.co2e_market_based_kg ?? Number.NaN);
  }
  const { unit = "", quantity = "", kg_co2e_per_unit = "" } = line;
  const company_factor_id = await factor(by, line, { unit, kg: Number(product(kg_co2e_per_unit)), publisher });
  const stated = Number(product(quantity));
  const used = CURRENCY.test(unit) ? { net_amount: stated, currency: unit } : { quantity: stated, unit };
  const { entries } = await site.recorded(by, { ...common, ...words, ...used, company_factor_id });
  return new Big(entries[0]?.co2e_market_based_kg ?? Number.NaN);
}

async function factor(
  by: RecordingCompany,
  { what, category_id }: Line,
  { unit, kg, publisher }: { readonly unit: string; readonly kg: number; readonly publisher: string },
): Promise<string> {
  const facts = {
    category_id,
    name: what,
    kg_co2e_per_unit: kg,
    unit,
    year: 2013,
    is_automatic: false,
    valid_from: "2026-01-01",
    valid_to: "2026-12-31",
    source: publisher,
    method: "average_data",
    note: "Worked example",
  };
  const submitted = await site.post(by, facts, {}, "/company-factors");
  expect(submitted.status, submitted.text).toBe(201);
  const { id } = submitted.json() as unknown as { readonly id: string };
  const approved = await site.post(by, { reason: "As printed" }, {}, `/company-factors/${id}/approve`);
  expect(approved.status, approved.text).toBe(200);
  return id;
}

/** A list is a product, "a/b" a quotient. */
function product(stated: string | readonly string[]): Big {
  return [stated].flat().reduce((value, text) => {
    const [numerator = "", denominator = "1"] = text.split("/");
    return value.times(numerator).div(denominator);
  }, new Big(1));
}

/** Rounded to the digits that the publication prints. */
function asPrinted(kg: Big, printed: string): string {
  return kg.toFixed(printed.split(".")[1]?.length ?? 0);
}
