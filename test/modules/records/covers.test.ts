import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import type { RecordedFile } from "../../../src/modules/records/files/recorded-file.ts";
import type { ReviewItem } from "../../../src/modules/review/review-item.ts";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";
import { waitingAgrees } from "../../support/review.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** 1240 km and 4712 DKK, as MILEAGE states and as was paid for it: 207.39 kg. */
const HOLM = "05-09-2026;1;2820;Kilometergodtgørelse;Km A. Holm;700;km;2.660,00";
const LUND = "20-09-2026;2;2820;Kilometergodtgørelse;Km B. Lund;540;km;2.052,00";
const TAXI = "21-09-2026;3;2830;Taxa;Taxa til møde;;;400,00";
const OCTOBER = "02-10-2026;4;2820;Kilometergodtgørelse;Km A. Holm oktober;100;km;380,00";
const MILEAGE_KG = 207.39;

let files = 0;
const ledger = (...rows: readonly string[]) => ({
  name: `posteringer-${(files += 1)}.csv`,
  content: `Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb\n${rows.join("\n")}\n`,
});
const PAID = { net_amount: 4712, currency: "DKK" };
const COVERING = { ...MILEAGE, covers: { accounts: ["2820"] } };

interface Line extends BookedLine {
  readonly readings: readonly { readonly conversion: readonly { readonly kind: string; readonly to: string }[] }[];
}

async function lineOf(by: RecordingCompany, description: string): Promise<Line> {
  const line = (await site.lines(by)).find((booked) => booked.description === description);
  if (line === undefined) throw new Error(`no line is called "${description}"`);
  return line as Line;
}

async function total(by: RecordingCompany): Promise<number> {
  return ((await site.total(by)) as number | null) ?? 0;
}

async function questions(by: RecordingCompany): Promise<readonly ReviewItem[]> {
  const items = await site.items<ReviewItem>(by, "/review-items");
  return items.filter(({ review_code }) => review_code === "record_differs");
}

const post = async (by: RecordingCompany, id: string | null, action: string, body: object) =>
  await site.change<{ status: string }>(by, `/activities/${id}/${action}`, body);
const decide = async (by: RecordingCompany, id: string | null, action: string, body: object = {}) =>
  await site.change<{ status: string }>(by, `/review-items/${id}/${action}`, body);
const REASON = { reason: "looked at" };

/** Entries, sums, what waits and the audit log agree. */
async function agree(by: RecordingCompany): Promise<void> {
  await site.intact(by);
  await waitingAgrees(site.app.db.context(by.tenant));
}

async function company(...uploads: readonly ReturnType<typeof ledger>[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const file of uploads) await site.ingest(by, file);
  return by;
}

describe("rows that a record covers", () => {
  test("are its evidence and count nothing, whichever came first; other accounts and days count", async () => {
    const rows = ledger(HOLM, LUND, TAXI, OCTOBER);
    const before = await company(rows);
    const others = (await total(before)) - MILEAGE_KG;
    const made = await site.recorded(before, { ...COVERING, ...PAID });
    expect(made.covers).toMatchObject({
      period_from: "2026-09-01",
      period_to: "2026-09-30",
      accounts: ["2820"],
      row_count: 2,
      figures: [
        { measure: "quantity", unit: "km", records: 1240, rows: 1240 },
        { measure: "amount", unit: "DKK", records: 4712, rows: 4712 },
      ],
      is_asked: false,
    });
    expect(await total(before)).toBeCloseTo(others + MILEAGE_KG, 6);
    const after = await company();
    const first = await site.recorded(after, { ...COVERING, ...PAID });
    await site.ingest(after, rows);
    expect(await total(after)).toBeCloseTo(others + MILEAGE_KG, 6);
    for (const [by, record] of [
      [before, made],
      [after, first],
    ] as const) {
      for (const text of ["Km A. Holm", "Km B. Lund"]) {
        const row = await lineOf(by, text);
        expect(row).toMatchObject({ status: "excluded", category_id: "transport.travel.private_car" });
        expect(row.reason).toBe(
          `record ${record.activity_id} covers account 2820 from 2026-09-01 to 2026-09-30; this row is evidence of it`,
        );
        expect(row.readings[0]?.conversion.at(-1)).toMatchObject({ kind: "record", to: record.activity_id });
      }
      expect(await lineOf(by, "Km A. Holm oktober")).toMatchObject({ status: "classified" });
      expect(await lineOf(by, "Taxa til møde")).toMatchObject({ status: "classified" });
      expect(await questions(by)).toEqual([]);
      await agree(by);
    }
  });

  test("are told by the account's name, or by the supplier", async () => {
    const named = await company(ledger(HOLM, LUND, TAXI));
    const covers = { accounts: [" kilometerGODTGØRELSE "] };
    expect((await site.recorded(named, { ...MILEAGE, covers })).covers?.row_count).toBe(2);
    const bills = {
      name: "bank.csv",
      content:
        "Dato;Tekst;Leverandør;Beløb;Saldo\n05-09-2026;Kørsel;Holm Kørsel ApS;-2660,00;10000,00\n" +
        "06-09-2026;Papir;Nordpap A/S;-500,00;9500,00\n",
    };
    const supplied = await site.company();
    await site.ingest(supplied, bills);
    const made = await site.recorded(supplied, { ...MILEAGE, covers: { supplier: "holm kørsel" } });
    expect(made.covers).toMatchObject({ row_count: 1, accounts: [], supplier: "holm kørsel" });
  });

  test("count again as before, to the kilogram, when the record is left out, and no more when that is undone", async () => {
    const by = await company(ledger(HOLM, LUND, TAXI));
    const before = await total(by);
    const { activity_id } = await site.recorded(by, COVERING);
    await post(by, activity_id, "exclude", REASON);
    expect(await total(by)).toBe(before);
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "classified" });
    await agree(by);
    await post(by, activity_id, "undo", REASON);
    expect(await total(by)).toBeCloseTo(before, 6);
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "excluded" });
    await agree(by);
  });

  test("stay as a person decided about them while they were evidence, and as a person left them out before", async () => {
    const by = await company(ledger(HOLM, LUND));
    await post(by, (await lineOf(by, "Km B. Lund")).id, "exclude", { reason: "private" });
    const { activity_id, covers } = await site.recorded(by, { ...COVERING, quantity: 700 });
    expect(covers?.row_count).toBe(1);
    const holm = await lineOf(by, "Km A. Holm");
    await post(by, holm.id, "recategorize", { ...REASON, category_id: "transport.travel.private_car" });
    await site.ingest(by, ledger(TAXI));
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "classified" });
    await post(by, holm.id, "undo", REASON);
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "excluded" });
    await post(by, activity_id, "exclude", REASON);
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "classified" });
    expect(await lineOf(by, "Km B. Lund")).toMatchObject({ status: "excluded" });
    await agree(by);
  });

  test("belong to the older of two records on their account, and to the other one when that is left out", async () => {
    const by = await company(ledger(HOLM, LUND, TAXI));
    const older = await site.recorded(by, COVERING);
    const newer = await site.recorded(by, { ...COVERING, covers: { accounts: ["2820", "2830"] } });
    expect(newer.covers).toMatchObject({ record_count: 1, row_count: 1 });
    await post(by, older.activity_id, "exclude", REASON);
    expect((await lineOf(by, "Km A. Holm")).reason).toContain(`record ${newer.activity_id}`);
    expect(await total(by)).toBeCloseTo(MILEAGE_KG, 6);
    await agree(by);
  });

  test("are held against all records that cover the same together: one question, for the oldest", async () => {
    const by = await company(ledger(HOLM, LUND));
    const holm = await site.recorded(by, { ...COVERING, description: "Holm", quantity: 700 });
    expect(holm.covers).toMatchObject({ record_count: 1, is_asked: true });
    const lund = await site.recorded(by, { ...COVERING, description: "Lund", quantity: 540 });
    expect(lund.covers).toMatchObject({ record_count: 2, row_count: 2, is_asked: false });
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBeCloseTo(MILEAGE_KG, 6);
    const twice = await site.recorded(by, { ...COVERING, description: "Lund igen", quantity: 540 });
    expect(twice.covers).toMatchObject({ record_count: 3, is_asked: true });
    expect((await questions(by)).map(({ id }) => id)).toEqual([holm.activity_id]);
    expect((await questions(by))[0]?.reason).toContain("the records state 1780 km, the rows 1240 km");
    await post(by, twice.activity_id, "exclude", REASON);
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBeCloseTo(MILEAGE_KG, 6);
    await agree(by);
  });

  test("are named by the rows of a filled-in template as well", async () => {
    const by = await company(ledger(HOLM, LUND));
    const content =
      "description;quantity;period_start;period_end;reason;net_amount;currency;covers_accounts\n" +
      "Holm;700;01-09-2026;30-09-2026;Kørebog;2660;DKK;2820\nLund;540;01-09-2026;30-09-2026;Kørebog;2052;DKK;2820\n";
    const answer = await site.upload(by, "/activities/evidence", [{ name: "km.csv", content }]);
    const [file] = (answer.json() as unknown as { files: readonly { id: string }[] }).files;
    const sent = await site.post(by, { subject: "mileage", file: file?.id }, {}, "/activities/record-files");
    expect(sent.status, sent.text).toBe(201);
    const covers = { accounts: ["2820"], record_count: 2, row_count: 2, is_asked: false };
    expect(sent.json()).toMatchObject({ rows: [{ covers }, { covers }] });
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBeCloseTo(MILEAGE_KG, 6);
    await agree(by);
  });

  test("are told by a dry run of a filled-in template as they are when it is booked, with the question, and nothing is written", async () => {
    const by = await company(ledger(HOLM, LUND));
    const content =
      "description;quantity;period_start;period_end;reason;net_amount;currency;covers_accounts\n" +
      "Holm;700;01-09-2026;30-09-2026;Kørebog;2660;DKK;2820\nLund;940;01-09-2026;30-09-2026;Kørebog;2052;DKK;2820\n";
    const answer = await site.upload(by, "/activities/evidence", [{ name: "km.csv", content }]);
    const [file] = (answer.json() as unknown as { files: readonly { id: string }[] }).files;
    const send = async (dry_run: boolean) => {
      const sent = await site.post(by, { subject: "mileage", file: file?.id, dry_run }, {}, "/activities/record-files");
      expect(sent.status, sent.text).toBe(201);
      return sent.json() as unknown as RecordedFile;
    };
    const before = await verifyAudit(site.app.db.context(by.tenant).db);
    const tried = await send(true);
    expect(await verifyAudit(site.app.db.context(by.tenant).db)).toEqual(before);
    expect(await total(by)).toBeCloseTo(MILEAGE_KG, 6);
    const covers = { accounts: ["2820"], record_count: 2, row_count: 2, is_asked: true };
    expect(tried.rows).toMatchObject([{ covers }, { covers }]);
    const made = await send(false);
    const withoutIds = made.rows.map((row) => ({ ...row, activity_id: null }));
    expect(tried).toEqual({ ...made, rows: withoutIds, is_dry_run: true, document_id: null });
    expect(await questions(by)).toHaveLength(1);
    await agree(by);
  });

  test("that a guard left out are evidence too", async () => {
    const pay = "30-09-2026;9;2210;Løn;Kilometerpenge september;1240;km;4.712,00";
    const by = await company(ledger(pay));
    expect(await lineOf(by, "Kilometerpenge september")).toMatchObject({ category_id: "unclassified.not_relevant" });
    const made = await site.recorded(by, { ...COVERING, ...PAID, covers: { accounts: ["2210"] } });
    expect(made.covers).toMatchObject({ row_count: 1, is_asked: false });
    await post(by, made.activity_id, "exclude", REASON);
    expect(await total(by)).toBe(0);
    await agree(by);
  });

  test("of a closed year go on counting where they count, and what waits for the year becomes evidence", async () => {
    const by = await company(ledger(HOLM.replaceAll("2026", "2025"), LUND.replaceAll("2026", "2025")));
    await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
    const covers = { accounts: ["2820"], period_from: "2025-09-01", period_to: "2025-09-30" };
    const made = await site.recorded(by, { ...MILEAGE, covers });
    expect(made.covers).toMatchObject({ row_count: 0, is_asked: false });
    await site.ingest(by, ledger("25-09-2025;7;2820;Kilometergodtgørelse;Km C. Beck;1240;km;4.712,00"));
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "classified" });
    expect(await lineOf(by, "Km C. Beck")).toMatchObject({ status: "excluded" });
    await post(by, made.activity_id, "exclude", REASON);
    expect(await lineOf(by, "Km C. Beck")).toMatchObject({
      status: "pending_review",
      review_code: "financial_year_closed",
    });
    await agree(by);
  });
});

describe("a row that is evidence", () => {
  test("stays evidence when a person corrects its figures, and the record is held against these", async () => {
    const by = await company(ledger(HOLM, LUND));
    const { activity_id } = await site.recorded(by, COVERING);
    const { id } = await lineOf(by, "Km A. Holm");
    await post(by, id, "correct", { ...REASON, facts: { quantity: 1700, unit: "km" } });
    expect((await questions(by))[0]?.reason).toContain("the record states 1240 km, the rows 2240 km");
    await decide(by, activity_id, "exclude", REASON);
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "classified" });
    await agree(by);
  });

  test("waits when it would begin to count in a year that was closed since", async () => {
    const by = await company(ledger(HOLM.replaceAll("2026", "2025"), LUND.replaceAll("2026", "2025")));
    const covers = { accounts: ["2820"], period_from: "2025-09-01", period_to: "2025-09-30" };
    const { activity_id } = await site.recorded(by, { ...MILEAGE, covers });
    await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
    await post(by, activity_id, "exclude", REASON);
    const waiting = { status: "pending_review", review_code: "financial_year_closed" };
    expect(await lineOf(by, "Km A. Holm")).toMatchObject(waiting);
    await agree(by);
    await post(by, activity_id, "undo", REASON);
    expect(await lineOf(by, "Km A. Holm")).toMatchObject({ status: "excluded" });
    await agree(by);
  });
});

describe("a record that differs from its rows", () => {
  const FAR = { ...COVERING, quantity: 1400 };

  test("by exactly 10 % counts; by more it waits with both figures, once, and nothing of either is in the totals", async () => {
    const by = await company(ledger(HOLM.replace("700", "1100")));
    const near = await site.recorded(by, { ...COVERING, quantity: 1000 });
    expect(near.covers?.is_asked).toBe(false);
    expect(await total(by)).toBe(near.co2e_market_based_kg);
    const other = await company(ledger(HOLM, LUND));
    const made = await site.recorded(other, { ...COVERING, ...PAID, net_amount: 4283.63 });
    expect(made.covers?.is_asked).toBe(true);
    expect(made.warnings.map(({ code }) => code)).toEqual(["no_evidence", "record_differs"]);
    expect(await total(other)).toBe(0);
    const [question, ...more] = await questions(other);
    expect(more).toEqual([]);
    expect(question).toMatchObject({ id: made.activity_id, needs: [{ field: "decision" }] });
    expect(question?.reason).toContain("the record states 4283.63 DKK, the rows 4712 DKK");
    await site.ingest(other, ledger("22-09-2026;8;2820;Kilometergodtgørelse;Km D. Dam;1;km;3,80"));
    expect(await questions(other)).toHaveLength(1);
    await agree(other);
  });

  test("counts as it is when a person accepts it; undone, the question is gone where the rows have come near meanwhile", async () => {
    const by = await company(ledger(HOLM, LUND));
    const { activity_id, co2e_market_based_kg } = await site.recorded(by, FAR);
    expect(await decide(by, activity_id, "accept", REASON)).toMatchObject({ status: "classified" });
    expect(await total(by)).toBe(co2e_market_based_kg);
    await site.ingest(by, ledger("22-09-2026;8;2820;Kilometergodtgørelse;Km D. Dam;1;km;3,80"));
    expect(await questions(by)).toEqual([]);
    await site.ingest(by, ledger(OCTOBER.replaceAll("-10-", "-09-")));
    expect(await questions(by)).toEqual([]);
    await agree(by);
    await post(by, activity_id, "undo", REASON);
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBe(co2e_market_based_kg);
    await agree(by);
  });

  test("stays asked about after its acceptance is undone while the figures differ, and is asked anew when the rows move on", async () => {
    const by = await company(ledger(HOLM, LUND));
    const { activity_id } = await site.recorded(by, FAR);
    await decide(by, activity_id, "accept");
    await post(by, activity_id, "undo", REASON);
    expect(await questions(by)).toHaveLength(1);
    await decide(by, activity_id, "accept");
    await site.ingest(by, ledger("25-09-2026;7;2820;Kilometergodtgørelse;Km C. Beck;900;km;3.420,00"));
    expect((await questions(by))[0]?.reason).toContain("the record states 1400 km, the rows 2140 km");
    expect(await total(by)).toBe(0);
    await agree(by);
  });

  test("is corrected with the figure that is right", async () => {
    const by = await company(ledger(HOLM, LUND));
    const { activity_id } = await site.recorded(by, FAR);
    await decide(by, activity_id, "accept", { ...REASON, facts: { quantity: 1240, unit: "km" } });
    expect(await total(by)).toBe(MILEAGE_KG);
    expect(await questions(by)).toEqual([]);
    const corrected = await company(ledger(HOLM, LUND));
    const made = await site.recorded(corrected, FAR);
    await post(corrected, made.activity_id, "correct", { ...REASON, facts: { quantity: 1240, unit: "km" } });
    expect(await total(corrected)).toBe(MILEAGE_KG);
    expect(await questions(corrected)).toEqual([]);
    await agree(by);
    await agree(corrected);
  });

  test("gives way to the rows when a person leaves it out", async () => {
    const by = await company(ledger(HOLM, LUND));
    const before = await total(by);
    const { activity_id } = await site.recorded(by, FAR);
    await decide(by, activity_id, "exclude", REASON);
    expect(await total(by)).toBe(before);
    expect(await questions(by)).toEqual([]);
    await agree(by);
    await post(by, activity_id, "undo", REASON);
    expect(await total(by)).toBe(0);
    expect(await questions(by)).toHaveLength(1);
    await agree(by);
  });

  test("is no longer asked about when the missing rows arrive", async () => {
    const by = await company(ledger(HOLM));
    const { covers } = await site.recorded(by, COVERING);
    expect(covers?.is_asked).toBe(true);
    await site.ingest(by, ledger(LUND));
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBe(MILEAGE_KG);
    await agree(by);
  });

  test("in stated emissions, or of another country, is accepted with the figures that it had", async () => {
    const by = await company(ledger(HOLM));
    const abroad = {
      ...COVERING,
      category_id: "energy.electricity.grid_other",
      quantity: 1000,
      unit: "kWh",
      net_amount: 9000,
      currency: "DKK",
      country: "DE",
    };
    const made = await site.recorded(by, abroad);
    expect(made.covers?.is_asked).toBe(true);
    await decide(by, made.activity_id, "accept");
    expect(await total(by)).toBeCloseTo(
      made.entries.reduce((sum, one) => sum + one.co2e_market_based_kg, 0),
      6,
    );
    const stated = await company(ledger(HOLM));
    const emissions = { kg_co2e: 500, source: "Annual report", year: 2026, method: "average_data" };
    const share = await site.recorded(stated, {
      ...COVERING,
      category_id: "finance.franchises.unit",
      quantity: undefined,
      unit: undefined,
      net_amount: 9000,
      currency: "DKK",
      emissions,
    });
    expect(share.covers?.is_asked).toBe(true);
    await decide(stated, share.activity_id, "accept");
    expect(await total(stated)).toBe(500);
    await agree(stated);
  });

  test("whose rows have no figure that it states is not asked about, which its answer says", async () => {
    const by = await company(ledger(TAXI));
    const made = await site.recorded(by, { ...MILEAGE, covers: { accounts: ["2830"] } });
    expect(made.warnings.map(({ code }) => code)).toEqual(["no_evidence", "rows_not_compared"]);
    expect(made.covers?.figures).toEqual([{ measure: "quantity", unit: "km", records: 1240, rows: null }]);
  });

  test("dry_run tells the same and writes nothing", async () => {
    const by = await company(ledger(HOLM, LUND));
    const { events } = await verifyAudit(site.app.db.context(by.tenant).db);
    const tried = await site.recorded(by, { ...FAR, dry_run: true });
    expect(await verifyAudit(site.app.db.context(by.tenant).db)).toMatchObject({ events });
    const made = await site.recorded(by, FAR);
    expect(tried.covers).toEqual(made.covers);
    expect(tried.warnings).toEqual(made.warnings);
  });
});

describe("a row whose purchase an invoice tells of", () => {
  const postings = {
    name: "postings.csv",
    content:
      "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta\n" +
      "2026-09-12;17;2820;Kilometergodtgørelse;Kørsel;Holm Kørsel ApS;F-77;1000,00;DKK\n",
  };
  const invoice = {
    name: "invoice.xml",
    content: ubl({
      number: "F-77",
      date: "2026-09-11",
      supplier: { name: "Holm Kørsel ApS", cvr: "12345674" },
      currency: "DKK",
      lines: [{ text: "Taxakørsel", amount: "1000.00" }],
    }),
  };
  const RECORD = { ...MILEAGE, net_amount: 1000, currency: "DKK", covers: { accounts: ["2820"] } };

  test.each([
    [
      "invoice, row, record",
      async (by: RecordingCompany) => {
        await site.ingest(by, invoice);
        await site.ingest(by, postings);
        return (await site.recorded(by, RECORD)).activity_id;
      },
    ],
    [
      "invoice, record, row",
      async (by: RecordingCompany) => {
        await site.ingest(by, invoice);
        const { activity_id } = await site.recorded(by, RECORD);
        await site.ingest(by, postings);
        return activity_id;
      },
    ],
    [
      "row, record, invoice",
      async (by: RecordingCompany) => {
        await site.ingest(by, postings);
        const { activity_id } = await site.recorded(by, RECORD);
        await site.ingest(by, invoice);
        return activity_id;
      },
    ],
  ])("is asked about, because both would count: %s", async (_order, arrive) => {
    const by = await site.company();
    const id = await arrive(by);
    const line = await lineOf(by, "Taxakørsel");
    const [question] = await questions(by);
    expect(question?.id).toBe(id);
    expect(question?.reason).toContain("is counted by document");
    await post(by, line.id, "exclude", { reason: "the driving log counts it" });
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBe(MILEAGE_KG);
    expect((await lineOf(by, "Kørsel")).reason).toContain(`record ${id}`);
    await agree(by);
    await post(by, id, "exclude", REASON);
    await agree(by);
  });
});

describe("records and rows at the same time", () => {
  test("a record that is made while its rows arrive covers each of them once", async () => {
    const by = await site.company();
    const rows = Array.from({ length: 12 }, (_, day) =>
      ledger(
        `${String(day + 1).padStart(2, "0")}-09-2026;${day + 20};2820;Kilometergodtgørelse;Km ${day};100;km;380,00`,
      ),
    );
    const [, made] = await Promise.all([site.ingest(by, ...rows), site.recorded(by, { ...COVERING, quantity: 1200 })]);
    expect(await questions(by)).toEqual([]);
    expect(await total(by)).toBe(made.co2e_market_based_kg);
    await agree(by);
  });
});
