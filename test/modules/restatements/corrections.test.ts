import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renderReport } from "../../../src/modules/reports/index.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let by: RecordingCompany;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  by = await site.company();
});

const DAY = "2025-12-31";
const YEAR = `/financial-years/${DAY}`;
const PAPER = { name: "Nordpap A/S", cvr: "12345674" };
const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
const WINTER = ["2025-12-01", "2026-01-31"] as const;

const file = (number: string, date: string, more: Partial<UblDocument>) => ({
  name: `${number}.xml`,
  content: ubl({ number, date, supplier: PAPER, lines: [{ text: "Kontorartikler", amount: "1000.00" }], ...more }),
});
const invoice = (number: string, date: string) => file(number, date, {});
const heat = (number: string, text: string) =>
  file(number, WINTER[1], {
    supplier: HEAT,
    meter: "571313000000000013",
    period: WINTER,
    lines: [{ text, quantity: "6200", unit: "KWH", amount: "9000.00" }],
  });

interface Total {
  readonly total_co2e_kg: number | null;
  readonly pending_restatement_kg: number;
  readonly pending_restatement_count: number;
  readonly is_complete: boolean;
}
const total = async (year: number, more = "") =>
  (await site.get(by, `/emissions/summary?from=${year}-01-01&to=${year}-12-31${more}`)) as Total;
const kg = async (year: number, more = "") => (await total(year, more)).total_co2e_kg ?? 0;
const pendingKg = async (year: number, more = "") => (await total(year, more)).pending_restatement_kg;

interface Pending {
  readonly period_end: string;
  readonly market_based_before_kg: number;
  readonly market_based_after_kg: number;
}
interface Changed {
  readonly status: string;
  readonly pending_restatements?: readonly Pending[];
}
const change = async (id: string, what: string, body: object = {}) =>
  await site.change<Changed>(by, `/activities/${id}/${what}`, { reason: "typing error", ...body });
const correct = async (id: string, facts: object, more: object = {}) => await change(id, "correct", { facts, ...more });

interface Restatement {
  readonly activity_id: string;
  readonly cause: string;
  readonly correction: null | Readonly<Record<string, unknown>>;
  readonly reason: string | null;
}
const listed = async (state: "pending" | "restated", path = YEAR) =>
  await site.items<Restatement>(by, `${path}/restatements?state=${state}`);
const close = async (path = YEAR) => await site.change(by, `${path}/close`, {});
const restate = async (body: object = {}, path = YEAR) =>
  await site.change<{ decided_count: number; years: { scopes: object[] }[] }>(by, `${path}/restate`, {
    reason: "Late papers",
    ...body,
  });
const idOf = async (description: string): Promise<string> => {
  const line = (await site.lines(by)).find((one) => one.description === description);
  if (line === undefined) throw new Error(`no line ${description}`);
  return line.id;
};

/** A company with one line of 2025, which is closed; what it counts. */
async function closedLine() {
  await site.ingest(by, invoice("F-1", "2025-03-02"));
  const id = await idOf("Kontorartikler");
  const before = await kg(2025);
  expect(before).toBeGreaterThan(0);
  await close();
  return { id, before };
}

describe("a correction of a line that a closed year counts", () => {
  test("is told before, waits beside the year's total with who and why, and is booked by restating", async () => {
    const { id, before } = await closedLine();
    const told = await correct(id, { amount: 2000 }, { dry_run: true });
    expect(told.pending_restatements).toMatchObject([{ period_end: DAY }]);
    expect(told.pending_restatements?.[0]?.market_based_before_kg).toBeCloseTo(before, 4);
    expect(told.pending_restatements?.[0]?.market_based_after_kg).toBeCloseTo(before * 2, 4);
    expect(await listed("pending")).toEqual([]);

    const corrected = await correct(id, { amount: 2000 });
    expect(corrected).toMatchObject({ status: "classified", pending_restatements: told.pending_restatements });
    expect(await kg(2025)).toBe(before);
    expect(await pendingKg(2025)).toBeCloseTo(before, 4);
    expect((await total(2025)).is_complete).toBe(false);
    expect(await pendingKg(2026)).toBe(0);
    const [line] = await listed("pending");
    expect(line).toMatchObject({ activity_id: id, cause: "correction", reason: null });
    expect(line?.correction).toMatchObject({ action: "activity.corrected", corrected_by: `api_key:${by.key.id}` });
    expect(line?.correction?.["reason"]).toContain("typing error");
    expect(line?.correction?.["corrected_by_name"]).not.toBeNull();
    expect(await site.get(by, `/activities/${id}`)).toMatchObject({
      pending_restatements: told.pending_restatements,
    });

    expect(await restate({ dry_run: true })).toMatchObject({ decided_count: 1 });
    expect(await kg(2025)).toBe(before);
    expect(await restate()).toMatchObject({ decided_count: 1 });
    expect(await kg(2025)).toBeCloseTo(before * 2, 4);
    expect(await pendingKg(2025)).toBe(0);
    expect(await listed("pending")).toEqual([]);
    expect(await listed("restated")).toMatchObject([{ activity_id: id, cause: "correction", reason: "Late papers" }]);
    expect(await site.get(by, `/activities/${id}`)).not.toHaveProperty("pending_restatements");
    await site.intact(by);
  });

  test("is counted beside the total where several come to 0 kg together: what keeps the total from being complete is said", async () => {
    const lines = { lines: [{ text: "Kopipapir", amount: "1000.00" }] };
    await site.ingest(by, file("F-2", "2025-04-02", lines));
    const second = await idOf("Kopipapir");
    const { id, before } = await closedLine();
    expect(await total(2025)).toMatchObject({ pending_restatement_kg: 0, pending_restatement_count: 0 });
    await correct(id, { amount: 1100 });
    await correct(second, { amount: 900 });
    const totals = [
      await total(2025),
      await site.get(by, "/emissions/by-category?from=2025-01-01&to=2025-12-31"),
      await site.get(by, "/emissions/by-scope3-category?from=2025-01-01&to=2025-12-31"),
    ];
    for (const one of totals) {
      expect(one).toMatchObject({
        pending_restatement_kg: 0,
        pending_restatement_count: 2,
        is_complete: false,
      });
    }
    expect(await total(2026)).toMatchObject({ pending_restatement_count: 0 });
    await restate();
    expect(await total(2025)).toMatchObject({ total_co2e_kg: before, pending_restatement_count: 0 });
  });

  test("is replaced by a second one, and waits no more when that brings back what the year counts", async () => {
    const { id, before } = await closedLine();
    await correct(id, { amount: 2000 });
    await correct(id, { amount: 3000 });
    expect(await listed("pending")).toHaveLength(1);
    expect(await pendingKg(2025)).toBeCloseTo(before * 2, 4);
    expect(await correct(id, { amount: 1000 })).not.toHaveProperty("pending_restatements");
    expect(await listed("pending")).toEqual([]);
    expect(await pendingKg(2025)).toBe(0);
    await correct(id, { amount: 500 });
    await restate();
    expect(await kg(2025)).toBeCloseTo(before / 2, 4);
    await site.intact(by);
  });

  test("is withdrawn by undoing it before the year is restated, and put back by undoing that", async () => {
    const { id, before } = await closedLine();
    await correct(id, { amount: 2000 });
    expect(await change(id, "exclude")).toMatchObject({ status: "excluded" });
    expect(await pendingKg(2025)).toBeCloseTo(-before, 4);
    expect(await change(id, "undo")).toMatchObject({ status: "classified" });
    expect(await pendingKg(2025)).toBeCloseTo(before, 4);
    expect(await change(id, "undo")).toMatchObject({ status: "excluded" });
    expect(await pendingKg(2025)).toBeCloseTo(-before, 4);
    expect(await kg(2025)).toBe(before);
    await restate();
    expect(await kg(2025)).toBe(0);
    expect(await site.get(by, `/activities/${id}`)).toMatchObject({ status: "excluded" });
    await site.intact(by);
  });

  test("leaves nothing behind when the only one is undone", async () => {
    const { id, before } = await closedLine();
    await correct(id, { amount: 2000 });
    expect(await change(id, "undo")).not.toHaveProperty("pending_restatements");
    expect(await listed("pending")).toEqual([]);
    expect(await restate()).toMatchObject({ decided_count: 0 });
    expect(await kg(2025)).toBe(before);
    await site.intact(by);
  });

  test("that was booked is undone as one: the undoing waits for the year and brings the very figures back", async () => {
    const { id, before } = await closedLine();
    await correct(id, { amount: 2000 });
    await restate();
    const undone = await change(id, "undo");
    expect(undone).toMatchObject({ undone: "activity.corrected", amount: 1000 });
    expect(await kg(2025)).toBeCloseTo(before * 2, 4);
    expect(await pendingKg(2025)).toBeCloseTo(-before, 4);
    await restate();
    expect(await kg(2025)).toBe(before);
    expect((await listed("restated")).map(({ cause }) => cause)).toEqual(["correction", "correction"]);
    await site.intact(by);
  });

  test("into an open year counts there at once, and goes out of the closed one by restating", async () => {
    const { id, before } = await closedLine();
    await correct(id, { transaction_date: "2026-02-01" });
    expect(await kg(2026)).toBeGreaterThan(0);
    expect(await kg(2025)).toBe(before);
    expect(await pendingKg(2025)).toBeCloseTo(-before, 4);
    expect(await pendingKg(2026)).toBe(0);
    await restate();
    expect(await kg(2025)).toBe(0);
    await site.intact(by);
  });

  test("into a department stands beside the totals of both, and moves the line by restating", async () => {
    const made = await site.post(by, { name: "Lager" }, {}, "/departments");
    const { id: department_id } = made.json() as unknown as { id: string };
    const { id, before } = await closedLine();
    const of = `&department_id=${department_id}`;
    const assigned = await site.change(by, `/activities/${id}/department`, { department_id });
    expect(assigned).toMatchObject({ department_id, pending_restatements: [{ period_end: DAY }] });
    expect([await kg(2025), await kg(2025, of)]).toEqual([before, 0]);
    expect(await pendingKg(2025, of)).toBeCloseTo(before, 4);
    expect(await pendingKg(2025)).toBeCloseTo(0, 6);
    await correct(id, { amount: 2000 });
    expect(await pendingKg(2025, of)).toBeCloseTo(before * 2, 4);
    await restate();
    expect(await kg(2025, of)).toBeCloseTo(before * 2, 4);
    expect(await kg(2025)).toBeCloseTo(before * 2, 4);
    await site.intact(by);
  });

  test("of two people at once waits once, and what is restated meanwhile is booked whole", async () => {
    const { id, before } = await closedLine();
    await Promise.all([correct(id, { amount: 2000 }), correct(id, { amount: 3000 })]);
    expect(await listed("pending")).toHaveLength(1);
    const waits = await pendingKg(2025);
    expect([before, before * 2].some((one) => Math.abs(one - waits) < 0.001)).toBe(true);
    const [one, other] = await Promise.all([restate(), restate(), correct(id, { amount: 4000 })]);
    const last = await restate();
    expect(await kg(2025)).toBeCloseTo(before * 4, 4);
    expect(one.decided_count + other.decided_count + last.decided_count).toBeLessThanOrEqual(2);
    expect(await listed("pending")).toEqual([]);
    await site.intact(by);
  });

  test("books in an opened year at once", async () => {
    const { id, before } = await closedLine();
    await correct(id, { amount: 2000 });
    await site.change(by, `${YEAR}/reopen`, { reason: "a typing error" });
    expect(await kg(2025)).toBe(before);
    expect(await pendingKg(2025)).toBeCloseTo(before, 4);
    await correct(id, { amount: 3000 });
    expect(await kg(2025)).toBeCloseTo(before * 3, 4);
    expect(await pendingKg(2025)).toBe(0);
    await change(id, "undo");
    expect(await kg(2025)).toBeCloseTo(before * 2, 4);
    await site.intact(by);
  });

  test("that moves a line from one closed year into another waits for both, each restated for itself", async () => {
    const { id, before } = await closedLine();
    const YEAR_BEFORE = "/financial-years/2024-12-31";
    await close(YEAR_BEFORE);
    const moved = await correct(id, { transaction_date: "2024-11-02" });
    expect(moved.pending_restatements?.map(({ period_end }) => period_end)).toEqual(["2024-12-31", DAY]);
    const after = await pendingKg(2024);
    expect(after).toBeGreaterThan(0);
    await restate({}, YEAR_BEFORE);
    expect([await kg(2024), await kg(2025)]).toEqual([after, before]);
    expect(await pendingKg(2024)).toBe(0);
    expect(await listed("pending")).toMatchObject([
      { cause: "correction", correction: { action: "activity.corrected" } },
    ]);
    await restate();
    expect([await kg(2024), await kg(2025)]).toEqual([after, 0]);
    await site.intact(by);
  });
});

describe("a purchase that a closed year counts from an invoice", () => {
  const bank = "Dato;Tekst;Beløb;Saldo;Status\r\n2025-01-05;KONTORARTIKLER NORDPAP A/S 4711;-1250,00;10000,00;Udført";

  test("is left to its bank row when the invoice is left out: both wait for the year and are booked together", async () => {
    await site.ingest(by, { name: "bank.csv", content: bank });
    const alone = await kg(2025);
    await site.ingest(by, invoice("F-4711", "2025-01-02"));
    const id = await idOf("Kontorartikler");
    const before = await kg(2025);
    await close();
    await change(id, "exclude");
    expect([await kg(2025), await pendingKg(2025)]).toEqual([before, -before]);
    const [row] = await site.items<{ id: string }>(by, "/review-items");
    await site.change(by, `/review-items/${row?.id}/accept`, {});
    expect(await kg(2025)).toBe(before);
    expect(await pendingKg(2025)).toBeCloseTo(alone - before, 4);
    await change(id, "undo");
    expect([await kg(2025), await pendingKg(2025)]).toEqual([before, 0]);
    await change(id, "exclude");
    const [again] = await site.items<{ id: string }>(by, "/review-items");
    await site.change(by, `/review-items/${again?.id}/accept`, {});
    await restate();
    expect(await kg(2025)).toBeCloseTo(alone, 4);
    expect(await pendingKg(2025)).toBe(0);
    await site.intact(by);
  });
});

describe("a line that a correction leaves without a figure", () => {
  test("waits for what it lacks, and the closed year goes on counting it until somebody knows", async () => {
    await site.ingest(by, heat("V-1", "Fjernvarme, afregnet forbrug"));
    const id = await idOf("Fjernvarme, afregnet forbrug");
    const [old, open] = [await kg(2025), await kg(2026)];
    await close();
    const cleared = await correct(id, { clear: ["quantity"], amount: 9000, currency: "UAH" });
    expect(cleared).toMatchObject({ status: "pending_review" });
    expect(cleared).not.toHaveProperty("pending_restatements");
    expect([await kg(2025), await kg(2026), await pendingKg(2025), open > 0]).toEqual([old, 0, 0, true]);
    await correct(id, { quantity: 3100, unit: "kWh" });
    expect(await pendingKg(2025)).toBeCloseTo(-old / 2, 4);
    await restate();
    expect(await kg(2025)).toBeCloseTo(old / 2, 4);
    await site.intact(by);
  });
});

describe("a line over the turn of a closed year", () => {
  test("is corrected in the open year at once and in the closed one by restating", async () => {
    await site.ingest(by, heat("V-1", "Fjernvarme, afregnet forbrug"));
    const id = await idOf("Fjernvarme, afregnet forbrug");
    const [old, open] = [await kg(2025), await kg(2026)];
    await close();
    await correct(id, { quantity: 3100, unit: "kWh" });
    expect(await kg(2026)).toBeCloseTo(open / 2, 4);
    expect(await kg(2025)).toBe(old);
    expect(await pendingKg(2025)).toBeCloseTo(-old / 2, 4);
    await change(id, "undo");
    expect([await kg(2025), await kg(2026)]).toEqual([old, open]);
    expect(await pendingKg(2025)).toBe(0);
    await change(id, "exclude");
    expect([await kg(2025), await kg(2026)]).toEqual([old, 0]);
    await restate();
    expect([await kg(2025), await kg(2026)]).toEqual([0, 0]);
    await change(id, "undo");
    expect([await kg(2025), await kg(2026)]).toEqual([0, open]);
    expect(await pendingKg(2025)).toBeCloseTo(old, 4);
    await site.intact(by);
  });

  test("that changes its biogenic CO2 alone waits as any other, and is booked by restating", async () => {
    const facts = {
      category_id: "purchases.materials.concrete",
      kg_co2e_per_unit: 0.12,
      unit: "kg",
      year: 2025,
      valid_from: "2025-01-01",
      valid_to: "2025-12-31",
      is_automatic: false,
      source: "Declaration of the mix, table 4",
      method: "supplier_specific",
      note: "The mix that we buy",
    };
    const factor = async (name: string, biogenic_co2_kg_per_unit: number): Promise<string> => {
      const answer = await site.post(by, { ...facts, name, biogenic_co2_kg_per_unit }, {}, "/company-factors");
      const { id } = answer.json() as unknown as { id: string };
      await site.change(by, `/company-factors/${id}/approve`, {});
      return id;
    };
    const [plain, biogenic] = [await factor("Beton", 0), await factor("Beton med flis", 0.5)];
    const recorded = await site.recorded(by, {
      category_id: facts.category_id,
      description: "Beton",
      transaction_date: "2025-05-04",
      quantity: 1000,
      unit: "kg",
      company_factor_id: plain,
      reason: "Delivery note",
    });
    const before = await kg(2025);
    await close();
    const correction = { facts: { company_factor_id: biogenic }, reason: "wood chips" };
    const pending_restatements = [
      {
        period_end: "2025-12-31",
        market_based_before_kg: before,
        market_based_after_kg: before,
        location_based_before_kg: before,
        location_based_after_kg: before,
        biogenic_co2_before_kg: 0,
        biogenic_co2_after_kg: 500,
      },
    ];
    const path = `/activities/${recorded.activity_id}/correct`;
    const tried = await site.change(by, path, { ...correction, dry_run: true });
    expect(tried).toMatchObject({ pending_restatements });
    expect(await site.change(by, path, correction)).toMatchObject({ pending_restatements });
    const sums = "/emissions/summary?from=2025-01-01&to=2025-12-31";
    expect(await site.get(by, sums)).toMatchObject({ biogenic_co2_kg: 0, pending_restatement_count: 1 });
    const { years } = await restate();
    expect(years[0]?.scopes.filter((scope) => "biogenic_co2_after_kg" in scope)).toMatchObject([
      { scope: "3", biogenic_co2_before_kg: 0, biogenic_co2_after_kg: 500 },
    ]);
    expect(await kg(2025)).toBe(before);
    expect(await site.get(by, sums)).toMatchObject({ biogenic_co2_kg: 500, pending_restatement_count: 0 });
    await site.intact(by);
  });

  test("on account keeps its refusal, which says how to go on: its settlement decides what the year counts", async () => {
    await site.ingest(by, heat("A-1", "Aconto fjernvarme"));
    const id = await idOf("Aconto fjernvarme");
    const before = await kg(2025);
    await close();
    const facts = { quantity: 100, unit: "kWh" };
    const refused = await site.post(by, { facts, reason: "wrong" }, {}, `/activities/${id}/correct`);
    expect(refused.json()).toMatchObject({ status: 409, code: "financial_year.closed" });
    expect(refused.json().detail).toMatch(
      /follows from its settlement\. Restate it .* in `decisions` .*2025-12-31\/restate/,
    );
    await restate({ decisions: [{ id, decision: "exclude", reason: "not ours" }] });
    expect([before > 0, await kg(2025)]).toEqual([true, 0]);
    await site.intact(by);
  });
});

describe("decisions in review about a closed year", () => {
  test("accept a line that waits for it: the queue is done with it, and restating counts it once", async () => {
    await close();
    await site.ingest(by, invoice("F-1", "2025-04-02"));
    const id = await idOf("Kontorartikler");
    const waits = await pendingKg(2025);
    expect(waits).toBeGreaterThan(0);
    const accepted = await site.change<Changed>(by, `/review-items/${id}/accept`, {});
    expect(accepted).toMatchObject({ status: "classified", pending_restatements: [{ period_end: DAY }] });
    expect(await site.items(by, "/review-items")).toEqual([]);
    expect([await kg(2025), await pendingKg(2025)]).toEqual([0, waits]);
    expect(await change(id, "undo")).toMatchObject({ status: "pending_review" });
    expect(await site.items(by, "/review-items")).toHaveLength(1);
    expect(await pendingKg(2025)).toBe(waits);
    await site.change(by, `/review-items/${id}/accept`, {});
    await restate();
    expect([await kg(2025), await pendingKg(2025)]).toEqual([waits, 0]);
    await site.intact(by);
  });

  test("about many lines at once tell of each what waits", async () => {
    await site.ingest(by, invoice("F-1", "2025-03-02"), invoice("F-2", "2025-04-02"), invoice("F-3", "2026-03-02"));
    const lines = await site.lines(by);
    const [old, open] = [await kg(2025), await kg(2026)];
    await close();
    const decisions = lines.map(({ id }) => ({ id, decision: "exclude", reason: "private" }));
    const { results } = await site.change<{ results: readonly Changed[] }>(by, "/review-items/bulk", { decisions });
    expect(results.filter(({ status }) => status === "excluded")).toHaveLength(3);
    expect(results.flatMap(({ pending_restatements: pending }) => pending ?? [])).toHaveLength(2);
    expect([await kg(2025), await kg(2026), open > 0]).toEqual([old, 0, true]);
    expect(await pendingKg(2025)).toBeCloseTo(-old, 4);
    await restate();
    expect(await kg(2025)).toBe(0);
    await site.intact(by);
  });
});

describe("a report of a year with a correction", () => {
  interface Document {
    readonly notes: readonly { readonly code: string }[];
    readonly restated_years?: readonly {
      readonly scopes: readonly {
        readonly figure: string;
        readonly as_reported: number;
        readonly change_pct: number;
      }[];
    }[];
  }

  test("shows what was reported beside what is restated, and says while the correction is pending", async () => {
    const { id } = await closedLine();
    await correct(id, { amount: 1500 });
    const pending = await report();
    expect(pending.notes.map(({ code }) => code)).toContain("restatement_pending");
    expect(scope3(pending)).toMatchObject({ change_pct: 0 });
    await restate();
    const restated = await report();
    expect(restated.notes.map(({ code }) => code)).not.toContain("restatement_pending");
    expect(scope3(restated)?.as_reported).toBe(scope3(pending)?.as_reported);
    expect(scope3(restated)?.change_pct).toBeCloseTo(50, 3);
    await site.intact(by);
  });

  const scope3 = ({ restated_years: years = [] }: Document) =>
    years[0]?.scopes.find(({ figure }) => figure === "scope_3");

  async function report(): Promise<Document> {
    const terms = { report_year: 2025, standard_type: "vsme_basic", format: "json", language: "en" };
    const asked = await site.post(by, terms, {}, "/reports");
    expect(asked.status, asked.text).toBe(202);
    const { id } = asked.json() as unknown as { id: string };
    await renderReport(site.app.db.context(by.tenant), id);
    const job = (await site.get(by, `/reports/jobs/${id}`)) as { generated_report_id: string };
    return (await site.get(by, `/reports/${job.generated_report_id}/file`)) as Document;
  }
});
