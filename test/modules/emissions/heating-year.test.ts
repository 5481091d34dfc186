import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { pdf } from "../../support/pdf.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { row } from "../../support/printed-invoices.ts";
import { intact, run, waiting } from "../../support/review.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

/** A bill of 38,412 MWh of district heating with a line of words below its head. */
function bill(words: string): { readonly name: string; readonly bytes: Buffer } {
  const page = [
    ...row(40, [40, "Sønderby Fjernvarme a.m.b.a."], [420, "FAKTURA"]),
    ...row(55, [40, "Varmevej 1, 6792 Rømø"], [380, "Fakturanr."], [555, "2026-00871", "right"]),
    ...row(67, [40, "CVR 11223344"], [380, "Fakturadato"], [555, "18-06-2026", "right"]),
    ...row(90, [40, words]),
    ...row(110, [40, "Prøvefabrikken ApS"]),
    ...row(
      150,
      [40, "Beskrivelse"],
      [330, "Antal", "right"],
      [350, "Enhed"],
      [470, "Stk. pris", "right"],
      [555, "Beløb", "right"],
    ),
    ...row(
      165,
      [40, "Variabelt bidrag, varme"],
      [330, "38,412", "right"],
      [350, "MWh"],
      [470, "612,50", "right"],
      [555, "23.527,35", "right"],
    ),
    ...row(190, [400, "Subtotal"], [555, "23.527,35", "right"]),
    ...row(203, [400, "Moms 25%"], [555, "5.881,84", "right"]),
    ...row(216, [400, "Total DKK"], [555, "29.409,19", "right"]),
  ];
  return { name: "varme.pdf", bytes: pdf([page]) };
}

async function billed(words: string): Promise<Company> {
  const company = await service.company();
  await company.ingest(bill(words));
  return company;
}

const yearsOf = async (company: Company): Promise<string[]> =>
  [...new Set((await company.entries()).map(({ transaction_date }) => transaction_date.slice(0, 7)))].toSorted();

describe("a heating bill that names its year without a month", () => {
  test.each(["Varmeår: 2025/2026", "Afregning for varmeåret 2025/26", "Heating year 2025-2026"])(
    "%s waits with the period as the question and a proposed answer, which settles it",
    async (words) => {
      const company = await billed(words);
      expect(await company.entries()).toEqual([]);
      const [item] = await waiting(company.ctx);
      const proposed = { service_period_start: "2025-06-01", service_period_end: "2026-05-31" };
      expect(item).toMatchObject({ review_code: "period_unclear", needs: [{ field: "service_period", proposed }] });
      expect(item?.needs[0]?.text_da).toContain("2025-06-01 til 2026-05-31");
      await run(acceptReviewItem, company.ctx, { id: item?.id, reason: "As the works say", facts: proposed });
      expect(await waiting(company.ctx)).toEqual([]);
      const months = await yearsOf(company);
      expect([months.length, months[0], months.at(-1)]).toEqual([12, "2025-06", "2026-05"]);
      await intact(company.ctx);
    },
  );

  test("goes on waiting when it is decided about without its days", async () => {
    const company = await billed("Varmeår: 2025/2026");
    const [item] = await waiting(company.ctx);
    const decided = run(recategorizeReviewItem, company.ctx, {
      id: item?.id,
      category_id: "energy.heat.district_heating",
      reason: "It is heat",
    });
    await expect(decided).rejects.toThrow(/service_period|month/);
    expect(await company.entries()).toEqual([]);
  });
});

describe("a heating bill that says in which month its year begins", () => {
  test.each([
    "Varmeår 2025/2026. Varmeåret løber fra 1. juni til 31. maj",
    "Varmeår 2025/2026, varmeår (1/6 - 31/5)",
    "Heating year 2025/2026, the heating year runs from 1 June to 31 May",
  ])("%s is spread over its twelve months unasked", async (words) => {
    const company = await billed(words);
    expect(await waiting(company.ctx)).toEqual([]);
    const months = await yearsOf(company);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, "2025-06", "2026-05"]);
  });

  test("a period with its days goes before the year", async () => {
    const company = await billed("Varmeår 2025/2026   Afregningsperiode 01.05.2025 - 30.04.2026");
    expect((await yearsOf(company))[0]).toBe("2025-05");
  });
});
