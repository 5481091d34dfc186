import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import type { Operation } from "../../../src/core/operation.ts";
import { statement } from "../../../src/core/statement.ts";
import { assignActivityDepartment } from "../../../src/modules/activities/assign-activity-department.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { closeFinancialYear } from "../../../src/modules/restatements/close-financial-year.ts";
import { restateFinancialYear } from "../../../src/modules/restatements/restate-financial-year.ts";
import { reopenFinancialYear } from "../../../src/modules/restatements/reopen-financial-year.ts";
import { recordActivity } from "../../../src/modules/records/record-activity.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { listReviewItems } from "../../../src/modules/review/list-review-items.ts";
import { rerunReviewItems } from "../../../src/modules/review/rerun-review-items.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
let company: Company;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.db.clock.set("2026-09-15T12:00:00Z");
  company = await service.company();
});

const YEARS = statement(`
  select id, extract(year from transaction_date)::int as year from activities
  where tenant_id = $1 and environment = $2 order by id limit 10`);

const SUPPLIER = { name: "Nordpap A/S", cvr: "12345674" };
const invoice = (number: string, date: string, amount = "1000.00"): TestFile => ({
  name: `${number}.xml`,
  bytes: ubl({ number, date, supplier: SUPPLIER, lines: [{ text: "Kontorartikler", amount }] }),
});
const rows = (name: string, ...lines: readonly string[]): TestFile => ({
  name,
  bytes: Buffer.from(["Dato;Tekst;Beløb;Saldo;Status", ...lines].join("\r\n")),
});

const close = async () => await invoke(closeFinancialYear, company.ctx, { period_end: "2025-12-31" });
const reopen = async () =>
  await invoke(reopenFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "A late invoice" });

/** What an operation is refused with. */
async function refusal(operation: Operation, input: object): Promise<unknown> {
  return await invoke(operation, company.ctx, input).then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error : String(error)),
  );
}

async function intact(): Promise<void> {
  expect(await verifyAudit(company.ctx.db, company.ctx.files)).toMatchObject({ ok: true });
  expect(await compareRollups(company.ctx.db)).toEqual([]);
}

async function only() {
  const [line] = await company.lines();
  if (line === undefined) throw new Error("no line");
  return line;
}

describe("a document of a closed year", () => {
  test("waits in review with its code; the upload says so, and what is left of it counts after the year is opened", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"));
    const before = await company.total_kg();
    await close();
    const [file] = await company.ingest(invoice("F-2", "2025-04-02"));
    expect(file).toMatchObject({ status: "needs_review" });
    expect(JSON.stringify(file)).toContain("financial_year_closed: lines of the year that ended on 2025-12-31");
    expect(await company.total_kg()).toBe(before);
    const { items } = (await invoke(listReviewItems, company.ctx, {})) as {
      items: { id: string; review_code: string; effect_kg: number; needs: { text_da: string }[] }[];
    };
    expect(items).toMatchObject([{ review_code: "financial_year_closed" }]);
    expect(items[0]?.needs[0]?.text_da).toContain("når regnskabsåret rettes eller åbnes");
    const id = items[0]?.id;
    await reopen();
    await invoke(acceptReviewItem, company.ctx, { id });
    expect(await company.total_kg()).toBeGreaterThan(before);
    await intact();
  });

  test("may be left out while the year is closed, and one of another year counts", async () => {
    await close();
    await company.ingest(invoice("F-1", "2025-12-31"), invoice("F-2", "2026-01-01"), invoice("F-3", "2024-12-31"));
    const lines = await company.lines();
    expect(lines.map(({ status }) => status).toSorted()).toEqual(["classified", "classified", "pending_review"]);
    const waiting = lines.find(({ status }) => status === "pending_review");
    await invoke(excludeReviewItem, company.ctx, { id: waiting?.id, reason: "belongs to the sister company" });
    expect((await company.lines()).map(({ status }) => status)).toContain("excluded");
    await intact();
  });

  test("holds back those of its rows that lie in the year, and no others", async () => {
    await close();
    await company.ingest(
      rows(
        "bank.csv",
        "2025-12-30;KONTORARTIKLER LAGER;-500,00;1,00;Udført",
        "2026-01-02;KONTORARTIKLER LAGER;-700,00;1,00;Udført",
      ),
    );
    const states = (await company.lines()).map(({ amount, review_code, status }) => [amount, status, review_code]);
    expect(states.map(([, status, code]) => [status, code])).toEqual([
      ["pending_review", "financial_year_closed"],
      ["classified", null],
    ]);
    await intact();
  });

  test("of a purchase that the closed year has counted takes nothing over, whatever its own date, and counts nothing twice", async () => {
    for (const date of ["2025-01-02", "2024-12-20"]) {
      company = await service.company();
      await company.ingest(rows("bank.csv", "2025-01-05;KONTORARTIKLER NORDPAP A/S 4711;-1250,00;10000,00;Udført"));
      const before = await company.total_kg();
      expect(before).toBeGreaterThan(0);
      await close();
      await company.ingest(invoice("F-4711", date));
      expect(await company.total_kg()).toBe(before);
      const waiting = (await company.lines()).find(({ line_kind }) => line_kind === "line");
      expect(waiting?.status, date).toBe("pending_review");
      expect(await refusal(acceptReviewItem, { id: waiting?.id })).toMatchObject({ code: "financial_year.closed" });
      await reopen();
      await invoke(acceptReviewItem, company.ctx, { id: waiting?.id });
      const counted = (await company.lines()).filter(({ status }) => status === "classified");
      expect(counted.map(({ line_kind }) => line_kind)).toEqual(["line"]);
      await intact();
    }
  });
});

describe("a change by a person in a closed year", () => {
  test("moves no figure of it, in every operation; a record waits as well, also where it has biogenic CO2 alone", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"));
    const { id } = await only();
    await invoke(correctActivity, company.ctx, { id, facts: { amount: 2000 }, reason: "typing error" });
    const { id: department_id } = (await invoke(createDepartment, company.ctx, { name: "Lager" })) as { id: string };
    const before = await company.total_kg();
    await close();
    const days = { service_period_start: "2025-09-01", service_period_end: "2025-09-30" };
    const recorded = { ...recordActivity.example.input, ...days };
    const kept = (await invoke(recordActivity, company.ctx, recorded)) as { readonly co2e_market_based_kg: number };
    expect(kept).toMatchObject({
      entries: [{ id: null }],
      pending_restatements: [{ period_end: "2025-12-31" }],
    });
    expect(await company.total_kg()).toBe(before);
    const stated = { source: "Annual report", year: 2025, method: "supplier_specific", kg_co2e: 0, biogenic_co2_kg: 7 };
    const biogenic = {
      category_id: "finance.investments.equity",
      description: "Andel",
      reason: "Annual report",
      emissions: stated,
      ...days,
    };
    expect(await invoke(recordActivity, company.ctx, biogenic)).toMatchObject({
      entries: [{ id: null }],
      pending_restatements: [{ market_based_after_kg: 0, biogenic_co2_before_kg: 0, biogenic_co2_after_kg: 7 }],
    });
    const category_id = "purchases.materials.paper";
    const changes: readonly (readonly [Operation, object])[] = [
      [undoActivityChange, { id, reason: "was right" }],
      [correctActivity, { id, facts: { amount: 3000 }, reason: "typing error" }],
      [recategorizeActivity, { id, category_id, reason: "paper" }],
      [assignActivityDepartment, { id, department_id }],
      [excludeActivity, { id, reason: "private" }],
    ];
    for (const [operation, input] of changes) {
      const answer = await invoke(operation, company.ctx, input);
      expect(answer, operation.name).toMatchObject({ pending_restatements: [{ period_end: "2025-12-31" }] });
      expect(await company.total_kg(), operation.name).toBe(before);
      await intact();
    }
    await reopen();
    expect(await company.total_kg()).toBe(before);
    await invoke(restateFinancialYear, company.ctx, { period_end: "2025-12-31", reason: "private" });
    expect(await company.total_kg()).toBe(kept.co2e_market_based_kg);
    await intact();
  });

  test("that moves a line of an open year into it waits for it; one that moves no figure does not", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"), invoice("F-2", "2026-03-02"));
    await close();
    const lines = await company.lines();
    const years = new Map(
      (await company.ctx.db.rows<{ id: string; year: number }>(YEARS)).map(({ id, year }) => [year, id]),
    );
    expect(lines).toHaveLength(2);
    const moved = { id: years.get(2026), facts: { transaction_date: "2025-06-01" }, reason: "typing error" };
    const pending = { pending_restatements: [{ period_end: "2025-12-31", market_based_before_kg: 0 }] };
    const total = await company.total_kg();
    expect(await invoke(correctActivity, company.ctx, moved)).toMatchObject(pending);
    expect(await company.total_kg()).toBeCloseTo(total / 2, 4);
    const named = { id: years.get(2025), facts: { supplier_name: "Nordpap Danmark A/S" }, reason: "its new name" };
    expect(await invoke(correctActivity, company.ctx, named)).not.toHaveProperty("pending_restatements");
    expect(await refusal(rerunReviewItems, { activity_id: years.get(2025) })).toBe("done");
    await intact();
  });
});
