import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { recordingSite, type RecordingSite } from "../../support/recording-site.ts";
import { guarantee, instrumentCalls } from "./instruments.ts";

let site: RecordingSite;
beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

const HEADINGS =
  "Anlæg;Register;Certifikatnr. fra;Certifikatnr. til;MWh;Teknologi;kg CO2e pr. kWh;Produceret fra;Produceret til;Annulleret den;Til fordel for;Annulleringsbevis nr.";

function numbers(mwh: number): readonly [from: string, to: string] {
  const [{ from, to } = { from: "0", to: "0" }] = guarantee(mwh).number_ranges;
  return [from, to];
}

async function stored(by: RecordingCompany, ...rows: readonly string[]): Promise<string> {
  const content = `${[HEADINGS, ...rows].join("\r\n")}\r\n`;
  const answer = await site.upload(by, "/activities/evidence", [{ name: "udtræk.csv", content }]);
  const { files } = answer.json() as unknown as { files: { id: string }[] };
  return files[0]?.id ?? "";
}

async function sent(by: RecordingCompany, file: string, more: object = {}) {
  return await site.post(by, { file, market: "DK", is_for_company: true, ...more }, {}, "/energy-instruments/files");
}

const count = async (by: RecordingCompany): Promise<number> =>
  ((await site.get(by, "/energy-instruments?limit=50")) as { items: unknown[] }).items.length;

test("a registry's statement registers its rows with the file as evidence, and not twice", async () => {
  const by = await site.company();
  const [wind, water] = [numbers(1200), numbers(5)];
  const file = await stored(
    by,
    `Vindpark;DK;${wind.join(";")};1.200,5;Vind;0;01-01-2025;31-12-2025;10-02-2026;Os A/S;A-17`,
    `Elværk;NO;${water.join(";")};5;vandkraft;0;2025-01-01;2025-06-30;;;`,
  );
  // 1,200.5 MWh are more than 1,200 certificates.
  const wrong = await sent(by, file);
  expect(wrong.json().issues).toMatchObject([{ path: "file.2.mwh", code: "more_than_certificates" }]);
  expect(await count(by)).toBe(0);

  const right = await stored(
    by,
    `Vindpark;DK;${wind.join(";")};1.200;Vind;0;01-01-2025;31-12-2025;10-02-2026;Os A/S;A-17`.replace("1.200", "1200"),
    `Elværk;NO;${water.join(";")};5;vandkraft;0;2025-01-01;2025-06-30;;;`,
  );
  const rehearsed = await sent(by, right, { dry_run: true });
  expect(rehearsed.json()).toMatchObject({
    is_dry_run: true,
    rows: [
      { row: 2, issues: [] },
      { row: 3, issues: [] },
    ],
  });
  expect(await count(by)).toBe(0);
  const made = await sent(by, right);
  expect(made.status, made.text).toBe(201);
  const { rows } = made.json() as unknown as { rows: { row: number; instrument_id: string; mwh: number }[] };
  expect(rows).toMatchObject([
    { row: 2, mwh: 1200 },
    { row: 3, mwh: 5 },
  ]);
  expect(await site.get(by, `/energy-instruments/${rows[0]?.instrument_id}`)).toMatchObject({
    name: "Vindpark",
    technology: "wind",
    is_allocatable: true,
    cancellation: { date: "2026-02-10", beneficiary: "Os A/S", statement_number: "A-17", is_for_company: true },
    evidence: [{ file_id: right, name: "udtræk.csv" }],
    note: "Statement of the registry: udtræk.csv, row 2",
  });
  expect(await site.get(by, `/energy-instruments/${rows[1]?.instrument_id}`)).toMatchObject({
    technology: "hydro",
    registry: "NO",
    is_allocatable: false,
  });
  const again = await sent(by, right);
  expect(again.json().issues).toMatchObject([{ path: "file.2.number_from", code: "numbers_registered" }]);
  expect(await count(by)).toBe(2);
  await site.intact(by);
});

test("each wrong cell is named, and nothing is assumed", async () => {
  const by = await site.company();
  const [from, to] = numbers(1);
  const file = await stored(by, `Vindpark;DK;${from};${to};en;fusion;;i går;2025-12-31;;;`);
  const { rows } = (await sent(by, file, { dry_run: true })).json() as unknown as {
    rows: { issues: { column: string; code: string }[] }[];
  };
  expect(rows[0]?.issues.map(({ column }) => column).toSorted()).toEqual([
    "kg_co2e_per_kwh",
    "mwh",
    "period_from",
    "technology",
  ]);
  const calls = instrumentCalls(site);
  const body = { file, market: "DK", is_for_company: true };
  expect(await calls.refused(by, "/energy-instruments/files", body)).toHaveLength(4);
  const other = await site.company();
  expect((await sent(other, file)).status).toBe(404);
});
