import { Big } from "big.js";
import { expect } from "vitest";
import type { RecordedFile } from "../../src/modules/records/files/recorded-file.ts";
import type { RecordingCompany, RecordingSite } from "../support/recording-site.ts";
import { type ExampleLine, value } from "./published-examples.ts";

/** A year that has all the weeks of a survey. */
const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const CURRENCY = /^[A-Z]{3}$/;

/** Factors that count by themselves, by category: two of them for the same lines cannot be in force. */
export type InForce = Map<string, string>;

/** kg of the activity itself, without the supply chain of its fuel, which the publications leave out. */
export async function recordedKg(
  site: RecordingSite,
  by: RecordingCompany,
  line: ExampleLine,
  { publisher, inForce }: { readonly publisher: string; readonly inForce: InForce },
): Promise<Big> {
  const common = { category_id: line.category_id, transaction_date: YEAR.to };
  const words = { description: line.what, reason: `Worked example, ${publisher}`.slice(0, 500) };
  if (line.survey !== undefined || line.refrigerant_kg !== undefined || line.own_generation_kwh !== undefined) {
    if (line.kg_co2e_per_unit !== undefined && !inForce.has(line.category_id)) {
      inForce.set(line.category_id, await factorId(site, by, line, { publisher, is_automatic: true }));
    }
    return await kgOfTemplate(site, by, line);
  }
  if (line.stated_kg !== undefined) {
    const kg_co2e = value(line.stated_kg).toNumber();
    const emissions = { kg_co2e, source: publisher.slice(0, 300), year: 2013, method: "site_specific" };
    return await kgOf(site, by, { ...common, ...words, emissions });
  }
  const { unit = "", quantity = "" } = line;
  const stated = value(quantity).toNumber();
  const used = CURRENCY.test(unit) ? { net_amount: stated, currency: unit } : { quantity: stated, unit };
  if (line.kg_co2e_per_unit === undefined) return await kgOf(site, by, { ...common, ...words, ...used });
  const company_factor_id = await factorId(site, by, line, { publisher, is_automatic: false });
  return await kgOf(site, by, { ...common, ...words, ...used, company_factor_id });
}

async function kgOf(site: RecordingSite, by: RecordingCompany, record: object): Promise<Big> {
  const { entries } = await site.recorded(by, record);
  return new Big(entries[0]?.co2e_market_based_kg ?? Number.NaN);
}

/** Loads the publisher's factor as the company's own and approves it. */
async function factorId(
  site: RecordingSite,
  by: RecordingCompany,
  line: ExampleLine,
  { publisher, is_automatic }: { readonly publisher: string; readonly is_automatic: boolean },
): Promise<string> {
  const facts = {
    category_id: line.category_id,
    name: line.what,
    kg_co2e_per_unit: value(line.kg_co2e_per_unit ?? "").toNumber(),
    unit: line.factor_unit ?? line.unit,
    year: 2013,
    is_automatic,
    valid_from: YEAR.from,
    valid_to: YEAR.to,
    source: publisher.slice(0, 300),
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

/** kg of a row of the template that has the line's figures: the product multiplies them. */
async function kgOfTemplate(site: RecordingSite, by: RecordingCompany, line: ExampleLine): Promise<Big> {
  const { subject, cells } = rowOf(line);
  const row = {
    description: line.what,
    ...cells,
    period_start: YEAR.from,
    period_end: YEAR.to,
    reason: "Worked example",
  };
  const content = `${Object.keys(row).join(";")}\n${Object.values(row)
    .map((cell) => `"${cell}"`)
    .join(";")}\n`;
  const kept = await site.upload(by, "/activities/evidence", [{ name: `${subject}.csv`, content }]);
  expect(kept.status, kept.text).toBe(201);
  const [file] = (kept.json() as unknown as { readonly files: { readonly id: string }[] }).files;
  const answer = await site.post(by, { subject, file: file?.id }, {}, "/activities/record-files");
  expect(answer.status, answer.text).toBe(201);
  const { recorded, co2e_market_based_kg } = answer.json() as unknown as RecordedFile;
  expect(recorded).toBe(1);
  return new Big(co2e_market_based_kg ?? Number.NaN);
}

function rowOf({ category_id, survey, refrigerant_kg, own_generation_kwh }: ExampleLine) {
  if (survey?.hours_per_day !== undefined) return { subject: "homeworking", cells: survey };
  if (survey !== undefined) return { subject: "commuting_survey", cells: { category: category_id, ...survey } };
  if (refrigerant_kg !== undefined) {
    return { subject: "refrigerants", cells: { category: category_id, quantity: cell(refrigerant_kg) } };
  }
  return { subject: "own_generation", cells: { quantity: cell(own_generation_kwh ?? "") } };
}

/** With a decimal comma, as a cell can be read in one way only. */
function cell(figure: NonNullable<ExampleLine["quantity"]>): string {
  return value(figure).toFixed().replace(".", ",");
}
