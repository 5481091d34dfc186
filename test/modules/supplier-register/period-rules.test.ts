import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

/** The clock of the site is at 2026-11-20. */
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Rule {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly says: string;
}

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly transaction_date: string;
  /** Only there where it is so. */
  readonly period_assumed?: true;
  readonly co2e_market_based_kg: number;
}

interface Line {
  readonly id: string;
  readonly status: string;
  readonly review_code: string | null;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly period_origin: string | null;
  readonly period_assumed: boolean;
}

const LANDLORD = { name: "Havnens Ejendomme A/S", cvr: "27182818" };
const RENT = [{ text: "Elforbrug", amount: "9000.00", quantity: "3600", unit: "KWH" }];

const bill = (number: string, date: string, document: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, date, supplier: LANDLORD, lines: RENT, ...document }),
});

async function supplierOf(by: RecordingCompany, identifier = LANDLORD.cvr): Promise<string> {
  const [supplier] = await site.items<{ id: string }>(by, `/supplier-identities?identifier=${identifier}`);
  if (supplier === undefined) throw new Error("the register does not know the supplier");
  return supplier.id;
}

async function put({ key }: RecordingCompany, path: string, body: object) {
  const headers = { "content-type": "application/json" };
  return await site.app.as(key, `/api/v1${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
}

async function ruled(by: RecordingCompany, rhythm: object, id?: string): Promise<Rule> {
  const path = `/supplier-identities/${id ?? (await supplierOf(by))}/period-rules`;
  const answer = await put(by, path, { bills: "previous", unit: "quarter", reason: "The contract", ...rhythm });
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as unknown as Rule;
}

/** A company that knows its landlord from a bill of a thing, and the rule that it has stated of it. */
async function withRule(rhythm: object = {}) {
  const by = await site.company();
  await site.ingest(by, bill("0", "2025-12-01", { lines: [{ text: "Kontorstole", amount: "500.00" }] }));
  return { by, rule: await ruled(by, rhythm) };
}

async function entries(by: RecordingCompany, query = "scope=2"): Promise<Entry[]> {
  const items = await site.items<Entry>(by, `/emissions?limit=200&${query}`);
  return items.toSorted((one, other) => one.transaction_date.localeCompare(other.transaction_date));
}

const days = (rows: readonly Entry[]) => rows.map(({ transaction_date }) => transaction_date.slice(0, 10));
const lineage = (by: RecordingCompany, { id }: Entry) => site.get(by, `/emissions/${id}/lineage`);

async function lastLine(by: RecordingCompany): Promise<Line> {
  const [line] = await site.items<Line>(by, "/activities?limit=1");
  return (await site.get(by, `/activities/${line?.id ?? ""}`)) as Line;
}

const totalOf = async (by: RecordingCompany, from: string, to: string) =>
  ((await site.get(by, `/emissions/summary?from=${from}&to=${to}`)) as { total_co2e_kg: number | null }).total_co2e_kg;

const rerun = async (by: RecordingCompany, dry_run = false) =>
  await site.change<{ changed_count: number }>(by, "/review-items/rerun", { supplier_key: "id:27182818", dry_run });

describe("a bill that states no period", () => {
  test("counts in the months that the rule about its supplier names, and the lineage tells the rule and who stated it", async () => {
    const { by, rule } = await withRule();
    await site.ingest(by, bill("1", "2026-04-05"));
    const found = await entries(by);
    expect(days(found)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
    expect(found.map(({ period_assumed }) => period_assumed)).toEqual([undefined, undefined, undefined]);
    expect(await lastLine(by)).toMatchObject({
      service_period_start: "2026-01-01",
      service_period_end: "2026-03-31",
      period_origin: "rule",
    });
    const [first] = found;
    if (first === undefined) throw new Error("nothing was booked");
    expect(await lineage(by, first)).toMatchObject({
      emission_entry: {
        document_date: "2026-04-05",
        period_from: "2026-01-01",
        period_to: "2026-01-31",
        period_origin: "rule",
      },
      activity: { service_period_start: null, service_period_end: null },
      activity_split: { ruled_period: { start: "2026-01-01", end: "2026-03-31", rule_id: rule.id } },
      calculation: {
        inputs: { share: "0.344445", period_rule: { id: rule.id, says: "its bills are for the previous quarter" } },
      },
      history: {
        audit_events: expect.arrayContaining([
          expect.objectContaining({
            action: "supplier_period_rule.stated",
            subject: rule.id,
            actor_name: expect.any(String),
          }),
        ]),
      },
    });
    // Lines are found by the days that they cover.
    expect(await site.items(by, "/activities?used_from=2026-02-10&used_to=2026-02-11")).toHaveLength(1);
    expect(await site.items(by, "/activities?used_from=2026-04-05&used_to=2026-04-05")).toHaveLength(0);
    await site.intact(by);
  });

  test("gives way to a period of the document, of the words and of a person, and says where each comes from", async () => {
    const { by } = await withRule();
    await site.ingest(by, bill("1", "2026-04-05", { period: ["2026-03-01", "2026-03-31"] }));
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2026-03-01", period_origin: "read" });
    await site.ingest(
      by,
      bill("2", "2026-05-05", {
        lines: [{ text: "Elforbrug april 2026", amount: "70.00", quantity: "20", unit: "KWH" }],
      }),
    );
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2026-04-01", period_origin: "inferred" });
    await site.ingest(by, bill("3", "2026-07-05"));
    const { id } = await lastLine(by);
    const facts = { service_period_start: "2026-04-01", service_period_end: "2026-04-30" };
    await site.change(by, `/activities/${id}/correct`, { facts, reason: "Meter" });
    expect(await lastLine(by)).toMatchObject({ service_period_end: "2026-04-30", period_origin: "person" });
    // The person's period goes; that the document states none is as before.
    await site.change(by, `/activities/${id}/undo`, { reason: "Wrong meter" });
    expect(await lastLine(by)).toMatchObject({ service_period_end: "2026-06-30", period_origin: "rule" });
    await site.intact(by);
  });

  test("of a supplier without a number is told by its name in the books, and keeps its day in a bank file", async () => {
    const by = await site.company();
    const books = (date: string, text: string) => ({
      name: `bogholderi-${date}.csv`,
      content: `Dato;Kontonr;Kontonavn;Leverandør;CVR;Tekst;Beløb\n${date};3410;Forsikringer;Fjordens Forsikring;;${text};700,00\n`,
    });
    const payment = `<?xml version="1.0"?>
      <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry>
      <Amt Ccy="DKK">3300.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-08-20</Dt></BookgDt>
      <NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Fjordens Forsikring</Nm></Pty></Cdtr></RltdPties>
      <RmtInf><Ustrd>Forsikring</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
    await site.ingest(by, books("05-02-2026", "Forsikring"));
    expect(await lastLine(by)).toMatchObject({ category_id: "purchases.services.insurance", period_origin: "default" });
    await ruled(by, { bills: "next", unit: "half_year" }, await supplierOf(by, "Fjordens%20Forsikring"));
    await site.ingest(by, books("05-03-2026", "Forsikring biler"));
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2026-07-01", service_period_end: "2026-12-31" });
    await site.ingest(by, { name: "bank.xml", content: payment });
    expect(await lastLine(by)).toMatchObject({ category_id: "purchases.services.insurance", period_origin: "default" });
  });

  test("keeps its day where nothing is used over time or no rule is about its category, and says so", async () => {
    const { by } = await withRule({ category_id: "purchases.services" });
    await site.ingest(by, bill("1", "2026-04-05"));
    expect(await lastLine(by)).toMatchObject({ period_origin: "default", period_assumed: true });
    const [entry] = await entries(by);
    expect(entry).toMatchObject({ period_assumed: true });
    if (entry === undefined) throw new Error("nothing was booked");
    expect(await lineage(by, entry)).toMatchObject({
      emission_entry: { period_origin: "default", period_assumed: true },
    });
    const rows = await site.items<{ id: string; period_assumed: boolean }>(by, "/ledger-rows?scope=2");
    expect(rows).toMatchObject([{ id: entry.id, period_assumed: true }]);
    await ruled(by, {});
    await site.ingest(by, bill("2", "2026-04-06", { lines: [{ text: "Kontorstole", amount: "750.00" }] }));
    expect(await lastLine(by)).toMatchObject({
      service_period_start: null,
      period_origin: null,
      period_assumed: false,
    });
  });
});

describe("a rule", () => {
  test("of a closer category goes before one of all, has versions with names, and is withdrawn", async () => {
    const { by, rule } = await withRule();
    const id = await supplierOf(by);
    expect(await ruled(by, {})).toEqual(rule);
    await ruled(by, { category_id: "energy", bills: "next", unit: "month" });
    await ruled(by, { category_id: "energy.electricity", bills: "current", unit: "year", first_month: 7 });
    await site.ingest(by, bill("1", "2026-04-05"));
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2025-07-01", service_period_end: "2026-06-30" });
    const list = (query: string) => site.items<Rule>(by, `/supplier-period-rules?supplier_identity_id=${id}${query}`);
    expect((await list("")).map(({ says }) => says)).toEqual([
      "its bills are for the current year, of which one begins in July",
      "its bills are for the next month",
      "its bills are for the previous quarter",
    ]);
    for (const { id: stated } of await list("")) {
      await site.change(by, `/supplier-period-rules/${stated}/withdraw`, { reason: "They state it now" });
    }
    const again = await site.change<Rule>(by, `/supplier-period-rules/${rule.id}/withdraw`, {
      reason: "They state it now",
    });
    expect(again).toMatchObject({ version: 2, status: "withdrawn", stated_by_name: expect.any(String) });
    expect(await list("&all_versions=true")).toHaveLength(6);
    await site.ingest(by, bill("2", "2026-04-06"));
    expect(await lastLine(by)).toMatchObject({ period_origin: "default" });
    await site.intact(by);
  });

  test("is refused of goods, of an unknown category and of a supplier that is another", async () => {
    const { by } = await withRule();
    const path = `/supplier-identities/${await supplierOf(by)}/period-rules`;
    const refused = async (body: object, at = path) => {
      const answer = await put(by, at, { bills: "previous", unit: "month", reason: "So", ...body });
      return [answer.status, ...(answer.json().issues ?? []).map(({ code }) => code)];
    };
    expect(await refused({ category_id: "transport.travel" })).toEqual([400, "not_used_over_time"]);
    expect(await refused({ category_id: "rent" })).toEqual([400, "unknown_category"]);
    expect((await refused({ first_month: 13 }))[0]).toBe(400);
    expect((await refused({ unit: "week" }))[0]).toBe(400);
    const stranger = await site.company();
    const foreign = await put(stranger, path, { bills: "previous", unit: "month", reason: "So" });
    expect(foreign.status).toBe(404);
  });

  test("holds for all that are merged, and is stated of the one that stands for them", async () => {
    const { by } = await withRule();
    const other = { name: "Havnens Drift ApS", cvr: "31415926" };
    await site.ingest(by, bill("1", "2026-04-05", { supplier: other }));
    expect(await lastLine(by)).toMatchObject({ period_origin: "default" });
    const from_id = await supplierOf(by, other.cvr);
    await site.change(by, "/supplier-merges", { from_id, into_id: await supplierOf(by), reason: "One house" });
    await site.ingest(by, bill("2", "2026-04-06", { supplier: other }));
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2026-01-01", period_origin: "rule" });
    const refused = await put(by, `/supplier-identities/${from_id}/period-rules`, {
      bills: "next",
      unit: "month",
      reason: "So",
    });
    expect(refused.json().issues).toMatchObject([{ path: "id", code: "merged" }]);
  });
});

describe("what is booked", () => {
  test("stays until the supplier's lines are read again, which takes the rule as it is then, and gives back what no rule is about", async () => {
    const by = await site.company();
    await site.ingest(by, bill("1", "2026-04-05"));
    const [before] = await entries(by);
    const { id } = await ruled(by, {});
    expect(days(await entries(by))).toEqual(["2026-04-05"]);
    expect(await rerun(by, true)).toMatchObject({ changed_count: 1 });
    expect(days(await entries(by))).toEqual(["2026-04-05"]);
    expect(await rerun(by)).toMatchObject({ changed_count: 1 });
    const after = await entries(by);
    expect(days(after)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
    const kg = after.reduce((sum, entry) => sum + entry.co2e_market_based_kg, 0);
    expect(kg).toBeCloseTo(before?.co2e_market_based_kg ?? 0, 4);
    expect(await rerun(by)).toMatchObject({ changed_count: 0 });
    await site.change(by, `/supplier-period-rules/${id}/withdraw`, { reason: "Wrong" });
    expect(await rerun(by)).toMatchObject({ changed_count: 1 });
    expect(days(await entries(by))).toEqual(["2026-04-05"]);
    await site.intact(by);
  });

  test("keeps the category that a person chose, and takes the rule all the same", async () => {
    const by = await site.company();
    await site.ingest(by, bill("1", "2026-04-05", { lines: [{ text: "Diverse", amount: "900.00" }] }));
    const { id } = await lastLine(by);
    const category_id = "purchases.services.insurance";
    await site.change(by, `/activities/${id}/correct`, { category_id, reason: "Policy" });
    await ruled(by, { bills: "next" });
    expect(await rerun(by)).toMatchObject({ changed_count: 1 });
    expect(await lastLine(by)).toMatchObject({
      category_id,
      mapped_by: "person",
      service_period_start: "2026-07-01",
      period_origin: "rule",
    });
    // To come, and told as such.
    expect(await totalOf(by, "2026-07-01", "2026-09-30")).toBeGreaterThan(0);
  });

  test("is taken back by a credit note on the days on which it was counted, whatever the credit note's own date", async () => {
    const { by } = await withRule();
    await site.ingest(by, bill("1", "2026-04-05"));
    await site.ingest(by, bill("2", "2026-08-20", { is_credit_note: true, credits: "1" }));
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2026-01-01", service_period_end: "2026-03-31" });
    expect(await totalOf(by, "2026-01-01", "2026-03-31")).toBe(0);
  });

  test("before a rule is taken back on its own day, where no rule moves the credit note", async () => {
    const by = await site.company();
    await site.ingest(by, bill("1", "2026-04-05"));
    await ruled(by, {});
    await site.ingest(by, bill("2", "2026-08-20", { is_credit_note: true, credits: "1" }));
    expect(await lastLine(by)).toMatchObject({ service_period_start: null, period_origin: "default" });
    expect(days(await entries(by))).toEqual(["2026-04-05", "2026-04-05"]);
    expect(await totalOf(by, "2026-04-05", "2026-04-05")).toBe(0);
  });
});

describe("financial years from July", () => {
  test("each have their part of what is billed over their turn, and a closed one is held back or left alone", async () => {
    const { by } = await withRule({ bills: "current", unit: "year" });
    const years = [{ from: "2024-07-01", to: "2025-06-30" }];
    expect((await put(by, "/financial-years", { years })).status).toBe(200);
    await site.ingest(by, bill("1", "2026-02-28"));
    const whole = (await totalOf(by, "2026-01-01", "2026-12-31")) ?? 0;
    const first = (await totalOf(by, "2025-07-01", "2026-06-30")) ?? 0;
    const second = (await totalOf(by, "2026-07-01", "2027-06-30")) ?? 0;
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(0);
    expect(first + second).toBeCloseTo(whole, 3);
    await site.change(by, "/financial-years/2026-06-30/close", {});
    await site.ingest(by, bill("2", "2026-09-05", { lines: [{ ...RENT[0], text: "Elforbrug", amount: "91.00" }] }));
    // Its days of the open year count, those of the closed one are held back.
    expect(await lastLine(by)).toMatchObject({ status: "classified", review_code: null });
    expect(await totalOf(by, "2025-07-01", "2026-06-30")).toBe(first);
    expect(await totalOf(by, "2026-07-01", "2027-06-30")).toBeGreaterThan(second);
    const pending = await site.items(by, "/financial-years/2026-06-30/restatements");
    expect(pending).toMatchObject([{ cause: "document" }]);
    // A bill of the open year whose new period would reach the closed one stays where it is.
    await ruled(by, { bills: "current", unit: "month" });
    await site.ingest(
      by,
      bill("3", "2026-09-06", { lines: [{ text: "Elforbrug", amount: "92.00", quantity: "7", unit: "KWH" }] }),
    );
    await ruled(by, { bills: "previous", unit: "quarter" });
    expect(await rerun(by)).toMatchObject({ changed_count: 0 });
    expect(await lastLine(by)).toMatchObject({ service_period_start: "2026-09-01", status: "classified" });
    await site.intact(by);
  });
});
