import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";
import { sampleFile } from "../../support/sample-manifest.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const POWER = [{ text: "Elforbrug maj", quantity: "1000", unit: "KWH", amount: "980.00" }];
const power = (number: string) => ({ name: `${number}.xml`, bytes: ubl({ number, lines: POWER }) });

async function intact(company: Company): Promise<void> {
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
}

describe("the same bytes", () => {
  test("[contract 10.3.1] twice in one upload are read once; the second names the document of the first", async () => {
    const company = await service.company();
    const files = await company.ingest(power("A-1"), { ...power("A-1"), name: "copy.xml" });
    const read = files.find((file) => file.status === "processed");
    const copy = files.find((file) => file.status === "duplicate");
    expect(copy).toMatchObject({ duplicate_of: read?.document_id, activity_count: 0, entry_count: 0, error: null });
    expect(await company.lines()).toHaveLength(1);
    await intact(company);
  });

  test("in a later upload are a duplicate at once, without being read again", async () => {
    const company = await service.company();
    const [first] = await company.ingest(power("A-1"));
    const total_kg = await company.total_kg();
    const again = await company.upload(power("A-1"));
    expect(again).toMatchObject({
      status: "completed",
      files: [{ status: "duplicate", duplicate_of: first?.document_id }],
    });
    expect(await company.total_kg()).toBe(total_kg);
  });

  test("in eight uploads at once end as one document and seven duplicates of it", async () => {
    const company = await service.company();
    const uploads = await Promise.all(Array.from({ length: 8 }, () => company.upload(power("A-1"))));
    await service.drain();
    const files = (await Promise.all(uploads.map(({ id }) => company.state(id)))).flatMap((batch) => batch.files);
    const read = files.filter((file) => file.status === "processed");
    expect(read).toHaveLength(1);
    const copies = files.filter((file) => file.status === "duplicate");
    expect(copies.map((file) => file.duplicate_of)).toEqual(Array(7).fill(read[0]?.document_id));
    expect(await company.lines()).toHaveLength(1);
    await intact(company);
  });

  test("of another company or of the sandbox are no duplicates", async () => {
    const company = await service.company();
    const other = await service.company();
    const sandbox = await service.company({ ...company.ctx.tenant, environment: "sandbox" });
    for (const each of [company, other, sandbox]) {
      expect(await each.ingest(power("A-1"))).toMatchObject([{ status: "processed" }]);
    }
  });
});

describe("the same invoice in other bytes", () => {
  test.each([
    ["other blanks", { indent: "\n  " }],
    ["UTF-16", { encoding: "UTF-16" as const }],
  ])("%s is a duplicate", async (_name, wrapping) => {
    const company = await service.company();
    const [first] = await company.ingest(power("A-1"));
    const [second] = await company.ingest({ name: "b.xml", bytes: ubl({ number: "A-1", lines: POWER, ...wrapping }) });
    expect(second).toMatchObject({ status: "duplicate", duplicate_of: first?.document_id });
    expect(await company.entries()).toHaveLength(first?.entry_count ?? 0);
  });

  test("[contract 10.3.3] with the same supplier, number and total but other words is a duplicate", async () => {
    const company = await service.company();
    const [first] = await company.ingest(power("A-1"));
    const reworded = POWER.map((line) => ({ ...line, text: "Elforbrug, maj 2026" }));
    const [second] = await company.ingest({ name: "b.xml", bytes: ubl({ number: "a 1", lines: reworded }) });
    expect(second).toMatchObject({ status: "duplicate", duplicate_of: first?.document_id, warnings: ["same_invoice"] });
  });

  test("[contract 10.3.3] with another total waits for a person as a possible duplicate, and adds no emission", async () => {
    const company = await service.company();
    const [first] = await company.ingest(power("A-1"));
    const total_kg = await company.total_kg();
    const other = POWER.map((line) => ({ ...line, amount: "1980.00", quantity: "2000" }));
    const [second] = await company.ingest({ name: "b.xml", bytes: ubl({ number: "A-1", lines: other }) });
    expect(second).toMatchObject({
      status: "needs_review",
      entry_count: 0,
      warnings: [`possible_duplicate of document ${first?.document_id}`],
    });
    const waiting = (await company.lines()).filter((line) => line.document_id === second?.document_id);
    expect(waiting).toMatchObject([{ status: "pending_review", review_code: "possible_duplicate" }]);
    expect(await company.total_kg()).toBe(total_kg);
  });

  test("from another supplier is another invoice", async () => {
    const company = await service.company();
    await company.ingest(power("A-1"));
    const supplier = { name: "Andenkraft A/S", cvr: "27182818" };
    const [second] = await company.ingest({ name: "b.xml", bytes: ubl({ number: "A-1", lines: POWER, supplier }) });
    expect(second).toMatchObject({ status: "processed", warnings: [] });
  });
});

describe("a job that runs again", () => {
  test("changes nothing", async () => {
    const company = await service.company();
    const { id } = await company.upload(power("A-1"), { name: "bad.xml", bytes: Buffer.from("<Invoice") });
    await service.drain();
    const before = [await company.state(id), await company.lines(), await company.entries()];
    const { ctx } = company;
    const jobs = (await company.state(id)).files.map((file) => ({
      kind: "process_file",
      key: file.id,
      payload: { file_id: file.id },
    }));
    await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, jobs));
    await service.drain();
    expect([await company.state(id), await company.lines(), await company.entries()]).toEqual(before);
    expect(service.errors).toEqual([]);
    await intact(company);
  });
});

describe("a utility statement and its invoice", () => {
  const statement = sampleFile({ file: "oioubl-utilitystatement-el.xml" });
  const [, number = ""] =
    /<cac:ParentDocument[^>]*>[\s\S]*?<cbc:ID>([^<]+)</.exec(statement.bytes.toString("utf8")) ?? [];
  const supplier = { name: "Elkompagniet Demo A/S", cvr: "40404040" };
  const kwh = (lines: readonly { status: string; quantity: string | null }[]) =>
    lines.filter((line) => line.status !== "excluded").map((line) => Number(line.quantity ?? 0));
  const invoice = (quantity: { quantity: string; unit: string } | Record<string, never>) => {
    const lines = [
      { text: "Elforbrug januar - december 2025", amount: "25882.00", ...quantity },
      { text: "Kontorpapir A4", amount: "100.00" },
    ];
    return { name: "invoice.xml", bytes: ubl({ number, supplier, lines, date: "2026-01-12" }) };
  };

  test("the statement names its invoice", () => expect(number).not.toBe(""));

  test.each([
    ["statement first", [statement, invoice({ quantity: "26410", unit: "KWH" })]],
    ["invoice first", [invoice({ quantity: "26410", unit: "KWH" }), statement]],
  ])("%s: the kWh count once, and what else the invoice bills counts too", async (_name, files) => {
    const company = await service.company();
    for (const file of files) await company.ingest(file);
    const lines = await company.lines();
    expect(kwh(lines).filter((value) => value > 0)).toEqual([26410]);
    const power = (await company.entries()).filter(
      (entry) => entry.category_id.startsWith("energy.electricity") && entry.scope === "2",
    );
    expect(new Set(power.map((entry) => entry.activity_split_id)).size).toBe(1);
    expect(lines.find((line) => line.description === "Kontorpapir A4")).not.toMatchObject({ status: "excluded" });
    await intact(company);
  });

  test("an invoice that states no quantity is not booked by its amount on top of the statement", async () => {
    const company = await service.company();
    await company.ingest(statement);
    const total_kg = await company.total_kg();
    await company.ingest(invoice({}));
    const line = (await company.lines()).find((each) => each.description === "Elforbrug januar - december 2025");
    expect(line).toMatchObject({ status: "excluded" });
    const others = (await company.entries()).filter((entry) => !entry.category_id.startsWith("energy."));
    const others_kg = others.reduce((sum, entry) => sum + entry.co2e_market_based_kg, 0);
    expect(await company.total_kg()).toBeCloseTo(total_kg + others_kg, 5);
  });

  test("a statement after an invoice that was booked by its amount waits for a person", async () => {
    const company = await service.company();
    await company.ingest(invoice({}));
    const total_kg = await company.total_kg();
    const [file] = await company.ingest(statement);
    expect(file).toMatchObject({ status: "needs_review", entry_count: 0 });
    expect(await company.total_kg()).toBe(total_kg);
  });
});
