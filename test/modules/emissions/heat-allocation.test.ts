import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { total, ublInvoice } from "../../support/invoice-xml.ts";
import { printed, reportOf, workbook } from "../../support/report-of-year.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof site.company>>;

/** Degree days of January and February 2026, from January on; a quarter of the heat by days. */
const STATED = {
  method: "degree_days",
  from_year: 2026,
  independent_percent: 25,
  degree_days: [
    { month: "2026-02", degree_days: 400 },
    { month: "2026-01", degree_days: 500 },
  ],
  source: "Varmeværket, station Aarhus",
  reason: "The settlement is made so",
};

interface Stated {
  readonly id: string | null;
  readonly version: number;
}

async function state(by: Company, body: object = STATED) {
  const { version } = (await site.get(by, "/heat-allocation")) as Stated;
  const answer = await site.put(by, "/heat-allocation", { version, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as unknown as Stated;
}

/** District heating from November 2025 until a day, billed after it. */
function heatBill(until: string, name = "Fjernvarme"): Buffer {
  const header = `<cac:InvoicePeriod><cbc:StartDate>2025-11-01</cbc:StartDate><cbc:EndDate>${until}</cbc:EndDate></cac:InvoicePeriod>`;
  const lines = [{ name, quantity: "12", unit: "MWH", amount: "9600" }];
  return Buffer.from(ublInvoice({ date: "2026-04-10", header, lines, total: total({ net: "9600", gross: "12000" }) }));
}

interface Calculation {
  readonly formula: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly conversions: readonly { readonly kind: string; readonly note: string }[];
}

async function months(by: Company): Promise<Calculation[]> {
  const entries = await site.items<{ id: string }>(by, "/emissions?scope=2&limit=50");
  const lineages = await Promise.all(
    entries.map(async ({ id }) => (await site.get(by, `/emissions/${id}/lineage`)) as { calculation: Calculation }),
  );
  const lastDay = ({ inputs }: Calculation): string => String(inputs["used_to"]);
  return lineages
    .map(({ calculation }) => calculation)
    .toSorted((one, other) => (lastDay(one) < lastDay(other) ? -1 : 1));
}

const shares = (calculations: readonly Calculation[]) => calculations.map(({ inputs }) => inputs["share"]);

/** 30, 31, 31 and 28 of 120 days. */
const BY_DAYS = ["0.25", "0.258334", "0.258333", "0.233333"];

/**
 * 2025 keeps 61 of 120 days. Of the 59 days of 2026, January has 25 % x 31 + 75 % x 59 x 500 / 900 = 32.333 and February 25 % x 28 + 75 % x 59 x
 * 400 / 900 = 26.667; the millionth that is left over is January's.
 */
const BY_DEGREE_DAYS = ["0.25", "0.258333", "0.269445", "0.222222"];

test("nobody has stated anything: days count", async () => {
  const company = await site.company();
  expect(await site.get(company, "/heat-allocation")).toMatchObject({
    id: null,
    version: 0,
    method: "days",
    degree_days: [],
  });
  await site.ingest(company, { name: "varme.xml", content: heatBill("2026-02-28") });
  expect(shares(await months(company))).toEqual(BY_DAYS);
});

test("from its year on heat is allocated by degree days, and the lineage says how; the year before stays by days", async () => {
  const company = await site.company();
  const other = await site.company();
  const stated = await state(company);
  expect(stated).toMatchObject({
    from_month: "2026-01",
    degree_days: [{ month: "2026-01", degree_days: 500 }, { month: "2026-02" }],
  });
  for (const by of [company, other]) {
    await site.ingest(by, { name: "varme.xml", content: heatBill("2026-02-28") });
  }
  const counted = await months(company);
  expect(shares(counted)).toEqual(BY_DEGREE_DAYS);
  expect(counted.map(({ inputs }) => inputs["allocation"])).toEqual([
    undefined,
    undefined,
    {
      by: "degree_days",
      degree_days: "500",
      of: "900",
      independent_percent: "25",
      heat_allocation_id: stated.id,
      source: "Varmeværket, station Aarhus",
    },
    expect.objectContaining({ degree_days: "400" }),
  ]);
  expect(counted[2]?.formula).toContain("x 0.269445 (by degree days)");
  expect(counted[2]?.conversions[0]).toMatchObject({
    kind: "allocation",
    note: "The company allocates heat by degree days: 500 of 900, 25 % by days; Varmeværket, station Aarhus",
  });
  expect(shares(await months(other))).toEqual(BY_DAYS);
});

test("a month without degree days: days count and the lineage names it, until they are stated and the supplier is read again", async () => {
  const company = await site.company();
  await state(company);
  await site.ingest(company, { name: "varme.xml", content: heatBill("2026-03-31") });
  const before = await months(company);
  expect(before[4]?.inputs["allocation"]).toBeUndefined();
  expect(before[4]?.conversions[0]?.note).toBe(
    "The company allocates heat by degree days, but none are stated for 2026-03: days count.",
  );
  expect(before[0]?.conversions.map(({ kind }) => kind)).not.toContain("allocation");
  await state(company, { ...STATED, degree_days: [...STATED.degree_days, { month: "2026-03", degree_days: 300 }] });
  expect(shares(await months(company))).toEqual(shares(before));
  const [line] = await site.lines(company);
  const rerun = await site.change<{ changed_count: number; change_kg: number }>(company, "/review-items/rerun", {
    activity_id: line?.id,
  });
  expect(rerun.changed_count).toBe(1);
  const after = await months(company);
  expect(after.map(({ inputs }) => inputs["share"]).slice(0, 2)).toEqual(shares(before).slice(0, 2));
  expect(after[4]?.inputs["allocation"]).toMatchObject({ degree_days: "300", of: "1200" });
  expect(await site.change(company, "/review-items/rerun", { activity_id: line?.id })).toMatchObject({
    changed_count: 0,
  });
});

test("a month in part has a part of its degree days; electricity and records of heat of one month are as before", async () => {
  const company = await site.company();
  await state(company, { ...STATED, independent_percent: 0 });
  const record = (category_id: string, end: string) => ({
    category_id,
    description: "Varme",
    quantity: 1000,
    unit: "kWh",
    service_period_start: "2026-01-01",
    service_period_end: end,
    supplier_name: "Varmeværket",
    supplier_identifier: "27182818",
    reason: "The meter",
  });
  const recorded = await site.post(company, record("energy.heat.district_heating", "2026-02-14"));
  expect(recorded.status, recorded.text).toBe(201);
  expect(shares(await months(company))).toEqual(["0.714286", "0.285714"]);
  const [line] = await site.lines(company);
  const rerun = { activity_id: line?.id };
  expect(await site.change(company, "/review-items/rerun", rerun)).toMatchObject({ line_count: 1, changed_count: 0 });
});

describe("what is refused", () => {
  test.each([
    ["from_year", { ...STATED, from_year: undefined }],
    ["source", { ...STATED, source: undefined }],
    ["degree_days", { ...STATED, degree_days: [] }],
    ["degree_days.1.month", { ...STATED, degree_days: [STATED.degree_days[0], STATED.degree_days[0]] }],
    ["degree_days.0.month", { ...STATED, degree_days: [{ month: "2026-13", degree_days: 1 }] }],
    ["degree_days.0.degree_days", { ...STATED, degree_days: [{ month: "2026-12", degree_days: -1 }] }],
    ["degree_days.0", { ...STATED, degree_days: [{ month: "2026-12", degree_days: 1, days: 31 }] }],
    ["reason", { ...STATED, reason: " " }],
  ])("%s", async (path, body) => {
    const company = await site.company();
    const answer = await site.put(company, "/heat-allocation", { version: 0, ...body });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: "request.validation_failed", issues: [{ path }] });
  });

  test("a statement without the version that was read, or by another one than the newest; the same once more is none", async () => {
    const company = await site.company();
    const put = async (body: object) => await site.put(company, "/heat-allocation", { ...STATED, ...body });
    const issues = async (body: object) => {
      const answer = await put(body);
      expect(answer.status).toBe(400);
      return answer.json().issues;
    };
    expect(await issues({})).toMatchObject([{ path: "version" }]);
    // Two who have read the same: the second is told, and undoes nothing.
    const stated = await Promise.all([put({ version: 0 }), put({ version: 0, reason: "By the bill" })]);
    expect(stated.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    const refused = stated.find(({ status }) => status === 400);
    expect(refused?.json().issues).toMatchObject([{ path: "version", code: "changed_meanwhile" }]);
    expect(await issues({ version: 2, reason: "Ahead" })).toMatchObject([{ code: "changed_meanwhile" }]);
    const { reason, version } = (await site.get(company, "/heat-allocation")) as { reason: string; version: number };
    expect(version).toBe(1);
    const again = await put({ version: 0, reason });
    expect(again.json()).toMatchObject({ version: 1 });
    const later = await put({ version: 1, reason: "Corrected" });
    expect(later.json()).toMatchObject({ version: 2 });
  });
});

test("the same statement is the same version, days again are a new one, and the log tells who said why", async () => {
  const company = await site.company();
  const first = await state(company);
  expect(await state(company)).toMatchObject({ id: first.id });
  const days = { method: "days", reason: "The heating company stopped" };
  expect(await state(company, days)).toMatchObject({ method: "days", from_month: null, version: 2 });
  await site.ingest(company, { name: "varme.xml", content: heatBill("2026-02-28") });
  expect(shares(await months(company))).toEqual(BY_DAYS);
  const events = await site.items<{ action: string }>(company, "/audit?limit=50");
  expect(events.filter(({ action }) => action === "heat_allocation.stated")).toHaveLength(2);
});

test("a report of a year with such heat says so among its methods, in both languages; one without does not", async () => {
  const company = await site.company();
  const other = await site.company();
  const days = [
    { month: "2025-11", degree_days: 350 },
    { month: "2025-12", degree_days: 450 },
  ];
  await state(company, { ...STATED, from_year: 2025, degree_days: days });
  for (const by of [company, other]) {
    await site.ingest(by, { name: "varme.xml", content: heatBill("2025-12-31") });
  }
  const texts = {
    da: "Fjernvarme er fordelt på måneder efter graddage, 25 % af den dog efter dage (Varmeværket, station Aarhus).",
    en: "District heating is allocated to months by degree days, 25 % of it by days (Varmeværket, station Aarhus).",
  } as const;
  for (const language of ["da", "en"] as const) {
    const report = await reportOf(site, company, language);
    expect(report.notes?.find(({ code }) => code === "degree_days")?.text).toContain(texts[language]);
    expect(printed(report)).toContain(texts[language]);
    expect(await workbook(report)).toContain(texts[language]);
    expect((await reportOf(site, other, language)).notes?.map(({ code }) => code)).not.toContain("degree_days");
  }
});

describe("a credit note goes where its invoice counts", () => {
  /** The same bill, taken back whole. */
  const credit = Buffer.from(
    heatBill("2026-02-28")
      .toString()
      .replaceAll("Invoice-2", "CreditNote-2")
      .replaceAll(/<(\/?)Invoice(?=[ >])/g, "<$1CreditNote")
      .replace("<cbc:ID>F-1001", "<cbc:ID>K-1")
      .replaceAll("InvoiceTypeCode>380", "CreditNoteTypeCode>381")
      .replaceAll("InvoiceTypeCode", "CreditNoteTypeCode")
      .replaceAll("InvoiceLine", "CreditNoteLine")
      .replaceAll("InvoicedQuantity", "CreditedQuantity"),
  );
  const sums = async (by: Company) => {
    const entries = await site.items<{ transaction_date: string; co2e_location_based_kg: number }>(
      by,
      "/emissions?scope=2&limit=50",
    );
    const byMonth = new Map<string, number>();
    for (const { transaction_date: day, co2e_location_based_kg: kg } of entries) {
      const month = day.slice(0, 7);
      byMonth.set(month, Math.round(((byMonth.get(month) ?? 0) + kg) * 1e6) / 1e6);
    }
    return [entries.length, [...byMonth.values()]];
  };
  const NOTHING = [8, [0, 0, 0, 0]];

  test("by days, though degree days were chosen since; and again when its invoice is read anew", async () => {
    const company = await site.company();
    await site.ingest(company, { name: "varme.xml", content: heatBill("2026-02-28") });
    await state(company);
    await site.ingest(company, { name: "kredit.xml", content: credit });
    expect(await sums(company)).toEqual(NOTHING);
    const [line] = (await site.lines(company)).toReversed();
    await site.change(company, "/review-items/rerun", { activity_id: line?.id });
    expect(await sums(company)).toEqual(NOTHING);
    expect(shares(await months(company))).toEqual(BY_DEGREE_DAYS.flatMap((share) => [share, share]));
  });

  test("by degree days, though days were chosen since", async () => {
    const company = await site.company();
    await state(company);
    await site.ingest(company, { name: "varme.xml", content: heatBill("2026-02-28") });
    await state(company, { method: "days", reason: "The heating company stopped" });
    await site.ingest(company, { name: "kredit.xml", content: credit });
    expect(await sums(company)).toEqual(NOTHING);
    expect(shares(await months(company))).toEqual(BY_DEGREE_DAYS.flatMap((share) => [share, share]));
  });
});
