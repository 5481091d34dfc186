import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { createCategoryRule } from "../../../src/modules/categorization/create-category-rule.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { storedDocument } from "../../support/stored-document.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const file = (document: UblDocument) => ({ name: `${document.number}.xml`, bytes: ubl(document) });
const POWER = [
  { text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "980.00" },
  { text: "Nettarif", quantity: "1000", unit: "KWH", amount: "310.00" },
  { text: "Abonnement el", quantity: "1", unit: "MON", amount: "145.00" },
];
const PAPER = { text: "Kopipapir A4", amount: "500.00" };
const PAPER_SHOP = { name: "Xylo ApS", cvr: "16180339" };

async function intact({ ctx }: Company): Promise<void> {
  expect((await verifyAudit(ctx.db, ctx.files)).problems).toEqual([]);
  expect(await compareRollups(ctx.db)).toEqual([]);
}

const sumOfAmounts = (lines: readonly { amount: string | null }[]) =>
  Math.round(lines.reduce((sum, line) => sum + Number(line.amount ?? 0), 0) * 100) / 100;

describe("an upload", () => {
  test("is durable before it is read, and ends processed with lines, entries and intact ledger", async () => {
    const company = await service.company();
    const batch = await company.upload(file({ number: "P-1", lines: POWER }));
    expect(batch).toMatchObject({ status: "processing", files: [{ status: "stored", name: "P-1.xml" }] });
    expect(await company.entries()).toEqual([]);
    await service.drain();
    const read = await company.state(batch.id);
    expect(read).toMatchObject({
      status: "completed",
      files: [{ status: "processed", activity_count: 3, error: null }],
    });
    const lines = await company.lines();
    expect(lines.map((line) => [line.status, line.quantity])).toEqual([
      ["classified", "1000"],
      ["excluded", null],
      ["excluded", null],
    ]);
    expect((await company.entries()).filter((entry) => entry.scope === "2")).toHaveLength(1);
    await intact(company);
  });

  test("keeps a bad file to itself: it gets a code and a hint, the files beside it are read", async () => {
    const company = await service.company();
    const files = await company.ingest(
      file({ number: "P-1", lines: POWER }),
      { name: "cut.xml", bytes: ubl({ number: "P-2", lines: POWER }).subarray(0, 900) },
      { name: "empty.xml", bytes: Buffer.alloc(0) },
      { name: "entities.xml", bytes: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><Invoice>&b;</Invoice>') },
      { name: "program.exe", bytes: Buffer.from("MZ\u0000\u0001\u0002binary") },
      file({ number: "P-3", supplier: PAPER_SHOP, lines: [PAPER] }),
    );
    expect(files.map(({ status, error }) => error?.code ?? status)).toEqual([
      "processed",
      "file.corrupt",
      "file.empty",
      "file.xml_entities",
      "file.unsupported_type",
      "processed",
    ]);
    for (const { error, document_id } of files.filter(({ status }) => status === "rejected")) {
      expect(error?.hint).toMatch(/\w/);
      expect(error?.title).toMatch(/\w/);
      expect(document_id).toBeNull();
    }
    await intact(company);
  });

  test("of many duplicates and bad files at once needs no second attempt of any job", async () => {
    const company = await service.company();
    const before = service.errors.length;
    const files = Array.from({ length: 30 }, (_, index) => {
      if (index % 3 === 0) return { name: `bad-${index}.xml`, bytes: Buffer.from(`<Invoice>${index}`) };
      return { ...file({ number: `P-${index % 2}`, lines: POWER }), name: `${index}.xml` };
    });
    const read = await company.ingest(...files);
    expect(read.filter(({ status }) => status === "rejected")).toHaveLength(10);
    expect(read.filter(({ status }) => status === "processed")).toHaveLength(2);
    expect(read.filter(({ status }) => status === "duplicate")).toHaveLength(18);
    expect(service.errors.slice(before)).toEqual([]);
    await intact(company);
  });
});

describe("money", () => {
  test("a credit note lowers the sum by exactly its amount, once", async () => {
    const company = await service.company();
    await company.ingest(file({ number: "K-1", supplier: PAPER_SHOP, lines: [PAPER, PAPER] }));
    const before = await company.total_kg();
    const credit = file({ number: "K-2", supplier: PAPER_SHOP, lines: [PAPER], is_credit_note: true });
    await company.ingest(credit, { ...credit, name: "again.xml" });
    expect(await company.total_kg()).toBeCloseTo(before / 2, 5);
    const booked = (await company.lines()).filter((line) => Number(line.amount) < 0);
    expect(booked).toMatchObject([{ amount: "-500", allocated_amount: "-500" }]);
    await intact(company);
  });

  test("a credit note of metered energy takes its quantity back", async () => {
    const company = await service.company();
    await company.ingest(file({ number: "K-1", lines: POWER }));
    await company.ingest(file({ number: "K-2", lines: POWER, is_credit_note: true }));
    expect(await company.total_kg()).toBe(0);
  });

  test("allowances follow the largest line, freight is freight, and the lines add up to the net total", async () => {
    const company = await service.company();
    const lines = [PAPER, { text: "Kuglepenne", amount: "80.00" }];
    const charges = [
      { reason: "Fragt", amount: "60.00" },
      { reason: "Aftalerabat", amount: "-100.00" },
    ];
    await company.ingest(file({ number: "C-1", supplier: PAPER_SHOP, lines, charges }));
    const booked = await company.lines();
    expect(sumOfAmounts(booked)).toBe(540);
    const [paper] = booked;
    const adjustments = booked.filter((line) => /charge|allowance/.test(line.line_kind));
    expect(new Set(adjustments.map((line) => line.amount))).toEqual(new Set(["-100", "60"]));
    const [freight, rebate] = adjustments;
    expect(freight).toMatchObject({ category_key: "transport.upstream.road", status: "classified" });
    expect(rebate).toMatchObject({ category_key: paper?.category_key, status: paper?.status });
  });

  test("charges on a supply that is counted by its quantity add nothing on top", async () => {
    const company = await service.company();
    await company.ingest(file({ number: "C-1", lines: POWER }));
    const plain = await company.total_kg();
    const other = await service.company();
    const charges = [
      { reason: "Opkrævningsgebyr", amount: "39.00" },
      { reason: "Rabat", amount: "-50.00" },
    ];
    await other.ingest(file({ number: "C-1", lines: POWER, charges }));
    expect(await other.total_kg()).toBe(plain);
    expect(sumOfAmounts(await other.lines())).toBe(1424);
  });

  test("payments of a bank file are costs; what comes in is not", async () => {
    const company = await service.company();
    const csv =
      "Dato;Tekst;Beløb;Saldo\r\n04.05.2026;Kontorartikler Lomax;-1250,00;8750,00\r\n05.05.2026;Overførsel fra kunde;5000,00;13750,00\r\n";
    await company.ingest({ name: "bank.csv", bytes: Buffer.from(csv) });
    const lines = await company.lines();
    expect(lines.map((line) => [line.amount, line.status])).toEqual([
      ["1250", "classified"],
      ["-5000", "excluded"],
    ]);
    expect(await company.total_kg()).toBeGreaterThan(0);
  });

  test("a document without currency is in the company's own", async () => {
    const company = await service.company();
    const csv = "Dato;Bilag;Konto;Tekst;Beløb\r\n04-05-2026;1;2450;Kopipapir og kontorartikler;500,00\r\n";
    await company.ingest({ name: "posteringer.csv", bytes: Buffer.from(csv) });
    const [line] = await company.lines();
    expect(line).toMatchObject({ currency: null, status: "classified", allocated_currency: "DKK" });
    expect(await company.entries()).toHaveLength(1);
  });

  test("a foreign currency without a loaded rate waits for a person, with the reason", async () => {
    const company = await service.company();
    const [read] = await company.ingest(file({ number: "F-1", currency: "UAH", supplier: PAPER_SHOP, lines: [PAPER] }));
    expect(read).toMatchObject({ status: "needs_review", entry_count: 0 });
    expect(await company.lines()).toMatchObject([{ status: "pending_review", review_code: "exchange_rate_missing" }]);
    expect(await company.total_kg()).toBe(0);
  });
});

describe("what a person decided", () => {
  const SOMETHING = { text: "Leverance 4711", amount: "1000.00" };
  const AGENCY = { name: "Zenobia ApS", cvr: "27182818" };

  test("holds for the supplier's next invoice; a rule goes before it", async () => {
    const company = await service.company();
    await company.ingest(file({ number: "M-1", supplier: AGENCY, lines: [SOMETHING] }));
    const [line] = await company.lines();
    const consulting = "purchases.services.consulting";
    await invoke(recategorizeActivity, company.ctx, { id: line?.id, category_id: consulting, reason: "Advice" });
    await company.ingest(file({ number: "M-2", supplier: AGENCY, lines: [SOMETHING] }));
    const [, next] = await company.lines();
    expect(next).toMatchObject({ status: "classified", category_key: consulting });

    const cleaning = "purchases.services.cleaning";
    await invoke(createCategoryRule, company.ctx, { supplier_identifier: AGENCY.cvr, category_key: cleaning });
    await company.ingest(file({ number: "M-3", supplier: AGENCY, lines: [SOMETHING] }));
    const lines = await company.lines();
    expect(lines.map((each) => each.category_key)).toEqual([consulting, consulting, cleaning]);
    await intact(company);
  });
});

const DUE_NOW = statement("update jobs set run_at = now() where tenant_id = $1 and state = 'ready'");
const QUEUE = statement("select state, attempts from jobs where tenant_id = $1 order by created_at limit 10");

describe("a job that fails every time", () => {
  test("marks its file after the last attempt, and the file can be handed in again", async () => {
    const company = await service.company();
    const { id: tenant } = company.ctx.tenant;
    const { id, files } = await company.upload(file({ number: "D-1", lines: POWER }));
    const sha256 = files[0]?.sha256 ?? "";
    writeFileSync(storedDocument(service.db.directory, company.ctx.tenant, sha256), "damaged");
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await company.state(id)).status).toBe("processing");
      await service.drain();
      await service.db.database.admin.rows(DUE_NOW, [tenant]);
    }
    expect((await company.state(id)).files).toMatchObject([
      { status: "rejected", error: { code: "file.processing_failed" } },
    ]);
    expect(await service.db.database.admin.rows(QUEUE, [tenant])).toMatchObject([{ state: "dead", attempts: 5 }]);
    expect(await company.ingest(file({ number: "D-1", lines: POWER }))).toMatchObject([{ status: "processed" }]);
  });
});
