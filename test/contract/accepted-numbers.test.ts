import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { onlyFile } from "../../src/core/stored-file.ts";
import type { Operation } from "../../src/core/operation.ts";
import { renderReport } from "../../src/modules/reports/index.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, type DemoInput, demoTenant, placeholdersOf } from "../support/demo.ts";
import { callerOf, forConsultantsAtClients, misfit, viaRest } from "./calls.ts";
import { awkwardValues, isAccepted, type InputPlace, numericInputs, withValue } from "./input-places.ts";

/**
 * A number that was accepted once is read by every list, sum and report from then on: none of them may fail by it. Holds
 * for every number of every operation of the registry, new ones included; all of them are given to one company.
 */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

const withNumbers = OPERATIONS.filter((operation) => !forConsultantsAtClients(operation)).filter(
  (operation) => numericInputs(operation).length > 0,
);
const reads = OPERATIONS.filter(({ access, rest }) => access === "read" && rest.method === "GET");

const { totals: _totals, ...disclosure } = exampleOf("record_supplier_disclosure");
const { reduction_pct: _share, ...tiltag } = exampleOf("add_tiltag");
const target = exampleOf("create_target");
const source = exampleOf("create_data_source");

const NOBODY = "0198c0de-0000-7000-8000-00000000dead";

const EMISSIONS = { kg_co2e: 500, biogenic_co2_kg: 1, source: "Annual report", year: 2025, method: "average_data" };

/** Inputs beside the example, for numbers that the example has no place for. */
const FURTHER: Readonly<Record<string, readonly DemoInput[]>> = {
  record_supplier_disclosure: [
    { ...disclosure, products: [{ name: "Oak", quantity: 3, unit: "m3", kg_co2e_per_unit: 40 }] },
  ],
  add_tiltag: [{ ...tiltag, reduction_kg: 1 }],
  create_target: [
    { ...target, baseline_emissions: 900 },
    { ...target, baseline_emissions: 900, target_type: "intensity", intensity_metric: "DKK million revenue" },
  ],
  create_data_source: [
    { ...source, connection: { kind: "sftp", host: "sftp.example.com", user: "ledger" } },
    { ...source, connection: { kind: "folder", path: "" } },
  ],
  record_activity: [
    {
      category_id: "finance.franchises.unit",
      description: "Shop in Aarhus",
      transaction_date: "2026-01-31",
      emissions: EMISSIONS,
      reason: "Franchise",
    },
  ],
  correct_activity: [
    {
      ...exampleOf("correct_activity"),
      category_id: "finance.franchises.unit",
      facts: { emissions: EMISSIONS },
      dry_run: false,
    },
  ],
  accept_review_item: [{ ...exampleOf("accept_review_item"), facts: { emissions: EMISSIONS } }],
  recategorize_review_item: [{ ...exampleOf("recategorize_review_item"), facts: { emissions: EMISSIONS } }],
  decide_review_items: [{ decisions: [{ id: NOBODY, decision: "accept", facts: { emissions: EMISSIONS } }] }],
  allocate_energy_instruments: [
    {
      ...exampleOf("allocate_energy_instruments"),
      allocations: [{ instrument_id: NOBODY, month: "2025-01", kwh: 1 }],
    },
  ],
  restate_financial_year: [
    {
      ...exampleOf("restate_financial_year"),
      decisions: [{ id: NOBODY, decision: "accept", facts: { quantity: 1, unit: "l", amount: 1, currency: "DKK" } }],
    },
    {
      ...exampleOf("restate_financial_year"),
      decisions: [{ id: NOBODY, decision: "accept", facts: { emissions: EMISSIONS } }],
    },
  ],
  update_data_source: [{ connection: { kind: "imap", host: "mail.example.com", user: "bills@example.com" } }],
};

function exampleOf(name: string): DemoInput {
  return OPERATIONS.find((operation) => operation.name === name)?.example.input ?? {};
}

/** Ids are made when a number is accepted only: there are thousands that are not. */
function withIds(operation: Operation, input: DemoInput, ids: DemoInput): DemoInput {
  return { ...input, ...Object.fromEntries(placeholdersOf(operation).map((name) => [name, ids[name] ?? NOBODY])) };
}

describe.each(withNumbers)("$name", (operation) => {
  test("refuses or keeps a number, and what it keeps fails no reader", { timeout: 300_000 }, async () => {
    const kept: string[] = [];
    for (const number of numericInputs(operation)) kept.push(...(await acceptedOf(number)));
    if (kept.length > 0) await expectReadable(kept.join(", "));
  });
});

/** Gives the operation each awkward number that its schema takes at the place; what was kept, in words. */
async function acceptedOf(number: InputPlace): Promise<string[]> {
  const { operation, path } = number;
  const kept: string[] = [];
  let accepted = 0;
  for (const base of [operation.example.input, ...(FURTHER[operation.name] ?? [])]) {
    for (const value of awkwardValues(number)) {
      const input = withValue(withIds(operation, base, {}), path, value);
      if (!isAccepted(operation, input)) continue;
      accepted += 1;
      const answer = await viaRest(demo, key, operation, withIds(operation, input, await demo.example(operation)));
      expect(answer.status, `${path.join(".")} = ${value}: ${answer.text}`).toBeLessThan(500);
      if (answer.status < 300) kept.push(`${path.join(".")} = ${value}`);
    }
  }
  expect(accepted, `no value of ${path.join(".")} was accepted: say in FURTHER with which input`).toBeGreaterThan(0);
  return operation.access === "write" ? kept : [];
}

let standing: Map<string, DemoInput> | undefined;

/** Every read of the registry, over what lies there by now. */
async function expectReadable(after: string): Promise<void> {
  standing ??= new Map();
  for (const operation of reads) {
    const input = standing.get(operation.name) ?? (await demo.example(operation));
    standing.set(operation.name, input);
    const whole = "limit" in operation.input.shape ? { ...input, limit: 200 } : input;
    const answer = await viaRest(demo, await callerOf(demo, key, operation), operation, whole);
    expect(answer.status, `${operation.name} after ${after}: ${answer.text.slice(0, 300)}`).toBe(200);
    if (operation.output === onlyFile) continue;
    expect(misfit(operation.output, answer.json()), `${operation.name} after ${after}`).toBe("");
  }
}

const jobs = z.object({ id: z.uuid() });

test.each(["vsme_basic", "vsme_comprehensive", "csrd"])(
  "a %s report is made in every form of all that was accepted",
  { timeout: 120_000 },
  async (standard_type) => {
    const generate = OPERATIONS.find(({ name }) => name === "generate_report");
    const status = OPERATIONS.find(({ name }) => name === "get_report_status");
    if (generate === undefined || status === undefined) throw new Error("the registry makes no reports");
    for (const format of ["json", "xlsx"]) {
      const asked = await viaRest(demo, key, generate, { report_year: 2025, standard_type, format });
      expect(asked.status, asked.text).toBe(202);
      const { id } = jobs.parse(asked.json());
      await renderReport(demo.app.db.context(demo.tenant), id);
      const told = await viaRest(demo, key, status, { id });
      expect(told.json(), told.text).toMatchObject({ status: "completed" });
    }
  },
);
