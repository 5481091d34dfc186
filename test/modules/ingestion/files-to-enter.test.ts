import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { enterUploadFile } from "../../../src/modules/ingestion/enter-upload-file.ts";
import { excludeUploadFile } from "../../../src/modules/ingestion/exclude-upload-file.ts";
import { listUploadFiles } from "../../../src/modules/ingestion/list-upload-files.ts";
import type { UploadFile } from "../../../src/modules/ingestion/upload-batch.ts";
import { reserveQuota } from "../../../src/modules/quota/index.ts";
import { getQuotaStatus } from "../../../src/modules/quota/get-quota-status.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { emptyPicture } from "../../support/demo-files.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { pdf } from "../../support/pdf.ts";
import { canDrawText, tillReceipt } from "../../support/scans.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const picture = async (): Promise<TestFile> => ({ name: "bon.png", bytes: await emptyPicture() });

/** Outputs are checked against their schemas by the contract tests. */
async function run<Result>(operation: Operation, company: Company, input: object): Promise<Result> {
  return (await invoke(operation, company.ctx, { ...input })) as Result;
}

async function only(company: Company, file: TestFile): Promise<UploadFile> {
  const [result] = await company.ingest(file);
  if (result === undefined) throw new Error("no file");
  return result;
}

const FACTS = {
  issue_date: "2026-03-02",
  supplier_name: "Nordpap A/S",
  net_amount: 1000,
  gross_amount: 1250,
  currency: "DKK",
  category_id: "purchases.goods.office_supplies",
};

const LETTER = "A letter that holds no invoice, no amount and no date at all.";

const used = async (company: Company): Promise<number> =>
  (await run<{ used: number }>(getQuotaStatus, company, {})).used;

async function intact(company: Company): Promise<void> {
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
}

describe("a picture or PDF in which no amount can be read", { timeout: 300_000 }, () => {
  test("waits to be entered, costs no quota, and is listed with the reason", async () => {
    const company = await service.company();
    const text = { name: "letter.pdf", bytes: pdf([[{ text: LETTER, top: 80, left: 60 }]]) };
    const files = [await only(company, await picture()), await only(company, text)];
    for (const file of files) {
      expect(file).toMatchObject({
        status: "needs_review",
        needs_entry: true,
        error: { code: "file.no_invoice_data" },
      });
    }
    const { items } = await run<{ items: UploadFile[] }>(listUploadFiles, company, { needs_entry: true });
    expect(items.map(({ id }) => id)).toEqual(files.map(({ id }) => id).toReversed());
    expect(await used(company)).toBe(0);
    await intact(company);
  });

  test("a second time is a duplicate, while it waits and after it was left out or entered", async () => {
    const company = await service.company();
    const file = await picture();
    const twice = await company.ingest(file, file);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["duplicate", "needs_review"]);
    expect(await only(company, file)).toMatchObject({ status: "duplicate", needs_entry: false });
    const id = twice.find(({ status }) => status === "needs_review")?.id;
    await run(excludeUploadFile, company, { id, reason: "A photo of the office" });
    expect(await only(company, file)).toMatchObject({ status: "duplicate" });
    const entered = await run<UploadFile>(enterUploadFile, company, { id, ...FACTS });
    expect(await only(company, file)).toMatchObject({ status: "duplicate", duplicate_of: entered.document_id });
    const { document_id } = entered;
    const { items } = await run<{ items: UploadFile[] }>(listUploadFiles, company, { document_id });
    expect(items.map((item) => item.id)).toEqual([id]);
    expect(await used(company)).toBe(1);
  });

  test.skipIf(!canDrawText)(
    "is proposed to be entered with what was read of it (needs a sans-serif font)",
    async () => {
      const company = await service.company();
      const receipt = tillReceipt([
        ["Kystbyens Byggemarked A/S"],
        ["CVR 25313763"],
        ["Skruer rustfri", "89,00"],
        ["Pensel", "61,00"],
        ["TOTAL DKK", "150,00"],
      ]);
      const file = await only(company, { name: "bon.png", bytes: await receipt.png().toBuffer() });
      expect(file).toMatchObject({
        needs_entry: true,
        recognised: {
          supplier_name: "Kystbyens Byggemarked A/S",
          issue_date: null,
          total_incl_vat: "150",
          currency: "DKK",
        },
      });
    },
  );

  test("counts when a person enters it: once in the totals and once against the quota", async () => {
    const company = await service.company();
    const { id } = await only(company, await picture());
    const entered = await run<UploadFile>(enterUploadFile, company, { id, ...FACTS });
    expect(entered).toMatchObject({ status: "processed", needs_entry: false, error: null, activity_count: 1 });
    expect(await company.lines()).toMatchObject([
      { amount: "1000", status: "classified", mapped_by: "person", category_key: FACTS.category_id },
    ]);
    expect(await company.total_kg()).toBeGreaterThan(0);
    expect(await used(company)).toBe(1);
    await expect(run(enterUploadFile, company, { id, ...FACTS })).rejects.toMatchObject({ code: "resource.not_found" });
    await intact(company);
  });

  test("is one emission with the ledger row of the same purchase, and none beside the invoice itself", async () => {
    const company = await service.company();
    const ledger = [
      "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
      "2026-03-03;17;2450;Kontorartikler;Kontorpapir;Nordpap A/S;;1000,00;DKK",
    ];
    await company.ingest({ name: "ledger.csv", bytes: Buffer.from(ledger.join("\r\n")) });
    const first = await only(company, await picture());
    await run(enterUploadFile, company, { id: first.id, ...FACTS });
    const lines = await company.lines();
    expect(lines.map(({ line_kind, status }) => `${line_kind} ${status}`).toSorted()).toEqual([
      "ledger_row excluded",
      "line classified",
    ]);
    const invoice = { number: "F-1", date: "2026-04-02", supplier: { name: "Nordpap A/S", cvr: "12345674" } };
    const lined = ubl({ ...invoice, lines: [{ text: "Kontorartikler", amount: "1000.00" }] });
    await company.ingest({ name: "F-1.xml", bytes: lined });
    const second = await only(company, await picture());
    const same = { ...FACTS, issue_date: "2026-04-02", supplier_identifier: "12345674", invoice_number: "F-1" };
    const entered = await run<UploadFile>(enterUploadFile, company, { id: second.id, ...same });
    expect(entered).toMatchObject({ status: "duplicate", activity_count: 0 });
    expect(await used(company)).toBe(3);
    await intact(company);
  });

  test("with a credit takes off what the invoice counts that was entered before, and waits beyond it", async () => {
    const company = await service.company();
    const files = [
      await only(company, await picture()),
      await only(company, await picture()),
      await only(company, await picture()),
    ];
    const [invoice, credit, more] = files.map(({ id }) => ({ id, ...FACTS }));
    if (invoice === undefined || credit === undefined || more === undefined) throw new Error("three pictures");
    await run<UploadFile>(enterUploadFile, company, invoice);
    const whole = await company.total_kg();
    await run<UploadFile>(enterUploadFile, company, {
      ...credit,
      issue_date: "2026-03-09",
      net_amount: -400,
      gross_amount: -500,
    });
    expect(await company.total_kg()).toBeCloseTo(whole * 0.6, 4);
    const beyond = { ...more, issue_date: "2026-03-10", net_amount: -700, gross_amount: -875 };
    expect(await run<UploadFile>(enterUploadFile, company, beyond)).toMatchObject({ status: "needs_review" });
    expect(await company.total_kg()).toBeCloseTo(whole * 0.6, 4);
    await intact(company);
  });

  test("is refused, and goes on waiting, with an unknown category, a currency without rate or nothing left of the quota", async () => {
    const company = await service.company({ plan: "starter" });
    const { id } = await only(company, await picture());
    for (const wrong of [
      { category_id: "purchases.nothing.here" },
      { currency: "XTS" },
      { issue_date: "2026-02-30" },
      // The service's clock stands at 15 June 2026.
      { issue_date: "2026-06-17" },
      { net_amount: 0 },
      { gross_amount: -1250 },
      { gross_amount: 100 },
      { supplier_name: "\u200B" },
      { description: "Papir\u202Eregap" },
      { invoice_number: "F\n1" },
    ]) {
      const input = { id, ...FACTS, ...wrong };
      await expect(run(enterUploadFile, company, input)).rejects.toMatchObject({
        code: "request.validation_failed",
        extras: { issues: [{ path: Object.keys(wrong)[0] }] },
      });
    }
    const { limit } = await run<{ limit: number }>(getQuotaStatus, company, {});
    await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, limit));
    await expect(run(enterUploadFile, company, { id, ...FACTS })).rejects.toMatchObject({ code: "quota.exceeded" });
    const { items } = await run<{ items: UploadFile[] }>(listUploadFiles, company, { status: "needs_review" });
    expect(items).toMatchObject([{ id, needs_entry: true }]);
    expect(await company.lines()).toEqual([]);
  });

  test("of another company is not found", async () => {
    const [company, other] = [await service.company(), await service.company()];
    const { id } = await only(company, await picture());
    const reason = "Not mine";
    await expect(run(excludeUploadFile, other, { id, reason })).rejects.toMatchObject({ code: "resource.not_found" });
    await expect(run(enterUploadFile, other, { id, ...FACTS })).rejects.toMatchObject({ code: "resource.not_found" });
  });
});

describe("the status of a file whose lines wait", () => {
  test("is final as soon as nothing waits any more", async () => {
    const company = await service.company();
    const supplier = { name: "Nordpap A/S", cvr: "12345674" };
    const bytes = ubl({ number: "W-1", supplier, lines: [{ text: "Qvxz 4711", amount: "500.00" }] });
    const batch = await company.upload({ name: "f.xml", bytes });
    await service.drain();
    const statusNow = async () => (await company.state(batch.id)).files.map(({ status }) => status);
    expect(await statusNow()).toEqual(["needs_review"]);
    const [line] = await company.lines();
    const decision = { id: line?.id, category_id: FACTS.category_id, reason: "Paper" };
    await run(recategorizeReviewItem, company, decision);
    expect(await statusNow()).toEqual(["processed"]);
    const listed = await run<{ items: UploadFile[] }>(listUploadFiles, company, { status: "needs_review" });
    expect(listed.items).toEqual([]);
  });
});
