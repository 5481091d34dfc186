import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { type Company, type LineState, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

/** No word of it says what was bought, so the line waits for a person. */
const UNKNOWN = "Qvxz 4711";

const invoice = (text: string): TestFile => ({
  name: "invoice.xml",
  bytes: ubl({
    number: "F-4711",
    date: "2026-03-02",
    supplier: { name: "Nordpap A/S", cvr: "12345674" },
    lines: [{ text, amount: "1000.00" }],
  }),
});

const text = (name: string, ...lines: readonly string[]): TestFile => ({
  name,
  bytes: Buffer.from(lines.join("\r\n")),
});

const LEDGER = text(
  "ledger.csv",
  "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
  "2026-03-03;17;2450;Kontorartikler;Kontorpapir;Nordpap A/S;F-4711;1000,00;DKK",
);

const bank = (words: string) =>
  text("bank.csv", "Dato;Tekst;Beløb;Saldo;Status", `2026-03-20;KONTORARTIKLER ${words};-1250,00;10000,00;Udført`);

type Step = "bank" | "ledger" | "invoice" | "accept" | "exclude";

async function lineOf(company: Company, kind: string): Promise<LineState> {
  const line = (await company.lines()).find((one) => one.line_kind === kind && !one.description.includes("Saldo"));
  if (line === undefined) throw new Error(`no ${kind}`);
  return line;
}

async function take(company: Company, step: Step, bankWords: string): Promise<void> {
  if (step === "bank") await company.ingest(bank(bankWords));
  if (step === "ledger") await company.ingest(LEDGER);
  if (step === "invoice") await company.ingest(invoice(UNKNOWN));
  if (step === "accept") {
    const { id } = await lineOf(company, "line");
    const category_id = "purchases.goods.office_supplies";
    await invoke(recategorizeReviewItem, company.ctx, { id, category_id, reason: "Paper" });
  }
  if (step === "exclude") {
    const { id } = await lineOf(company, "line");
    await invoke(excludeReviewItem, company.ctx, { id, reason: "Only a copy of an order" });
  }
}

async function after(steps: readonly Step[], bankWords = "NORDPAP A/S 4711"): Promise<Company> {
  const company = await service.company();
  for (const step of steps) await take(company, step, bankWords);
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
  return company;
}

async function counting(company: Company): Promise<string[]> {
  const lines = await company.lines();
  return lines
    .filter((line) => line.status === "classified")
    .map((line) => line.line_kind)
    .toSorted();
}

/** Every order of the steps in which a decision comes after its invoice. */
function orders(steps: readonly Step[]): Step[][] {
  if (steps.length < 2) return [[...steps]];
  return steps
    .flatMap((step, at) => orders(steps.toSpliced(at, 1)).map((rest) => [step, ...rest]))
    .filter((order) => !order.slice(0, order.indexOf("invoice")).some((one) => one === "accept" || one === "exclude"));
}

const named = (all: readonly Step[][]) => all.map((order) => [order.join(", "), order] as const);

describe("an invoice that waits for a person", () => {
  test.each(named([...orders(["ledger", "invoice"]), ...orders(["bank", "invoice"])]))(
    "does not make the emission of its purchase vanish: %s",
    async (_name, order) => {
      const company = await after(order);
      expect(await counting(company)).toHaveLength(1);
      expect(await company.total_kg()).toBeGreaterThan(0);
      expect(await lineOf(company, "line")).toMatchObject({ status: "pending_review" });
    },
  );

  test.each(named(orders(["bank", "ledger", "invoice"])))("the ledger row counts, alone: %s", async (_name, order) => {
    expect(await counting(await after(order))).toEqual(["ledger_row"]);
  });

  test.each(named(orders(["bank", "ledger", "invoice", "accept"])))(
    "takes over when it is accepted: %s",
    async (_name, order) => {
      const company = await after(order);
      expect(await counting(company)).toEqual(["line"]);
      expect(await lineOf(company, "ledger_row")).toMatchObject({ status: "excluded", mapped_by: "rule" });
    },
  );

  test.each(named(orders(["bank", "ledger", "invoice", "exclude"])))(
    "leaves the ledger row counting when it is excluded: %s",
    async (_name, order) => {
      expect(await counting(await after(order))).toEqual(["ledger_row"]);
    },
  );

  test.each(named(orders(["bank", "invoice", "accept"])))(
    "with nothing but the amount in common the payment waits as soon as the invoice counts: %s",
    async (_name, order) => {
      const company = await after(order, "BOGCENTRALEN");
      expect(await counting(company)).toEqual(["line"]);
      const row = (await company.lines()).find((one) => one.line_kind === "bank_row" && one.amount === "1250");
      expect(row).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
    },
  );

  test("with nothing but the amount in common the payment counts as long as the invoice waits", async () => {
    expect(await counting(await after(["invoice", "bank"], "BOGCENTRALEN"))).toEqual(["bank_row"]);
    expect(await counting(await after(["bank", "invoice", "exclude"], "BOGCENTRALEN"))).toEqual(["bank_row"]);
  });
});

describe("an invoice that resembles another one of the same number", () => {
  const first = invoice("Kontorartikler");
  const second: TestFile = {
    name: "second.xml",
    bytes: ubl({
      number: "F-4711",
      date: "2026-03-04",
      supplier: { name: "Nordpap A/S", cvr: "12345674" },
      lines: [{ text: "Kontorartikler", amount: "3000.00" }],
    }),
  };
  const row = text(
    "ledger-3000.csv",
    "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
    "2026-03-05;18;2450;Kontorartikler;Kontorpapir;Nordpap A/S;F-4711;3000,00;DKK",
  );

  test.each([
    ["before it is decided", false],
    ["after it is decided", true],
  ])(
    "takes its own ledger row over, which comes %s, when a person says that it is another one",
    async (_name, isLate) => {
      const company = await service.company();
      await company.ingest(first);
      await company.ingest(second);
      if (!isLate) {
        await company.ingest(row);
        expect(await counting(company)).toEqual(["ledger_row", "line"]);
      }
      const held = (await company.lines()).find(({ review_code }) => review_code === "possible_duplicate");
      await invoke(acceptReviewItem, company.ctx, { id: held?.id, reason: "Two deliveries" });
      if (isLate) await company.ingest(row);
      expect(await counting(company)).toEqual(["line", "line"]);
      expect(await lineOf(company, "ledger_row")).toMatchObject({ status: "excluded", mapped_by: "rule" });
    },
  );
});

describe("an invoice that counted and is left out afterwards", () => {
  test("has its evidence wait for a person, who may count it: nothing vanishes without a word", async () => {
    const company = await service.company();
    await company.ingest(LEDGER);
    await company.ingest(invoice("Kontorartikler"));
    expect(await counting(company)).toEqual(["line"]);
    await take(company, "exclude", "");
    const row = await lineOf(company, "ledger_row");
    expect(row).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
    expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
    expect(await compareRollups(company.ctx.db)).toEqual([]);
  });

  test("counts again, instead of its evidence, when a person takes that back", async () => {
    const company = await after(["ledger", "invoice", "exclude", "accept"]);
    expect(await counting(company)).toEqual(["line"]);
  });
});
