import { afterAll, beforeAll, expect, test } from "vitest";
import { demoDocuments } from "../../../src/demo/documents.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

/** The demo's own lines that lack a factor or a unit whatever the year is. */
const MISSING = new Set(["no_factor", "unit_mismatch", "quantity_missing", "exchange_rate_missing"]);

// The newest factors that ship describe 2025: what was bought in 2027 is counted with them, and says so.
test("the demo's documents of two years later are all counted or ask for what their own words lack", async () => {
  service.db.clock.set("2027-06-01T09:00:00Z");
  const company = await service.company();
  const later = demoDocuments().map(({ name, text }) => {
    // Digits of a year that begin a date, as the demo writes them: 2026-03-15 and 15-03-2026.
    const dated = text
      .replaceAll(/\b2026(?=-\d\d)|(?<=\d\d-)2026\b/g, "2027")
      .replaceAll(/\b2025(?=-\d\d)|(?<=\d\d-)2025\b/g, "2026");
    return { name: `later-${name}`, bytes: Buffer.from(dated) };
  });
  const untilJune = later.filter(({ bytes }) => !/2027-(?:0[6-9]|1\d)|(?:0[6-9]|1\d)-2027/.test(bytes.toString()));
  await company.ingest(...untilJune);
  const lines = await company.lines();
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter(({ review_code }) => review_code !== null && MISSING.has(review_code))).toEqual([]);
  const entries = await company.entries();
  const of2027 = entries.filter(({ transaction_date }) => transaction_date.startsWith("2027"));
  expect(of2027.length).toBeGreaterThan(10);
  await expect(company.total_kg()).resolves.toBeGreaterThan(0);
});
