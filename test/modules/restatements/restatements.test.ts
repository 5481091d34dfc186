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
const METER = "571313000000000013";
const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };

const invoice = (number: string, date: string, more: Partial<UblDocument> = {}, amount = "1000.00") => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    date,
    supplier: { name: "Nordpap A/S", cvr: "12345674" },
    lines: [{ text: "Kontorartikler", amount }],
    ...more,
  }),
});
/** Heat of some days, measured or on account. */
const heat = (
  number: string,
  period: readonly [string, string],
  kWh: string,
  text = "Fjernvarme, afregnet forbrug",
) => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    date: period[1],
    supplier: HEAT,
    meter: METER,
    period,
    lines: [{ text, quantity: kWh, unit: "KWH", amount: "9000.00" }],
  }),
});

interface Total {
  readonly total_co2e_kg: number | null;
  readonly pending_restatement_kg: number;
  readonly is_complete: boolean;
  readonly waiting: { readonly lines: number };
}
const total = async (from: string, to: string) =>
  (await site.get(by, `/emissions/summary?from=${from}&to=${to}`)) as Total;
const of2025 = async () => await total("2025-01-01", DAY);
const of2026 = async () => await total("2026-01-01", "2026-12-31");
const kgOf = ({ total_co2e_kg }: Total) => total_co2e_kg ?? 0;

interface Restatement {
  readonly id: string;
  readonly state: string;
  readonly cause: string;
  readonly activity_id: string;
  readonly reason: string | null;
  readonly restated_by_name: string | null;
  readonly scopes: readonly { readonly market_based_before_kg: number; readonly market_based_after_kg: number }[];
}
const listed = async (state: "pending" | "restated") =>
  await site.items<Restatement>(by, `${YEAR}/restatements?state=${state}`);
/** Change in kg that lines tell, all scopes. */
const changeOf = (lines: readonly Restatement[]): number =>
  lines
    .flatMap(({ scopes }) => scopes)
    .reduce((kg, scope) => kg + scope.market_based_after_kg - scope.market_based_before_kg, 0);

const close = async () => await site.change(by, `${YEAR}/close`, {});
const restate = async (body: object = {}) =>
  await site.change<{ decided_count: number; dry_run: boolean; has_more: boolean }>(by, `${YEAR}/restate`, {
    reason: "Late papers",
    ...body,
  });

interface Figures {
  readonly reported_on: string | null;
  readonly restatement_threshold_percent: number;
  readonly scopes: readonly {
    readonly scope: string;
    readonly market_based_reported_kg: number | null;
    readonly market_based_restated_kg: number | null;
    readonly change_pct: number | null;
    readonly market_based_pending_kg: number;
    readonly is_above_threshold: boolean;
  }[];
}
const figures = async (scope: string) => {
  const { scopes, ...year } = (await site.get(by, `${YEAR}/restated-figures`)) as Figures;
  return { ...year, ...scopes.find((one) => one.scope === scope) };
};

describe("a late line over the turn of a closed year", () => {
  /** A company with heat of 0 kg, by a factor of its own, whose year is closed. */
  async function heatOfNothing(biogenic_co2_kg_per_unit: number): Promise<void> {
    const factor = {
      category_id: "energy.heat.district_heating",
      name: "Varme fra overskud",
      unit: "kWh",
      kg_co2e_per_unit: 0,
      biogenic_co2_kg_per_unit,
      year: 2025,
      source: "Declaration of the works",
      method: "supplier_specific",
      is_automatic: true,
      note: "Heat of a data centre",
      valid_from: "2025-01-01",
      valid_to: "2026-12-31",
    };
    const made = await site.post(by, factor, {}, "/company-factors");
    expect(made.status, made.text).toBe(201);
    const { id } = made.json() as { readonly id?: string };
    await site.change(by, `/company-factors/${id}/approve`, { reason: "Compared" });
    await site.ingest(by, invoice("F-1", "2025-03-02"));
    await close();
  }
  /** 3100 kWh of December, of which 0.2 kg a kWh are biogenic. */
  const BIOGENIC = {
    scope: "2",
    market_based_before_kg: 0,
    market_based_after_kg: 0,
    location_based_before_kg: 0,
    location_based_after_kg: 0,
    biogenic_co2_before_kg: 0,
    biogenic_co2_after_kg: 620,
  };
  const bookedDays = async () =>
    (await site.items<{ readonly transaction_date: string }>(by, "/emissions?from=2025-12-01&to=2026-01-31"))
      .map(({ transaction_date }) => transaction_date.slice(0, 7))
      .toSorted();

  test("is booked whole where it counts 0 kg there", async () => {
    await heatOfNothing(0);
    const before = await of2025();
    await site.ingest(by, heat("V-1", ["2025-12-01", "2026-01-31"], "6200"));
    expect(await bookedDays()).toEqual(["2025-12", "2026-01"]);
    expect(await of2025()).toMatchObject({ total_co2e_kg: before.total_co2e_kg, pending_restatement_kg: 0 });
    expect(await listed("pending")).toEqual([]);
    await site.intact(by);
  });

  test("counts its open days where it has biogenic CO2 alone in that year, which waits, is told and is booked by restating", async () => {
    await heatOfNothing(0.2);
    const before = await of2025();
    await site.ingest(by, heat("V-1", ["2025-12-01", "2026-01-31"], "6200"));
    expect(await bookedDays()).toEqual(["2026-01"]);
    const [line, ...others] = await listed("pending");
    expect(others).toEqual([]);
    expect(line).toMatchObject({ cause: "document", scopes: [BIOGENIC] });
    expect(await of2025()).toMatchObject({
      total_co2e_kg: before.total_co2e_kg,
      biogenic_co2_kg: 0,
      pending_restatement_kg: 0,
      pending_restatement_count: 1,
      is_complete: false,
    });
    expect(await restate()).toMatchObject({ decided_count: 1 });
    expect(await bookedDays()).toEqual(["2025-12", "2026-01"]);
    expect(await listed("pending")).toEqual([]);
    expect(await listed("restated")).toMatchObject([{ cause: "document", scopes: [BIOGENIC] }]);
    expect(await of2025()).toMatchObject({ total_co2e_kg: before.total_co2e_kg, biogenic_co2_kg: 620 });
    await site.intact(by);
  });

  test("waits for the restatement where all its days lie in the year and it has biogenic CO2 alone", async () => {
    await heatOfNothing(0.2);
    await site.ingest(by, heat("V-1", ["2025-12-01", "2025-12-31"], "3100"));
    expect(await site.lines(by)).toMatchObject([{ review_code: "financial_year_closed" }, {}]);
    expect(await listed("pending")).toMatchObject([{ cause: "document", scopes: [BIOGENIC] }]);
    expect(await restate()).toMatchObject({ decided_count: 1 });
    expect(await bookedDays()).toEqual(["2025-12"]);
    expect(await of2025()).toMatchObject({ biogenic_co2_kg: 620, pending_restatement_count: 0 });
    await site.intact(by);
  });
});

describe("a late document of a closed year", () => {
  test("stands beside that year's total alone, is listed, and is booked by restating with who did it and why", async () => {
    await site.ingest(by, invoice("F-1", "2025-03-02"));
    const before = await of2025();
    expect(before.pending_restatement_kg).toBe(0);
    await close();
    await site.ingest(by, invoice("F-2", "2025-04-02", {}, "500.00"));
    const after = await of2025();
    expect(kgOf(after)).toBe(kgOf(before));
    expect(after.pending_restatement_kg).toBeCloseTo(kgOf(before) / 2, 4);
    expect(after.is_complete).toBe(false);
    expect((await of2026()).pending_restatement_kg).toBe(0);
    expect((await total("2025-01-01", "2025-03-31")).pending_restatement_kg).toBe(0);
    const pending = await listed("pending");
    expect(pending).toMatchObject([{ state: "pending", cause: "document", reason: null, restated_by_name: null }]);
    expect(changeOf(pending)).toBeCloseTo(after.pending_restatement_kg, 4);
    expect(await listed("restated")).toEqual([]);
    expect(await figures("3")).toMatchObject({
      reported_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      restatement_threshold_percent: 5,
      change_pct: 0,
      market_based_pending_kg: after.pending_restatement_kg,
      is_above_threshold: true,
    });

    expect(await restate({ dry_run: true })).toMatchObject({ dry_run: true, decided_count: 1 });
    expect(await listed("pending")).toEqual(pending);
    expect(await restate()).toMatchObject({ decided_count: 1, has_more: false });
    expect(await listed("pending")).toEqual([]);
    const restated = await listed("restated");
    expect(restated).toMatchObject([
      { state: "restated", cause: "document", activity_id: pending[0]?.activity_id, reason: "Late papers" },
    ]);
    expect(restated[0]?.restated_by_name).not.toBeNull();
    expect(await site.get(by, `${YEAR}/restatements/${restated[0]?.id}`)).toEqual(restated[0]);
    expect(await site.get(by, `/financial-years/2024-12-31/restatements/${restated[0]?.id}`)).toMatchObject({
      status: 404,
    });
    expect(changeOf(restated)).toBeCloseTo(after.pending_restatement_kg, 4);
    const booked = await of2025();
    expect(booked.pending_restatement_kg).toBe(0);
    expect(kgOf(booked)).toBeCloseTo(kgOf(before) * 1.5, 4);
    expect(await figures("3")).toMatchObject({ market_based_pending_kg: 0, is_above_threshold: true });
    expect((await figures("3")).change_pct).toBeCloseTo(50, 4);
    await site.intact(by);
  });

  test("that a person leaves out would change the year no more", async () => {
    await close();
    await site.ingest(by, invoice("F-1", "2025-04-02"));
    expect((await of2025()).pending_restatement_kg).toBeGreaterThan(0);
    const [line] = await site.lines(by);
    await site.change(by, `/review-items/${line?.id}/exclude`, { reason: "belongs to the sister company" });
    expect((await of2025()).pending_restatement_kg).toBe(0);
    expect(await listed("pending")).toEqual([]);
    await site.intact(by);
  });

  test("that takes over a purchase which the year counts would change it by the difference", async () => {
    const bank = "Dato;Tekst;Beløb;Saldo;Status\r\n2025-01-05;KONTORARTIKLER NORDPAP A/S 4711;-1250,00;10000,00;Udført";
    await site.ingest(by, { name: "bank.csv", content: bank });
    const before = kgOf(await of2025());
    expect(before).toBeGreaterThan(0);
    await close();
    await site.ingest(by, invoice("F-4711", "2025-01-02"));
    const pending = await listed("pending");
    expect(pending).toMatchObject([{ cause: "purchase" }]);
    const told = (await of2025()).pending_restatement_kg;
    expect(changeOf(pending)).toBeCloseTo(told, 4);
    await restate();
    const after = await of2025();
    expect(kgOf(after) - before).toBeCloseTo(told, 4);
    expect(after.pending_restatement_kg).toBe(0);
    expect((await listed("restated")).map(({ cause }) => cause)).toContain("purchase");
    await site.intact(by);
  });
});

describe("a bill whose days lie in a closed year and in an open one", () => {
  const WINTER = ["2025-12-01", "2026-01-31"] as const;

  test("counts its open days at once, holds the closed ones back, and the upload says so", async () => {
    await site.ingest(by, heat("V-0", WINTER, "6200"));
    const open = [kgOf(await of2025()), kgOf(await of2026())];
    by = await site.company();
    await close();
    const [file] = await site.ingest(by, heat("V-1", WINTER, "6200"));
    expect(file).toMatchObject({ status: "processed" });
    expect(JSON.stringify(file)).toContain(`days of the year that ended on ${DAY} are held back until it is restated`);
    expect(kgOf(await of2026())).toBe(open[1]);
    expect((await of2026()).pending_restatement_kg).toBe(0);
    const held = await of2025();
    expect(kgOf(held)).toBe(0);
    expect(held.pending_restatement_kg).toBeCloseTo(open[0] ?? 0, 4);
    expect((await of2026()).waiting.lines).toBe(0);
    await restate();
    expect(await Promise.all([of2025(), of2026()]).then((all) => all.map(kgOf))).toEqual(open);
    expect((await of2025()).pending_restatement_kg).toBe(0);
    expect(await listed("restated")).toMatchObject([{ cause: "document" }]);
    await site.intact(by);
  });

  test("is corrected and undone while the year is closed: its open days move, and what is held back with them", async () => {
    await close();
    await site.ingest(by, heat("V-1", WINTER, "6200"));
    const [first26, first25] = [await of2026(), await of2025()];
    const [line] = await site.lines(by);
    const facts = { quantity: 3100, unit: "kWh" };
    const path = `/activities/${line?.id}`;
    await site.change(by, `${path}/correct`, { facts, reason: "half of it is the neighbour's" });
    expect(kgOf(await of2026())).toBeCloseTo(kgOf(first26) / 2, 4);
    expect((await of2025()).pending_restatement_kg).toBeCloseTo(first25.pending_restatement_kg / 2, 4);
    await site.change(by, `${path}/undo`, { reason: "all of it is ours" });
    expect(kgOf(await of2026())).toBeCloseTo(kgOf(first26), 4);
    expect((await of2025()).pending_restatement_kg).toBeCloseTo(first25.pending_restatement_kg, 4);
    await restate();
    expect(kgOf(await of2025())).toBeCloseTo(first25.pending_restatement_kg, 4);
    await site.intact(by);
  });
});

describe("a settlement of advances of a closed year", () => {
  test("replaces the open days, tells what it would change in the year, and is booked by restating", async () => {
    const quarters = ["2025-11-01", "2026-01-31"] as const;
    const files = [heat("A-1", quarters, "9200", "Aconto fjernvarme"), heat("S-1", quarters, "4600")] as const;
    await site.ingest(by, files[0]);
    await site.ingest(by, files[1]);
    const open = await Promise.all([of2025(), of2026()]).then((all) => all.map(kgOf));
    by = await site.company();
    await site.ingest(by, files[0]);
    const reported = kgOf(await of2025());
    await close();
    await site.ingest(by, files[1]);
    expect(kgOf(await of2026())).toBeCloseTo(open[1] ?? 0, 4);
    expect(kgOf(await of2025())).toBe(reported);
    // What the advance would lose, and the settlement's own days, which are held back.
    expect((await of2025()).pending_restatement_kg).toBeCloseTo((open[0] ?? 0) - reported, 4);
    expect((await listed("pending")).map(({ cause }) => cause).toSorted()).toEqual(["document", "settlement"]);
    await restate();
    expect(await Promise.all([of2025(), of2026()]).then((all) => all.map(kgOf))).toEqual(open);
    expect((await of2025()).pending_restatement_kg).toBe(0);
    expect(await listed("pending")).toEqual([]);
    expect((await listed("restated")).map(({ cause }) => cause).toSorted()).toEqual(["document", "settlement"]);
    await site.intact(by);
  });
});

describe("the company's threshold", () => {
  test("decides what is named; another company's lines are never told", async () => {
    await site.ingest(by, invoice("F-1", "2025-03-02"));
    await close();
    await site.ingest(by, invoice("F-2", "2025-04-02", {}, "500.00"));
    const { key } = by;
    const answer = await site.app.as(key, "/api/v1/settings", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ restatement_threshold_percent: 60 }),
    });
    expect(answer.json()).toMatchObject({ restatement_threshold_percent: 60, aviation_non_co2: true });
    expect(await figures("3")).toMatchObject({ restatement_threshold_percent: 60, is_above_threshold: false });
    await restate();
    expect(await figures("3")).toMatchObject({ is_above_threshold: false });
    by = await site.company();
    expect(await listed("pending")).toEqual([]);
    expect(await listed("restated")).toEqual([]);
    expect(await figures("3")).toMatchObject({ reported_on: null, market_based_reported_kg: null, change_pct: null });
  });
});

describe("a report", () => {
  interface Document {
    readonly notes: readonly { readonly code: string; readonly text: string }[];
    readonly total_facts: { readonly pending_restatement_kg: number; readonly waiting: { readonly lines: number } };
    readonly restated_years?: readonly {
      readonly year: number;
      readonly scopes: readonly {
        readonly figure: string;
        readonly as_reported: number | null;
        readonly as_restated: number | null;
        readonly change_pct: number | null;
        readonly pending: number;
        readonly is_above_threshold: boolean;
      }[];
    }[];
  }

  test("shows the year as reported and as restated, names what reaches the threshold, and tells what is pending", async () => {
    await site.ingest(by, invoice("F-1", "2025-03-02"), invoice("F-9", "2026-03-02"));
    await close();
    const before = await report(2025);
    expect(before.restated_years).toBeUndefined();
    await site.ingest(by, invoice("F-2", "2025-04-02", {}, "100.00"));
    const pending = await report(2025);
    const [held] = pending.restated_years ?? [];
    const row = held?.scopes.find(({ figure }) => figure === "scope_3");
    expect(row).toMatchObject({ change_pct: 0, is_above_threshold: false });
    expect(row?.pending).toBeCloseTo((row?.as_reported ?? 0) / 10, 3);
    expect(pending.total_facts.pending_restatement_kg).toBeCloseTo((row?.as_reported ?? 0) * 100, 0);
    expect(pending.notes.find(({ code }) => code === "restatement_pending")?.text).toContain("scope 3 +");
    expect(pending.notes.find(({ code }) => code === "waiting")?.text).toContain("lines 1, documents 1");
    await restate();
    const restated = await report(2025);
    const [now] = restated.restated_years ?? [];
    expect(now?.scopes.find(({ figure }) => figure === "scope_3")).toMatchObject({
      as_reported: row?.as_reported,
      change_pct: 10,
      pending: 0,
      is_above_threshold: true,
    });
    expect(restated.notes.find(({ code }) => code === "restated_above_threshold")?.text).toContain("(+10 %)");
    expect(restated.notes.map(({ code }) => code)).not.toContain("restatement_pending");
    // The next year's report compares with it.
    expect((await report(2026)).restated_years).toMatchObject([{ year: 2025 }]);
  });

  async function report(report_year: number): Promise<Document> {
    const terms = { report_year, standard_type: "vsme_basic", format: "json", language: "en" };
    const asked = await site.post(by, terms, {}, "/reports");
    expect(asked.status, asked.text).toBe(202);
    const { id } = asked.json() as unknown as { id: string };
    await renderReport(site.app.db.context(by.tenant), id);
    const job = (await site.get(by, `/reports/jobs/${id}`)) as { generated_report_id: string };
    return (await site.get(by, `/reports/${job.generated_report_id}/file`)) as Document;
  }
});
