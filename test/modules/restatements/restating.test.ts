import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { closeFinancialYear } from "../../../src/modules/restatements/close-financial-year.ts";
import { reopenFinancialYear } from "../../../src/modules/restatements/reopen-financial-year.ts";
import { restateFinancialYear } from "../../../src/modules/restatements/restate-financial-year.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { intact } from "../../support/review.ts";
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

const CLOSINGS = statement(`
  select is_closed, cause, reason from financial_year_closings
  where tenant_id = $1 and environment = $2 order by created_at, id limit 20`);
const LOG = statement(`
  select payload from audit_events
  where tenant_id = $1 and environment = $2 and action = 'financial_year.restated' order by seq limit 20`);

const OF_YEAR = statement(`
  select id from activities
  where tenant_id = $1 and environment = $2 and extract(year from transaction_date) = $3::int order by id limit 1`);

const SUPPLIER = { name: "Nordpap A/S", cvr: "12345674" };
const invoice = (number: string, date: string, amount = "1000.00"): TestFile => ({
  name: `${number}.xml`,
  bytes: ubl({ number, date, supplier: SUPPLIER, lines: [{ text: "Kontorartikler", amount }] }),
});

const DAY = "2025-12-31";
const close = async (period_end = DAY) => await invoke(closeFinancialYear, company.ctx, { period_end });

interface Answer {
  readonly decided_count: number;
  readonly years: readonly {
    readonly scopes: readonly { market_based_before_kg: number | null; market_based_after_kg: number | null }[];
  }[];
}
const restate = async (input: object = {}, of = company): Promise<Answer> =>
  (await invoke(restateFinancialYear, of.ctx, {
    period_end: DAY,
    reason: "Late papers",
    ...input,
  })) as Answer;
const refusalOf = async (asked: Promise<unknown>): Promise<unknown> =>
  await asked.then(
    () => "done",
    (error: unknown) => error,
  );

const closings = async () => await company.ctx.db.rows(CLOSINGS);

describe("lines that wait for a closed year", () => {
  test("are rehearsed, then booked with a reason; the year is closed before and after, and each is logged", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"));
    const before = await company.total_kg();
    await close();
    await company.ingest(invoice("F-2", "2025-04-02"), invoice("F-3", "2025-05-02"));
    const rehearsed = await restate({ dry_run: true });
    expect(rehearsed).toMatchObject({ dry_run: true, decided_count: 2 });
    expect(await company.total_kg()).toBe(before);
    expect(await closings()).toHaveLength(1);
    const booked = await restate();
    expect(booked).toEqual({ ...rehearsed, dry_run: false });
    const [year] = booked.years;
    const sum = (column: "market_based_before_kg" | "market_based_after_kg") =>
      year?.scopes.reduce((kg, scope) => kg + (scope[column] ?? 0), 0);
    expect(sum("market_based_before_kg")).toBeCloseTo(before, 5);
    expect(sum("market_based_after_kg")).toBeCloseTo(await company.total_kg(), 5);
    expect(await company.total_kg()).toBeCloseTo(before * 3, 5);
    expect((await company.lines()).map(({ status }) => status)).toEqual(["classified", "classified", "classified"]);
    expect(await closings()).toEqual([
      { is_closed: true, cause: "administrator", reason: null },
      { is_closed: false, cause: "restatement", reason: "Late papers" },
      { is_closed: true, cause: "restatement", reason: null },
    ]);
    expect(await company.ctx.db.rows(LOG)).toMatchObject([{ payload: { to: DAY, decided_count: 2 } }]);
    expect(await restate()).toMatchObject({ decided_count: 0, years: [] });
    expect(await closings()).toHaveLength(3);
    await intact(company.ctx);
  });

  test("are booked once, however many ask at the same moment", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"));
    const before = await company.total_kg();
    await close();
    await company.ingest(invoice("F-2", "2025-04-02"));
    const answers = await Promise.all([restate(), restate(), company.ingest(invoice("F-3", "2025-05-02"))]);
    const last = await restate();
    expect(answers[0].decided_count + answers[1].decided_count + last.decided_count).toBe(2);
    expect(await company.total_kg()).toBeCloseTo(before * 3, 5);
    await intact(company.ctx);
  });

  test("are booked in a year that was opened again, without another closing", async () => {
    await close();
    await company.ingest(invoice("F-1", "2025-03-02"));
    await invoke(reopenFinancialYear, company.ctx, { period_end: DAY, reason: "A late invoice" });
    expect(await restate()).toMatchObject({ decided_count: 1, years: [{ is_closed: false }] });
    expect(await company.total_kg()).toBeGreaterThan(0);
    expect(await closings()).toHaveLength(2);
    await intact(company.ctx);
  });
});

describe("decisions about a closed year", () => {
  test("correct booked lines, one after the other, each upon the one before", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"));
    const before = await company.total_kg();
    const [line] = await company.lines();
    await close();
    const corrected = (amount: number) => ({
      decisions: [
        {
          id: line?.id,
          decision: "recategorize",
          category_id: line?.category_key,
          facts: { amount },
          reason: "typing error",
        },
      ],
    });
    await restate(corrected(2000));
    expect(await company.total_kg()).toBeCloseTo(before * 2, 5);
    await restate(corrected(3000));
    expect(await company.total_kg()).toBeCloseTo(before * 3, 5);
    await restate({ decisions: [{ id: line?.id, decision: "exclude", reason: "private" }] });
    expect(await company.total_kg()).toBe(0);
    expect((await closings()).at(-1)).toMatchObject({ is_closed: true });
    await intact(company.ctx);
  });

  test("are all written or none: another company's line, another closed year and nothing to restate are refused", async () => {
    await company.ingest(invoice("F-1", "2025-03-02"), invoice("F-2", "2024-03-02"));
    const lines = await company.lines();
    const other = await service.company();
    await other.ingest(invoice("F-9", "2025-03-02"));
    const [foreign] = await other.lines();
    await close();
    await close("2024-12-31");
    const before = [await company.total_kg(), await company.lines()];
    const both = lines.map(({ id }) => ({ id, decision: "exclude", reason: "private" }));
    const refused = async (input: object) => {
      const error = await refusalOf(restate(input));
      expect([await company.total_kg(), await company.lines(), (await closings()).length]).toEqual([...before, 2]);
      return error;
    };
    const stranger = { id: foreign?.id, decision: "exclude", reason: "not mine" };
    const [own] = await company.ctx.db.rows<{ id: string }>(OF_YEAR, [2025]);
    const first = { ...stranger, id: own?.id };
    expect(await refused({ decisions: [first, stranger] })).toMatchObject({ code: "resource.not_found" });
    expect(await refused({ decisions: both })).toMatchObject({ code: "financial_year.closed" });
    expect(await refused({ decisions: both, period_end: "2025-06-30" })).toMatchObject({
      extras: { issues: [{ path: "period_end", code: "no_such_year" }] },
    });
    const named = {
      decision: "recategorize",
      facts: { supplier_name: "Nordpap Danmark A/S" },
      category_id: lines[0]?.category_key,
    };
    const asBefore = { decisions: [{ ...named, id: own?.id, reason: "its new name" }] };
    expect(await refused(asBefore)).toMatchObject({ extras: { issues: [{ code: "nothing_restated" }] } });
    await restate({ decisions: both, also_period_ends: ["2024-12-31"] });
    expect(await company.total_kg()).toBe(0);
    expect(await closings()).toHaveLength(6);
    await intact(company.ctx);
  });
});
