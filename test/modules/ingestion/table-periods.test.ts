import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stateUploadFileColumns } from "../../../src/modules/ingestion/state-upload-file-columns.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run, waiting } from "../../support/review.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const table = (...rows: string[]) => ({ name: "tabel.csv", bytes: Buffer.from(`${rows.join("\n")}\n`) });
const HEADER = "Dato;Tekst;Mængde;Enhed;Category;Afregningsperiode";
const of = (period: string) => table(HEADER, `20-02-2026;El;100;kWh;energy.electricity.grid_dk1;${period}`);

async function daysOf({ ctx }: Company): Promise<(string | null)[]> {
  const rows = await ctx.db.rows<{ readonly days: string | null }>({
    name: "",
    text: `select service_period_start || '/' || service_period_end as days
      from activities where tenant_id = $1 and environment = $2 order by line_number limit 10`,
  });
  return rows.map(({ days }) => days);
}

describe("a column of periods", () => {
  test.each([
    ["2025-12", "2025-12-01/2025-12-31"],
    ["12/2025", "2025-12-01/2025-12-31"],
    ["12-2025", "2025-12-01/2025-12-31"],
    ["dec-25", "2025-12-01/2025-12-31"],
    ["Dec. 25", "2025-12-01/2025-12-31"],
    ["202512", "2025-12-01/2025-12-31"],
    ["December 2025", "2025-12-01/2025-12-31"],
    ["2025Q4", "2025-10-01/2025-12-31"],
    ["01.12.25-31.12.25", "2025-12-01/2025-12-31"],
    ["1/12-2025 - 31/12-2025", "2025-12-01/2025-12-31"],
    ["2025-12-01/2025-12-31", "2025-12-01/2025-12-31"],
    ["20251201-20251231", "2025-12-01/2025-12-31"],
    ["1.12-31.12.2025", "2025-12-01/2025-12-31"],
    ["01-12-2025 til 31-01-2026", "2025-12-01/2026-01-31"],
    ["2025-12 - 2026-01", "2025-12-01/2026-01-31"],
    ["11/2025-12/2025", "2025-11-01/2025-12-31"],
    ["2025", "2025-01-01/2025-12-31"],
    ["31-12-2025", "2025-12-31/2025-12-31"],
    ["2026-01-31", "2026-01-31/2026-01-31"],
    ["2026-01-31 00:00:00", "2026-01-31/2026-01-31"],
    ["12/25", "2025-12-01/2025-12-31"],
    ["02/26", "2026-02-01/2026-02-28"],
    ["11/25-12/25", "2025-11-01/2025-12-31"],
    ["Q4-25", "2025-10-01/2025-12-31"],
    ["25-Q4", "2025-10-01/2025-12-31"],
    ["01.12-31.12.25", "2025-12-01/2025-12-31"],
    ["1/1-31/1 2026", "2026-01-01/2026-01-31"],
    ["2026-01-01 00:00 - 2026-01-31 23:59", "2026-01-01/2026-01-31"],
  ])("%s is %s", async (period, expected) => {
    const company = await service.company();
    const [file] = await company.ingest(of(period));
    expect(file).toMatchObject({ status: "processed" });
    expect(await daysOf(company)).toEqual([expected]);
  });

  test.each([
    "2025-13",
    "uge 49-52",
    "01/11/2025",
    "01/11/2025 - 01/12/2025",
    "31-12-2025 - 01-12-2025",
    "13/25",
    "12/45",
    // The last day may be the one before.
    "2025-12-01 00:00 - 2026-01-01 00:00",
  ])("%s is not understood: the line waits with its words, and a person settles it with the days", async (period) => {
    const company = await service.company();
    const [file] = await company.ingest(of(period));
    expect(file).toMatchObject({ status: "needs_review", entry_count: 0 });
    const [item] = await waiting(company.ctx);
    expect(item).toMatchObject({ review_code: "period_unclear", needs: [{ field: "service_period" }] });
    expect(item?.reason).toContain(`"${period}"`);
    const facts = { service_period_start: "2025-12-01", service_period_end: "2025-12-31" };
    await run(acceptReviewItem, company.ctx, { id: item?.id, reason: "Så siger regningen", facts });
    expect((await company.entries()).map(({ transaction_date }) => transaction_date.slice(0, 7))).toEqual([
      "2025-12",
      "2025-12",
    ]);
    await intact(company.ctx);
  });

  test.each([
    "0",
    "-",
    "n/a",
    "N/A",
    "ingen",
    "None",
    "løbende",
    "31-12-9999",
    "9999-12-31",
    "01-01-1900",
    "01-01-1970",
    "1970-01-01 00:00:00",
  ])("that holds %s says nothing, alone and in two columns", async (cell) => {
    const company = await service.company();
    expect((await company.ingest(of(cell)))[0]).toMatchObject({ status: "processed", entry_count: 2 });
    const two = table(
      "Dato;Tekst;Mængde;Enhed;Category;Periode fra;Periode til",
      `21-02-2026;El;100;kWh;energy.electricity.grid_dk1;${cell};${cell}`,
    );
    expect((await company.ingest(two))[0]).toMatchObject({ status: "processed", entry_count: 2 });
    expect(await daysOf(company)).toEqual([null, null]);
  });

  test("does not make goods wait, whose periods are never allocated", async () => {
    const company = await service.company();
    const head = "Dato;Tekst;Beløb;Category;Afregningsperiode";
    await company.ingest(
      table(
        head,
        "20-02-2026;Kontorartikler;100,00;purchases.goods.office_supplies;uge 7",
        "20-02-2026;Rengøring;100,00;purchases.services.cleaning;uge 7",
        "20-02-2026;Serviceabonnement elevator;100,00;purchases.services.repair;uge 7",
      ),
    );
    expect((await company.lines()).map(({ description, review_code }) => [description, review_code])).toEqual([
      ["Kontorartikler", null],
      ["Rengøring", "period_unclear"],
      ["Serviceabonnement elevator", "period_unclear"],
    ]);
  });

  test("of one day more than a year from the row's own is asked about, and goods do not count there", async () => {
    const company = await service.company();
    const head = "Dato;Leverandør;Tekst;Periode fra;Periode til;Beløb;Category";
    const row = (day: string) => `31-01-2026;Lyreco;Papir ${day};${day};${day};1234,50;purchases.goods.office_supplies`;
    await company.ingest(table(head, row("29-01-2025"), row("30-01-2025"), row("01-01-1970")));
    const [far, near, none] = await company.lines();
    expect(far).toMatchObject({ status: "pending_review", review_code: "document_unclear" });
    expect(far?.reason).toContain("2025-01-29");
    expect([near?.status, none?.status]).toEqual(["classified", "classified"]);
    expect(await daysOf(company)).toEqual([null, "2025-01-30/2025-01-30", null]);
    const [item] = await waiting(company.ctx);
    await run(acceptReviewItem, company.ctx, { id: item?.id, reason: "Fejl i systemet" });
    const days = (await company.entries()).map(({ transaction_date }) => transaction_date.slice(0, 10));
    expect(days.toSorted()).toEqual(["2025-01-30", "2026-01-31", "2026-01-31"]);
    await intact(company.ctx);
  });

  test.each([
    ["20-02-2026", "2026-02-01/2026-02-12"],
    ["2026-02-20", "2026-02-01/2026-02-12"],
  ])("in two columns is of one order, whatever that of the column of dates (%s)", async (date, expected) => {
    const company = await service.company();
    await company.ingest(
      table(
        "Dato;Tekst;Mængde;Enhed;Category;Period start;Period end",
        `${date};El;100;kWh;energy.electricity.grid_dk1;1/1/2026;1/31/2026`,
        `${date};El 2;100;kWh;energy.electricity.grid_dk1;2/1/2026;2/12/2026`,
      ),
    );
    expect(await daysOf(company)).toEqual(["2026-01-01/2026-01-31", expected]);
  });

  test("without words says nothing, and a row that it alone dates names the cell", async () => {
    const company = await service.company();
    expect((await company.ingest(of("-")))[0]).toMatchObject({ status: "processed", entry_count: 2 });
    const undated = table("Afregningsperiode;Tekst;Mængde;Enhed", "December 2025;El;100;kWh", "uge 49-52;El;100;kWh");
    const [file] = await company.ingest(undated);
    expect(file?.row_errors).toMatchObject([{ row: 2, reason: "not_a_date", cell: "uge 49-52" }]);
  });

  test("asks for the days beside the category where neither is known", async () => {
    const company = await service.company();
    await company.ingest(table("Dato;Tekst;Beløb;Afregningsperiode", "20-02-2026;Zzyzx;100,00;uge 49-52"));
    const [item] = await waiting(company.ctx);
    expect(item?.needs.map(({ field }) => field)).toEqual(["service_period", "category_id"]);
    expect(item?.reason).toContain('"uge 49-52"');
  });

  describe("whose heading may be that of accounting periods", () => {
    const headed = (heading: string, ...cells: readonly string[]) =>
      table(
        `Dato;Tekst;Mængde;Enhed;Category;${heading}`,
        ...cells.map((cell, index) => `20-02-2026;El ${index};100;kWh;energy.electricity.grid_dk1;${cell}`),
      );
    const unread = "columns that are not known were not read";

    test.each(["Periode", "Period", "Måned", "Month", "Leveringsperiode", "Zeitraum", "Lieferzeitraum", "PERIODE:"])(
      "%s is read where every cell is a period",
      async (heading) => {
        const company = await service.company();
        const [file] = await company.ingest(headed(heading, "dec 2025", "-", "uge 40-43 2025"));
        expect(file).toMatchObject({ status: "processed" });
        expect(file?.warnings.join()).not.toContain(unread);
        expect(await daysOf(company)).toEqual(["2025-12-01/2025-12-31", null, "2025-09-29/2025-10-26"]);
      },
    );

    test.each([[["5", "12"]], [["202507", "202508"]], [["2025"]], [["dec 2025", "5"]], [["uge 49-52"]], [["-", ""]]])(
      "is not read where they are %j",
      async (cells) => {
        const company = await service.company();
        const [file] = await company.ingest(headed("Periode", ...cells));
        expect(file).toMatchObject({ status: "processed" });
        const isTold = file?.warnings.some((warning) => warning.startsWith(unread) && warning.includes('"Periode"'));
        expect(isTold).toBe(true);
        expect(await daysOf(company)).toEqual(cells.map(() => null));
      },
    );

    test("stays behind a column that says it, and behind the words of the row", async () => {
      const company = await service.company();
      const head = "Dato;Tekst;Mængde;Enhed;Category;Periode";
      const row = (text: string) => `20-02-2026;${text};100;kWh;energy.electricity.grid_dk1;2026-02`;
      await company.ingest(
        table(`${head};Afregningsperiode`, `${row("El, kontor")};2025-12`),
        table(head, row("El 4. kvartal 2025"), row("El, lager")),
      );
      const days = await daysOf(company);
      expect(new Set(days)).toEqual(
        new Set(["2025-10-01/2025-12-31", "2025-12-01/2025-12-31", "2026-02-01/2026-02-28"]),
      );
    });

    test("dates rows that have no day, also where a person says something else of the table", async () => {
      const company = await service.company();
      const undated = table("Måned;Konto;Tekst;Beløb", "2025-11;2050;Papir;-100,00", "2025-12;2050;Kaffe;-200,00");
      const [file] = await company.ingest(undated);
      expect(file?.question).toMatchObject({ code: "signs_unknown" });
      await run(stateUploadFileColumns, company.ctx, { id: file?.id, amounts: "costs_negative" });
      await service.drain();
      expect((await company.lines()).map(({ amount }) => Number(amount))).toEqual([100, 200]);
      expect(await daysOf(company)).toEqual(["2025-11-01/2025-11-30", "2025-12-01/2025-12-31"]);
    });

    test("is left out where a person says so", async () => {
      const company = await service.company();
      const file = (text: string) => table("Dato;Navn;Tal;Periode", `20-02-2026;${text};100,00;dec 2025`);
      const [first] = await company.ingest(file("Papir"));
      const columns = [
        { heading: "Tal", meaning: "amount" },
        { heading: "Periode", meaning: "ignore" },
      ];
      await run(stateUploadFileColumns, company.ctx, { id: first?.id, columns });
      await service.drain();
      expect(await daysOf(company)).toEqual([null]);
    });
  });

  test("in two columns waits where a cell is no date", async () => {
    const company = await service.company();
    await company.ingest(
      table(
        "Dato;Tekst;Mængde;Enhed;Category;Periode fra;Periode til",
        "20-02-2026;El;100;kWh;energy.electricity.grid_dk1;01-12-2025;31-12-2025",
        "20-02-2026;El 2;100;kWh;energy.electricity.grid_dk1;ukendt;31-12-2025",
      ),
    );
    expect((await company.lines()).map(({ status, review_code }) => [status, review_code])).toEqual([
      ["classified", null],
      ["pending_review", "period_unclear"],
    ]);
  });
});
