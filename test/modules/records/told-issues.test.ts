import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordedFile } from "../../../src/modules/records/files/recorded-file.ts";
import { CELL_TEXTS, TABLE_REFUSALS } from "../../../web/features/records/cell-texts.ts";
import { TOLD_DA } from "../../../web/parts/told/told-texts-da.ts";
import { type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;
let by: RecordingCompany;

beforeAll(async () => {
  site = await recordingSite({ uploads: { max_file_bytes: 100_000, max_total_bytes: 100_000 } });
  by = await site.company();
});
afterAll(() => site.app.close());

async function looked(subject: string, content: string) {
  const kept = await site.upload(by, "/activities/evidence", [{ name: "udfyldt.csv", content }]);
  const [file] = (kept.json() as unknown as { files: { id: string }[] }).files;
  return await site.post(by, { subject, file: file?.id, dry_run: true }, {}, "/activities/record-files");
}

async function rowsOf(subject: string, content: string): Promise<RecordedFile["rows"]> {
  const answer = await looked(subject, content);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json() as unknown as RecordedFile).rows;
}

const TAIL = "period_start;period_end;reason";
const PERIOD = "01-01-2025;31-12-2025;Kørebog";
const LONG = "x".repeat(501);

/** Heads and rows by subject, and the codes of what is wrong with each row. */
const WRONG: readonly (readonly [
  subject: string,
  head: string,
  rows: readonly (readonly [row: string, codes: readonly string[]])[],
])[] = [
  [
    "mileage",
    `description;quantity;${TAIL};country;department_id;net_amount;currency;covers_accounts`,
    [
      [`Salg;1.240;${PERIOD}`, ["unclear_figure"]],
      [`Salg;mange;${PERIOD}`, ["not_a_figure"]],
      [`Salg;;${PERIOD}`, ["missing"]],
      [`Salg;0;${PERIOD}`, ["at_least"]],
      [`Salg;9000000000000;${PERIOD}`, ["at_most"]],
      [`${LONG};12;${PERIOD}`, ["too_long"]],
      [`a\u200bb;12;${PERIOD}`, ["hidden_characters"]],
      ["Salg;12;i januar;31-12-2025;Bog", ["not_a_day"]],
      ["Salg;12;01-01-1901;31-12-1901;Bog", ["too_early", "too_early"]],
      ["Salg;12;01-12-2026;31-12-2026;Bog", ["in_future"]],
      ["Salg;12;31-12-2025;01-01-2025;Bog", ["before_start"]],
      [`Salg;12;${PERIOD};Danmark`, ["too_long", "not_a_country"]],
      [`Salg;12;${PERIOD};;værksted`, ["not_an_id"]],
      [`Salg;12;${PERIOD};;0198c0de-0000-7000-8000-0000000000ff`, ["unknown_department"]],
      [`Salg;12;${PERIOD};;;100;kr.`, ["not_a_currency"]],
      [`Salg;12;${PERIOD};;;100`, ["amount_with_currency"]],
      [`Salg;12;${PERIOD};;;;;,`, ["covers_nothing"]],
      [`Salg;77;${PERIOD};;;;;;mere`, ["no_heading"]],
    ],
  ],
  [
    "commuting_survey",
    `description;category;employees;answers;answers_of_row;days_per_week;weeks;distance_km;${TAIL}`,
    [
      [`Kontor;raket;60;40;10;4;44;12;${PERIOD}`, ["unknown_category"]],
      [`Kontor;bus;sytten;40;10;4;44;12;${PERIOD}`, ["not_a_whole_number"]],
      [`Kontor;bus;60;0;10;4;44;12;${PERIOD}`, ["at_least", "more_than_answers"]],
      [`Kontor;bus;60;70;10;4;44;12;${PERIOD}`, ["more_than_employees"]],
      [`Kontor;bus;60;40;10;9;44;12;${PERIOD}`, ["at_most"]],
      [`Kontor;bus;60;40;10;4;99;12;${PERIOD}`, ["more_than_weeks"]],
    ],
  ],
  [
    "sold_products",
    `description;category;quantity;unit;${TAIL}`,
    [
      [`Pumpe;Elforbrug i produktets levetid;5;favne;${PERIOD}`, ["unknown_unit"]],
      [`Pumpe;Elforbrug i produktets levetid;5;km;${PERIOD}`, ["not_countable"]],
    ],
  ],
  [
    "franchises",
    `description;kg_co2e;source;year;method;${TAIL}`,
    [
      [`Butik;1200;Tager;2025;gættet;${PERIOD}`, ["one_of"]],
      [`Butik;0,0000001;Tager;2025;average_data;${PERIOD}`, ["zero_or_at_least"]],
    ],
  ],
];

describe("what is wrong with a cell", () => {
  test.each(WRONG)("of %s is told as a code, which both languages have words for", async (subject, head, given) => {
    const rows = await rowsOf(subject, [head, ...given.map(([row]) => row)].join("\n"));
    expect(rows.map(({ issues }) => issues.map(({ told }) => told.code))).toEqual(given.map(([, codes]) => codes));
    for (const { told } of rows.flatMap(({ issues }) => issues)) {
      expect(CELL_TEXTS.da[told.code]?.(told.parameters)).toMatch(/^[A-ZÆØÅ»].*\.$/s);
      expect(CELL_TEXTS.en[told.code]?.(told.parameters)).not.toMatch(/undefined/);
      expect(CELL_TEXTS.da[told.code]?.(told.parameters)).not.toMatch(/undefined/);
    }
  });

  test("brings what stands in the sentence", async () => {
    const head = `description;quantity;${TAIL}`;
    const rows = await rowsOf("mileage", `${head}\nSalg;12;${PERIOD}\nSalg;12;${PERIOD}\n`);
    expect(rows[1]?.issues).toMatchObject([{ code: "identical_row", told: { parameters: { row: "2" } } }]);
    const survey = `description;category;employees;answers;answers_of_row;days_per_week;weeks;distance_km;${TAIL}`;
    const [counted] = await rowsOf("commuting_survey", `${survey}\nKontor;bus;60;40;10;4;44;12;${PERIOD}\n`);
    expect(counted?.steps_told.map(({ code }) => code)).toEqual(["survey_answers", "survey_scaled"]);
    const [answers] = counted?.steps_told ?? [];
    expect(TOLD_DA["survey_answers"]?.(answers?.parameters ?? {})).toBe(
      "10 svar × 4 dage om ugen × 44 uger × 2 veje × 12 km = 42240 passenger_km",
    );
    const home = `description;employees;answers;answers_of_row;days_per_week;weeks;hours_per_day;${TAIL}`;
    const [worked] = await rowsOf("homeworking", `${home}\nKontor;60;40;20;1,5;44;7,4;${PERIOD}\n`);
    expect(worked?.steps_told.map(({ code }) => code)).toEqual(["survey_hours", "survey_scaled"]);
  });
});

test.each([
  ["unknown_heading", `description;Kilo;${TAIL}\nSalg;12;${PERIOD}`],
  ["repeated_heading", `description;quantity;quantity;${TAIL}\nSalg;12;12;${PERIOD}`],
  ["missing_heading", `description;${TAIL}\nSalg;${PERIOD}`],
  ["no_rows", `description;quantity;${TAIL}`],
  ["unclosed_quote", `description;quantity;${TAIL}\n"Salg;12;${PERIOD}`],
])("a file that is refused for %s has words in both languages", async (code, content) => {
  const answer = await looked("mileage", content);
  expect((answer.json().issues ?? []).map((issue) => issue.code)).toEqual([code]);
  expect([TABLE_REFUSALS.da[code], TABLE_REFUSALS.en[code]]).not.toContain(undefined);
});

test("a record tells its calculation as codes", async () => {
  const recorded = await site.recorded(by, {
    category_id: "transport.travel.private_car",
    description: "Salg",
    quantity: 1240,
    unit: "km",
    transaction_date: "2026-09-30",
    reason: "Kørebog",
    dry_run: true,
  });
  expect(recorded.entries[0]?.formula_parts).toEqual([
    { code: "calculation", parameters: { expression: recorded.entries[0]?.formula } },
  ]);
});
