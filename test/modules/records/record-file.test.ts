import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RECORD_SUBJECT_NAMES } from "../../../src/modules/records/files/record-columns.ts";
import type { RecordedFile } from "../../../src/modules/records/files/recorded-file.ts";
import { type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite({ uploads: { max_file_bytes: 3_000_000, max_total_bytes: 3_000_000 } });
});
afterAll(() => site.app.close());

const PERIOD = "01-01-2025;31-12-2025;Spørgeskema 2025";
const MILEAGE = "Beskrivelse;Kilometer;Fra dato;Til dato;Kilde til tallet";

async function fileId(by: RecordingCompany, content: string | Buffer): Promise<string> {
  const answer = await site.upload(by, "/activities/evidence", [{ name: "udfyldt.csv", content }]);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json() as unknown as { files: { id: string }[] }).files[0]?.id ?? "";
}

async function send(by: RecordingCompany, subject: string, content: string | Buffer, more: object = {}) {
  const body = { subject, file: await fileId(by, content), ...more };
  return await site.post(by, body, {}, "/activities/record-files");
}

async function booked(by: RecordingCompany, subject: string, content: string | Buffer, more: object = {}) {
  const answer = await send(by, subject, content, more);
  expect(answer.status, answer.text).toBe(201);
  return answer.json() as unknown as RecordedFile;
}

async function refusal(by: RecordingCompany, subject: string, content: string | Buffer, more: object = {}) {
  const answer = await send(by, subject, content, more);
  expect(answer.status, answer.text).toBe(400);
  return (answer.json().issues ?? []).map(({ path, code, message }) => `${path} ${code}: ${message}`);
}

async function templateOf({ key }: RecordingCompany, subject: string): Promise<string> {
  const answer = await site.app.as(key, `/api/v1/activities/record-templates/${subject}`);
  expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
  return answer.text;
}

async function listed(by: RecordingCompany): Promise<readonly { readonly description: string }[]> {
  const list = (await site.get(by, "/activities?limit=200")) as { items: { description: string }[] };
  return list.items;
}

/** A row that fits each template, in the order of its columns. */
const FILLED: Readonly<Record<(typeof RECORD_SUBJECT_NAMES)[number], string>> = {
  mileage: `Salg;1.240,0;${PERIOD};;`,
  commuting_survey: `Kontor;bus;60;40;10;4,5;44;12;${PERIOD};;`,
  homeworking: `Kontor;60;40;20;1,5;44;7,4;${PERIOD};;`,
  refrigerants: `Køleanlæg;R134A;2,5;${PERIOD};;`,
  own_generation: `Solceller;12000;${PERIOD};;`,
  sold_products: `Pumper;Elforbrug i produktets levetid;5000;kWh;${PERIOD};;`,
  franchises: `Butik;1200,5;Franchisetager;2025;supplier_specific;;${PERIOD};;`,
  investments: `Andel;equity;900;Årsrapport s. 12;2025;average_data;;${PERIOD};;`,
};

describe("templates", () => {
  test.each(RECORD_SUBJECT_NAMES)("%s: filled in as the template prints it, a row is booked", async (subject) => {
    const by = await site.company();
    const template = await templateOf(by, subject);
    expect(template).toMatch(/;Fra dato \/ From;Til dato \/ To;.*\r\n$/);
    const result = await booked(by, subject, `\ufeff${template.replace("\ufeff", "")}${FILLED[subject]}\r\n`);
    expect(result).toMatchObject({ recorded: 1, wrong: 0, rows: [{ row: 2, status: "recorded", issues: [] }] });
    expect(result.co2e_market_based_kg).not.toBeNull();
    await site.intact(by);
  });

  test("the bytes begin with the mark that Danish spreadsheet programs need", async () => {
    const { key } = await site.company();
    const answer = await site.app.as(key, "/api/v1/activities/record-templates/mileage");
    expect(Buffer.from(answer.bytes.subarray(0, 3)).toString("hex")).toBe("efbbbf");
  });
});

describe("a filled-in file", () => {
  test("its row leads to the file, its row number and its words", async () => {
    const by = await site.company();
    const result = await booked(by, "mileage", `${MILEAGE}\n\nSalg;1240;01-09-2026;30-09-2026;Kørebog\n`);
    expect(result.rows).toMatchObject([{ row: 3, quantity: 1240, unit: "km", co2e_market_based_kg: 207.39 }]);
    expect(await site.total(by)).toBe(207.39);
    const [entry] = ((await site.get(by, "/emissions?from=2026-01-01&to=2026-12-31")) as { items: { id: string }[] })
      .items;
    expect(await site.get(by, `/emissions/${entry?.id}/lineage`)).toMatchObject({
      activity: { line_number: 3, description: "Salg" },
      document: { id: result.document_id, document_type: "record" },
      record: { reason: "Kørebog", evidence: [{ name: "udfyldt.csv", sha256: result.file.sha256 }] },
    });
  });

  test("sent again, and at the same time, it books nothing; a row that was added is booked alone", async () => {
    const by = await site.company();
    const file = `${MILEAGE}\nSalg;100;${PERIOD}\nMontører;200;${PERIOD}\n`;
    const [one, two] = await Promise.all([booked(by, "mileage", file), booked(by, "mileage", file)]);
    expect([one.recorded + two.recorded, one.already_recorded + two.already_recorded]).toEqual([2, 2]);
    const more = await booked(by, "mileage", `${file}Chefer;300;${PERIOD}\n`);
    expect(more).toMatchObject({ recorded: 1, already_recorded: 2 });
    expect(more.rows[0]?.activity_id).toBe([...one.rows, ...two.rows].find(({ row }) => row === 2)?.activity_id);
    expect(await listed(by)).toHaveLength(3);
    await site.intact(by);
  });

  test("a wrong row books nothing, names each cell, and is left out only where that was chosen", async () => {
    const by = await site.company();
    const file = `${MILEAGE}\nSalg;100;${PERIOD}\nMontører;1.234;32-01-2025;31-12-2025;\n;=1+1;${PERIOD};;rest\n`;
    expect(await refusal(by, "mileage", file)).toEqual([
      "rows.3.quantity unclear_figure: row 3, Kilometer / Kilometres: may be thousands or decimals: write it without a full stop, decimals after a comma",
      "rows.3.period_start not_a_day: row 3, Fra dato / From: must be a day, as 2026-01-31 or 31-01-2026",
      "rows.3.reason required: row 3, Kilde til tallet / Where the figure comes from: is missing",
      'rows.4 no_heading: row 4: "rest" stands in a column without heading',
      "rows.4.description required: row 4, Beskrivelse / Description: is missing",
      expect.stringMatching(/^rows\.4\.quantity not_a_figure/),
    ]);
    expect(await listed(by)).toEqual([]);
    const tried = await booked(by, "mileage", file, { dry_run: true });
    expect(tried).toMatchObject({ recorded: 1, wrong: 2, document_id: null, rows: [{ activity_id: null }, {}, {}] });
    expect(await listed(by)).toEqual([]);
    const chosen = await booked(by, "mileage", file, { skip_wrong_rows: true });
    expect({ ...chosen, document_id: null, is_dry_run: true }).toMatchObject({
      co2e_market_based_kg: tried.co2e_market_based_kg,
      recorded: 1,
      wrong: 2,
    });
    expect(await listed(by)).toMatchObject([{ description: "Salg" }]);
  });

  test("two equal rows are asked about, and so is what the record itself would refuse", async () => {
    const by = await site.company();
    const equal = `${MILEAGE}\nSalg;100;${PERIOD}\nSalg;100,0;${PERIOD}\n`;
    expect(await refusal(by, "mileage", equal)).toEqual([
      expect.stringMatching(/^rows\.3 identical_row: row 3: states the same as row 2/),
    ]);
    const backwards = `${MILEAGE}\nSalg;100;31-12-2025;01-01-2025;Kørebog\nSalg;0;01-01-2025;31-12-2027;Kørebog\n`;
    expect(await refusal(by, "mileage", backwards)).toEqual([
      expect.stringMatching(/^rows\.2\.period_end before_start/),
      expect.stringMatching(/^rows\.3\.quantity too_small: row 3, Kilometer \/ Kilometres: must be at least/),
    ]);
    const gas = await refusal(by, "refrigerants", `${await templateOf(by, "refrigerants")}Anlæg;R999;1;${PERIOD};;`);
    expect(gas).toEqual([
      expect.stringMatching(/^rows\.2\.category unknown_category: .*no factor ships for "R999".*r134a \(R134a\)/),
    ]);
  });

  test("what is no such table is refused as a whole", async () => {
    const by = await site.company();
    const code = async (content: string | Buffer) =>
      (await refusal(by, "mileage", content)).map((text) => text.split(":")[0]);
    expect(await code(`${MILEAGE}\n`)).toEqual(["file no_rows"]);
    expect(await code(`${MILEAGE};Bemærkning\nSalg;1;${PERIOD};x`)).toEqual(["file unknown_heading"]);
    expect(await code(`${MILEAGE};Kilometer\nSalg;1;${PERIOD};2`)).toEqual(["file repeated_heading"]);
    expect(await code("Beskrivelse;Kilometer\nSalg;1")).toEqual(["file missing_heading"]);
    expect(await code(`${MILEAGE}\n"Salg;1;${PERIOD}`)).toEqual(["file unclosed_quote"]);
    expect(await code(`${MILEAGE}\n${`Salg;1;${PERIOD}\n`.repeat(501)}`)).toEqual(["file too_many_rows"]);
    expect(await code(Buffer.alloc(2_000_001, "x"))).toEqual(["file too_large"]);
    expect(await code(Buffer.from([0, 1, 2, 3]))).toEqual(["file unknown_heading"]);
  });

  test("windows-1252, commas and English headings are read; words that a spreadsheet would run stay words", async () => {
    const by = await site.company();
    const old = Buffer.from(`${MILEAGE}\nSælgere;12,5;${PERIOD}\n`, "latin1");
    expect((await booked(by, "mileage", old)).rows).toMatchObject([{ quantity: 12.5 }]);
    const english = `Where the figure comes from,From,To,Kilometres,Description\nLog,2025-01-01,2025-12-31,7.5,=cmd|' /C calc'!A0\n`;
    expect((await booked(by, "mileage", english)).rows).toMatchObject([{ quantity: 7.5 }]);
    expect((await listed(by)).map(({ description }) => description)).toContain("=cmd|' /C calc'!A0");
    const { text } = await site.app.as(by.key, "/api/v1/activities", { headers: { accept: "text/csv" } });
    expect(text).toContain("'=cmd|");
    expect(text).toContain("Sælgere");
  });

  test("a row is for a department of the company, or is told", async () => {
    const by = await site.company();
    const made = await site.post(by, { name: "Salg" }, {}, "/departments");
    const id = String(made.json().id);
    const head = `${MILEAGE};Afdeling (id)`;
    expect(await booked(by, "mileage", `${head}\nSalg;100;${PERIOD};${id}\n`)).toMatchObject({ recorded: 1 });
    const other = await site.company();
    expect(await refusal(other, "mileage", `${head}\nSalg;100;${PERIOD};${id}\nSalg;1;${PERIOD};Salg\n`)).toEqual([
      expect.stringMatching(/^rows\.2\.department_id unknown_department: row 2/),
      expect.stringMatching(/^rows\.3\.department_id invalid_format: row 3/),
    ]);
  });

  test("another company's file is no file", async () => {
    const [by, other] = await Promise.all([site.company(), site.company()]);
    const file = await fileId(other, `${MILEAGE}\nSalg;100;${PERIOD}\n`);
    expect((await site.post(by, { subject: "mileage", file }, {}, "/activities/record-files")).status).toBe(404);
  });
});

describe("answers of a part of the employees", () => {
  test("are scaled up to all, with response rate and steps that stay after a correction", async () => {
    const by = await site.company();
    const template = await templateOf(by, "commuting_survey");
    const cycled = await refusal(by, "commuting_survey", `${template}Lager;cykel;60;40;10;4,5;44;12;${PERIOD};;\n`);
    expect(cycled).toEqual([
      expect.stringMatching(/^rows\.2\.category unknown_category: .*no factor ships for "cykel"/),
    ]);
    const made = await booked(by, "commuting_survey", `${template}Lager;bil;60;40;10;4,5;44;12;${PERIOD};;\n`);
    // 10 x 4.5 x 44 x 2 x 12 = 47,520 km of those who answered; x 60 / 40 = 71,280 km.
    expect(made.rows).toMatchObject([
      {
        quantity: 71280,
        unit: "km",
        response_rate_percent: 66.67,
        steps: [
          "10 answers x 4.5 days a week x 44 weeks x 2 ways x 12 km = 47520 km",
          "40 of 60 employees answered (66.67 %); scaled up to all of them: 47520 x 60 / 40 = 71280 km",
        ],
      },
    ]);
    const { items } = (await site.get(by, "/emissions?from=2025-01-01&to=2025-12-31&limit=200")) as {
      items: { id: string }[];
    };
    const lineage = await site.get(by, `/emissions/${items[0]?.id}/lineage`);
    expect(lineage).toMatchObject({
      record: { reason: expect.stringContaining("40 of 60 employees answered") },
      calculation: {
        conversions: expect.arrayContaining([expect.objectContaining({ kind: "survey", factor: "1.5" })]),
      },
    });
    await site.intact(by);
  });

  test("homeworking counts hours, and what cannot be is refused by column", async () => {
    const by = await site.company();
    const template = await templateOf(by, "homeworking");
    const made = await booked(by, "homeworking", `${template}Kontor;60;40;20;1,5;44;7,4;${PERIOD};;\n`);
    // 20 x 1.5 x 44 x 7.4 = 9,768 hours; x 60 / 40 = 14,652, each 0.33378 kg.
    expect(made.rows).toMatchObject([{ quantity: 14652, unit: "fte_hour", co2e_market_based_kg: 4890.54456 }]);
    const wrong = await refusal(by, "homeworking", `${template}Kontor;30;40;50;8;54;25;${PERIOD};;\n`);
    expect(wrong.map((text) => text.split(":")[0])).toEqual([
      "rows.2.answers more_than_employees",
      "rows.2.answers_of_row more_than_answers",
      "rows.2.days_per_week too_many",
      "rows.2.weeks too_many",
      "rows.2.hours_per_day too_many",
    ]);
    const nobody = await refusal(by, "homeworking", `${template}Kontor;30;0;0;1;4;2;${PERIOD};;\n`);
    expect(nobody.map((text) => text.split(":")[0])).toEqual([
      "rows.2.answers no_answers",
      "rows.2.answers_of_row no_answers",
    ]);
  });
});
