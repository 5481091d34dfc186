import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RecordedFile } from "../../../src/modules/records/files/recorded-file.ts";
import type { RecordedActivity } from "../../../src/modules/records/record-view.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";

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
const SEPTEMBER = { ...MILEAGE, service_period_start: "2025-09-01", service_period_end: "2025-09-30" };
const HEAT = {
  category_id: "energy.heat.district_heating",
  description: "Fjernvarme, aflæst",
  quantity: 6200,
  unit: "kWh",
  service_period_start: "2025-12-01",
  service_period_end: "2026-01-31",
  reason: "Meter in the basement",
};

interface Total {
  readonly total_co2e_kg: number | null;
  readonly pending_restatement_kg: number;
  readonly is_complete: boolean;
}
const total = async (year: number) =>
  (await site.get(by, `/emissions/summary?from=${year}-01-01&to=${year}-12-31`)) as Total;
const kg = async (year: number) => (await total(year)).total_co2e_kg ?? 0;
const pendingKg = async (year: number) => (await total(year)).pending_restatement_kg;

interface Restatement {
  readonly activity_id: string;
  readonly cause: string;
  readonly correction: null | Readonly<Record<string, unknown>>;
}
const listed = async (state: "pending" | "restated") =>
  await site.items<Restatement>(by, `${YEAR}/restatements?state=${state}`);
const close = async () => await site.change(by, `${YEAR}/close`, {});
const reopen = async () => await site.change(by, `${YEAR}/reopen`, { reason: "Late papers" });
interface Restated {
  readonly decided_count: number;
  readonly years: readonly { readonly scopes: readonly { readonly market_based_after_kg: number | null }[] }[];
}
const restate = async (body: object = {}) =>
  await site.change<Restated>(by, `${YEAR}/restate`, { reason: "Late papers", ...body });
const change = async (id: string | null, what: string, body: object = {}) =>
  await site.change<{ readonly status: string; readonly pending_restatements?: readonly object[] }>(
    by,
    `/activities/${id}/${what}`,
    { reason: "typing error", ...body },
  );
const pendingOf = (recorded: Pick<RecordedActivity, "pending_restatements">) => recorded.pending_restatements?.[0];

/** A company whose year 2025 counts a month of mileage and is closed; what it counts. */
async function closedYear(): Promise<number> {
  await site.recorded(by, { ...SEPTEMBER, service_period_start: "2025-03-01", service_period_end: "2025-03-31" });
  await close();
  return await kg(2025);
}

describe("a record whose days lie in a closed year", () => {
  test("is kept, told before and after, moves no total, and is booked by restating with the figures that were told", async () => {
    const before = await closedYear();
    const tried = await site.recorded(by, { ...SEPTEMBER, dry_run: true });
    expect(tried).toMatchObject({ co2e_market_based_kg: 207.39, entries: [{ id: null }] });
    expect(tried.pending_restatements).toEqual([
      {
        period_end: DAY,
        market_based_before_kg: 0,
        market_based_after_kg: 207.39,
        location_based_before_kg: 0,
        location_based_after_kg: 207.39,
      },
    ]);
    expect(await listed("pending")).toEqual([]);

    const recorded = await site.recorded(by, SEPTEMBER);
    expect(recorded).toMatchObject({ co2e_market_based_kg: 207.39, entries: [{ id: null }] });
    expect(recorded.pending_restatements).toEqual(tried.pending_restatements);
    expect(await total(2025)).toMatchObject({
      total_co2e_kg: before,
      pending_restatement_kg: 207.39,
      is_complete: false,
    });
    expect(await site.get(by, `/activities/${recorded.activity_id}`)).toMatchObject({
      status: "classified",
      review_code: null,
      pending_restatements: tried.pending_restatements,
    });
    const [line, ...others] = await listed("pending");
    expect(others).toEqual([]);
    expect(line).toMatchObject({ activity_id: recorded.activity_id, cause: "record" });
    expect(line?.correction).toMatchObject({
      action: "activity.stated",
      reason: MILEAGE.reason,
      corrected_by: `api_key:${by.key.id}`,
    });
    await site.intact(by);

    expect((await restate({ dry_run: true })).years[0]?.scopes[2]).toMatchObject({
      scope: "3",
      market_based_before_kg: before,
      market_based_after_kg: before + 207.39,
    });
    expect(await kg(2025)).toBe(before);
    expect(await restate()).toMatchObject({ decided_count: 1 });
    expect(await total(2025)).toMatchObject({ total_co2e_kg: before + 207.39, pending_restatement_kg: 0 });
    expect(await listed("pending")).toEqual([]);
    expect(await listed("restated")).toMatchObject([{ activity_id: recorded.activity_id, cause: "record" }]);
    const [entry] = await site.items<{ readonly id: string }>(by, "/emissions?from=2025-09-01&to=2025-09-30");
    expect(await site.get(by, `/emissions/${entry?.id}/lineage`)).toMatchObject({
      record: { reason: MILEAGE.reason },
      activity: { id: recorded.activity_id },
    });
    await site.intact(by);
  });

  test("with biogenic CO2 alone waits as any other, told as tried, and is booked by restating", async () => {
    const before = await closedYear();
    const share = {
      category_id: "finance.investments.equity",
      description: "Andel i et kraftvarmeværk",
      reason: "Annual report",
      service_period_start: "2025-09-01",
      service_period_end: "2025-09-30",
      emissions: { source: "Annual report", year: 2025, method: "supplier_specific", kg_co2e: 0, biogenic_co2_kg: 7 },
    };
    const tried = await site.recorded(by, { ...share, dry_run: true });
    expect(tried.pending_restatements).toEqual([
      {
        period_end: DAY,
        market_based_before_kg: 0,
        market_based_after_kg: 0,
        location_based_before_kg: 0,
        location_based_after_kg: 0,
        biogenic_co2_before_kg: 0,
        biogenic_co2_after_kg: 7,
      },
    ]);
    const recorded = await site.recorded(by, share);
    expect(recorded).toMatchObject({ entries: [{ id: null }], pending_restatements: tried.pending_restatements });
    expect(await total(2025)).toMatchObject({ total_co2e_kg: before, biogenic_co2_kg: 0, is_complete: false });
    expect(await listed("pending")).toMatchObject([{ cause: "record", activity_id: recorded.activity_id }]);
    expect(await restate()).toMatchObject({ decided_count: 1 });
    expect(await total(2025)).toMatchObject({ total_co2e_kg: before, biogenic_co2_kg: 7 });
    expect(await listed("restated")).toMatchObject([{ activity_id: recorded.activity_id, cause: "record" }]);
    await site.intact(by);
  });

  test("over the turn of the year counts its open days at once, and the closed ones when the year is restated", async () => {
    const before = await closedYear();
    const tried = await site.recorded(by, { ...HEAT, dry_run: true });
    const recorded = await site.recorded(by, HEAT);
    expect(recorded.pending_restatements).toEqual(tried.pending_restatements);
    const held = pendingOf(recorded)?.market_based_after_kg ?? 0;
    expect(held).toBeGreaterThan(0);
    expect(await kg(2025)).toBe(before);
    expect(await pendingKg(2025)).toBeCloseTo(held, 4);
    const open = await kg(2026);
    expect(open).toBeGreaterThan(0);
    expect(await pendingKg(2026)).toBe(0);
    expect(open + held).toBeCloseTo(recorded.co2e_market_based_kg, 4);
    const ids = recorded.entries.flatMap(({ id }) => id ?? []);
    const booked = await site.items<{ readonly id: string }>(by, "/emissions?from=2026-01-01&to=2026-12-31");
    expect(ids.toSorted()).toEqual(booked.map(({ id }) => id).toSorted());
    expect(recorded.entries.length).toBeGreaterThan(ids.length);
    await site.intact(by);
    await restate();
    expect(await kg(2025)).toBeCloseTo(before + held, 4);
    expect(await kg(2026)).toBeCloseTo(open, 4);
    await site.intact(by);
  });

  test("is answered again for the same Idempotency-Key, and warned of when it is sent twice", async () => {
    await closedYear();
    const headers = { "idempotency-key": "september-2025" };
    const first = await site.post(by, SEPTEMBER, headers);
    const again = await site.post(by, SEPTEMBER, headers);
    expect(again.text).toBe(first.text);
    expect(await pendingKg(2025)).toBe(207.39);
    const twice = await site.recorded(by, SEPTEMBER);
    expect(twice.warnings.map(({ code }) => code)).toContain("identical_record");
    expect(await pendingKg(2025)).toBe(414.78);
  });

  test("waits no more when it is left out, waits again when that is undone, and follows a correction", async () => {
    const before = await closedYear();
    const { activity_id } = await site.recorded(by, SEPTEMBER);
    const undone = await site.post(by, { reason: "wrong" }, {}, `/activities/${activity_id}/undo`);
    expect(undone.status).toBe(400);
    expect(undone.json().issues).toMatchObject([
      { code: "nothing_to_undo", message: expect.stringContaining("exclude_activity") as string },
    ]);
    expect(await change(activity_id, "exclude")).toMatchObject({ status: "excluded" });
    expect(await total(2025)).toMatchObject({ total_co2e_kg: before, pending_restatement_kg: 0 });
    expect(await listed("pending")).toEqual([]);
    expect(await change(activity_id, "undo")).toMatchObject({
      status: "classified",
      pending_restatements: [{ period_end: DAY, market_based_after_kg: 207.39 }],
    });
    expect(await pendingKg(2025)).toBe(207.39);
    expect(await change(activity_id, "correct", { facts: { quantity: 2480, unit: "km" } })).toMatchObject({
      pending_restatements: [{ market_based_before_kg: 0, market_based_after_kg: 414.78 }],
    });
    expect(await kg(2025)).toBe(before);
    await restate();
    expect(await kg(2025)).toBeCloseTo(before + 414.78, 4);
    await site.intact(by);
    expect(await change(activity_id, "undo")).toMatchObject({
      pending_restatements: [{ market_based_before_kg: 414.78, market_based_after_kg: 207.39 }],
    });
    await site.intact(by);
  });

  test("of which nothing was changed is left out and not undone, also after it was booked", async () => {
    await closedYear();
    const { activity_id } = await site.recorded(by, SEPTEMBER);
    await restate();
    const undone = await site.post(by, { reason: "wrong" }, {}, `/activities/${activity_id}/undo`);
    expect(undone.json().issues).toMatchObject([
      { code: "nothing_to_undo", message: expect.stringContaining("exclude_activity") as string },
    ]);
    expect(await change(activity_id, "exclude")).toMatchObject({
      pending_restatements: [{ market_based_before_kg: 207.39, market_based_after_kg: 0 }],
    });
    await site.intact(by);
  });

  test("is booked by restating a year that was opened meanwhile; recorded after that it counts at once", async () => {
    const before = await closedYear();
    await site.recorded(by, SEPTEMBER);
    await reopen();
    expect(await kg(2025)).toBe(before);
    await restate();
    expect(await kg(2025)).toBeCloseTo(before + 207.39, 4);
    const further = await site.recorded(by, { ...SEPTEMBER, description: "Montører" });
    expect(further).not.toHaveProperty("pending_restatements");
    expect(await kg(2025)).toBeCloseTo(before + 2 * 207.39, 4);
    await site.intact(by);
  });

  test("that counts nothing is booked at once: no figure of the year moves", async () => {
    const before = await closedYear();
    const generated = await site.recorded(by, {
      ...SEPTEMBER,
      category_id: "energy.electricity.own_generation",
      description: "Solceller",
      quantity: 1200,
      unit: "kWh",
    });
    expect(generated).not.toHaveProperty("pending_restatements");
    expect(generated.entries[0]?.id).not.toBeNull();
    expect(await total(2025)).toMatchObject({ total_co2e_kg: before, pending_restatement_kg: 0 });
    await site.intact(by);
  });
});

describe("a file of records in closed and open years", () => {
  const rows = [
    "Beskrivelse;Ansatte i alt;Svar i alt;Svar i denne række;Dage pr. uge;Uger i perioden;Timer pr. dag;Fra dato;Til dato;Kilde til tallet",
    "Kontor;60;40;20;1,5;44;7,4;01-01-2025;31-12-2025;Spørgeskema 2025",
    "Lager;60;40;10;1,5;4;7,4;01-09-2026;30-09-2026;Spørgeskema 2026",
  ].join("\n");
  const send = async (more: object = {}): Promise<RecordedFile> => {
    const kept = await site.upload(by, "/activities/evidence", [{ name: "udfyldt.csv", content: rows }]);
    const [file] = (kept.json() as unknown as { files: { id: string }[] }).files;
    const body = { subject: "homeworking", file: file?.id, ...more };
    const answer = await site.post(by, body, {}, "/activities/record-files");
    expect(answer.status, answer.text).toBe(201);
    return answer.json() as unknown as RecordedFile;
  };

  test("books the open rows, keeps the others for the year, row by row, and books nothing when it is sent again", async () => {
    const before = await closedYear();
    const tried = await send({ dry_run: true });
    const told = await send();
    for (const one of [tried, told]) {
      const [closed, open] = one.rows;
      expect(closed).toMatchObject({
        status: "recorded",
        pending_restatements: [{ period_end: DAY, market_based_after_kg: closed?.co2e_market_based_kg }],
      });
      expect(open).not.toHaveProperty("pending_restatements");
      expect(one.pending_restatements).toEqual(closed?.pending_restatements);
    }
    const [closed, open] = told.rows;
    expect(await kg(2025)).toBe(before);
    expect(await pendingKg(2025)).toBeCloseTo(closed?.co2e_market_based_kg ?? 0, 4);
    expect(await kg(2026)).toBeCloseTo(open?.co2e_market_based_kg ?? 0, 4);
    expect(await send()).toMatchObject({ recorded: 0, already_recorded: 2 });
    expect(await listed("pending")).toMatchObject([{ activity_id: closed?.activity_id, cause: "record" }]);
    await restate();
    expect(await kg(2025)).toBeCloseTo(before + (closed?.co2e_market_based_kg ?? 0), 4);
    // The steps of the survey are those of the entry that was told, which a calculation from the quantity would not know.
    const [entry] = await site.items<{ readonly id: string; readonly activity_id: string }>(
      by,
      "/emissions?from=2025-12-31&to=2025-12-31",
    );
    expect(await site.get(by, `/emissions/${entry?.id}/lineage`)).toMatchObject({
      calculation: { conversions: expect.arrayContaining([expect.objectContaining({ kind: "survey" })]) as object[] },
    });
    await site.intact(by);
  });
});

describe("a record of a closed year that covers rows which the year counts", () => {
  const ledger = (...rows: readonly string[]) => ({
    name: "posteringer.csv",
    content: `Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb\n${rows.join("\n")}\n`,
  });
  const PAID = [
    "05-09-2025;1;2820;Kilometergodtgørelse;Km A. Holm;700;km;2.660,00",
    "20-09-2025;2;2820;Kilometergodtgørelse;Km B. Lund;540;km;2.052,00",
  ];
  const COVERING = { ...SEPTEMBER, quantity: 1300, covers: { accounts: ["2820"] } };
  const ROWS_KG = 207.39;

  /** What the year counts by the rows alone. */
  async function closedBooks(): Promise<void> {
    await site.ingest(by, ledger(...PAID));
    expect(await kg(2025)).toBe(ROWS_KG);
    await close();
  }

  test("tells in a dry run of a file what both come to, as when the file is booked", async () => {
    await closedBooks();
    const content =
      "description;quantity;period_start;period_end;reason;covers_accounts\n" +
      "Holm;700;01-09-2025;30-09-2025;Kørebog;2820\nLund;600;01-09-2025;30-09-2025;Kørebog;2820\n";
    const kept = await site.upload(by, "/activities/evidence", [{ name: "km.csv", content }]);
    const [file] = (kept.json() as unknown as { files: { id: string }[] }).files;
    const send = async (dry_run: boolean): Promise<RecordedFile> => {
      const answer = await site.post(
        by,
        { subject: "mileage", file: file?.id, dry_run },
        {},
        "/activities/record-files",
      );
      expect(answer.status, answer.text).toBe(201);
      return answer.json() as unknown as RecordedFile;
    };
    const tried = await send(true);
    expect(await listed("pending")).toEqual([]);
    const made = await send(false);
    expect(tried.pending_restatements).toMatchObject([
      { period_end: DAY, market_based_before_kg: ROWS_KG, market_based_after_kg: made.co2e_market_based_kg },
    ]);
    expect(tried.pending_restatements).toEqual(made.pending_restatements);
    expect(tried.rows.map((row) => row.pending_restatements)).toEqual(made.rows.map((row) => row.pending_restatements));
    await site.intact(by);
  });

  test("tells what both come to, and takes the rows when the year is restated: nothing counts twice", async () => {
    await closedBooks();
    const tried = await site.recorded(by, { ...COVERING, dry_run: true });
    const recorded = await site.recorded(by, COVERING);
    const own = recorded.co2e_market_based_kg;
    expect(own).toBeGreaterThan(ROWS_KG);
    for (const one of [tried, recorded]) {
      expect(pendingOf(one)).toMatchObject({ market_based_before_kg: ROWS_KG, market_based_after_kg: own });
    }
    expect(await total(2025)).toMatchObject({ total_co2e_kg: ROWS_KG });
    expect(await pendingKg(2025)).toBeCloseTo(own - ROWS_KG, 4);
    await site.intact(by);
    await restate({ dry_run: true });
    await restate();
    expect(await total(2025)).toMatchObject({ total_co2e_kg: own, pending_restatement_kg: 0 });
    const statuses = (await site.lines(by)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["classified", "excluded", "excluded"]);
    await site.intact(by);
  });

  test("of as many kilometres as the rows is pending too, and two records take each row once", async () => {
    await closedBooks();
    const equal = await site.recorded(by, { ...COVERING, quantity: 1240 });
    expect(pendingOf(equal)).toMatchObject({ market_based_before_kg: ROWS_KG, market_based_after_kg: ROWS_KG });
    expect(await listed("pending")).toHaveLength(1);
    const second = await site.recorded(by, { ...COVERING, description: "Ny medarbejder", quantity: 100 });
    expect(pendingOf(second)?.market_based_before_kg).toBe(0);
    expect(await pendingKg(2025)).toBeCloseTo(second.co2e_market_based_kg, 4);
    // Without the older one the younger takes them.
    await change(equal.activity_id, "exclude");
    expect(await pendingKg(2025)).toBeCloseTo(second.co2e_market_based_kg - ROWS_KG, 4);
    await change(equal.activity_id, "undo");
    expect(await pendingKg(2025)).toBeCloseTo(second.co2e_market_based_kg, 4);
    await restate();
    expect(await kg(2025)).toBeCloseTo(ROWS_KG + second.co2e_market_based_kg, 4);
    expect(await listed("pending")).toEqual([]);
    await site.intact(by);
  });

  test("that is asked about waits for the answer, and for the year after it", async () => {
    await closedBooks();
    await reopen();
    await site.ingest(by, { ...ledger("07-09-2025;3;2830;Kørsel;Km C. Dam;700;km;2.660,00"), name: "flere.csv" });
    await close();
    // A row that arrives after the year was closed becomes evidence at once, and the record differs from it.
    await site.ingest(by, { ...ledger("08-09-2025;4;2840;Kørsel;Km D. Eg;100;km;380,00"), name: "sene.csv" });
    const before = await kg(2025);
    const asking = { ...SEPTEMBER, covers: { accounts: ["2840"] } };
    const recorded = await site.recorded(by, asking);
    expect(recorded.covers).toMatchObject({ is_asked: true });
    expect(recorded).not.toHaveProperty("pending_restatements");
    expect(await pendingKg(2025)).toBe(0);
    const accepted = await site.change<{ readonly pending_restatements?: readonly object[] }>(
      by,
      `/review-items/${recorded.activity_id}/accept`,
      {},
    );
    expect(accepted).toMatchObject({ pending_restatements: [{ market_based_after_kg: 207.39 }] });
    expect(await kg(2025)).toBe(before);
    await restate();
    expect(await kg(2025)).toBeCloseTo(before + 207.39, 4);
    await site.intact(by);
  });
});
