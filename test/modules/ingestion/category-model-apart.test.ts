import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { bytes, type ChatAnswer, type ChatServer, chatServer, complete, says } from "../../support/chat-server.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";
import { yearlyStatement } from "../../support/yearly-statement.ts";

/** What must stay as it is without a language model, whatever the model does. */
const CLEANING = "purchases.services.cleaning";
const SUPPLIER = { name: "Zorba ApS", cvr: "12345674" };

let server: ChatServer;
/** Whose model is never away; one that was is not asked for half a minute. */
let service: Pipeline;

const pipelineWith = (timeout_ms: number): Promise<Pipeline> =>
  pipeline({}, null, {
    CATEGORIZATION_MODEL_URL: server.url,
    CATEGORIZATION_MODEL_NAME: "test-model",
    CATEGORIZATION_MODEL_TIMEOUT_MS: String(timeout_ms),
  });

beforeAll(async () => {
  server = await chatServer();
  service = await pipelineWith(60_000);
});
beforeEach(() => {
  server.requests.length = 0;
  service.warnings.length = 0;
});
afterEach(() => expect(service.errors).toEqual([]));
afterAll(async () => {
  await service.close();
  await server.close();
});

const invoice = (number: string, text: string): TestFile => ({
  name: `${number}.xml`,
  bytes: ubl({ number, supplier: SUPPLIER, lines: [{ text, amount: "980.00" }] }),
});

const HUGE: ChatAnswer = (response) => {
  response.writeHead(200);
  response.end("[".repeat(2_000_000));
};
const ENDLESS: ChatAnswer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write("{");
};

describe("a document is recorded as without a model", () => {
  test.each<[string, ChatAnswer, string]>([
    ["answers with a web page", bytes(200, { "content-type": "text/html" }, "<html></html>"), "no chat completion"],
    ["answers with a huge body", HUGE, "larger than"],
    ["answers without end", ENDLESS, "within 300 ms"],
    ["does not answer", () => undefined, "within 300 ms"],
    ["fails", bytes(500, {}, "{}"), "status 500"],
    ["sends elsewhere", bytes(302, { location: "http://127.0.0.1:9/" }, ""), "status 302"],
  ])(
    "when the model %s, with one line in the log, and the next document does not wait for it",
    async (_, answer, told) => {
      server.answer = answer;
      const troubled = await pipelineWith(told.includes("300 ms") ? 300 : 20_000);
      try {
        const company = await troubled.company();
        for (const number of ["T-1", "T-2", "T-3"]) {
          const [file] = await company.ingest(invoice(number, "Zwimpel"));
          expect(file).toMatchObject({ status: "needs_review", activity_count: 1 });
        }
        expect(server.requests).toHaveLength(1);
        expect(troubled.warnings).toMatchObject([{ model: "test-model", pause_ms: 30_000 }]);
        expect(JSON.stringify(troubled.warnings)).toContain(told);
        expect(await company.lines()).toMatchObject(
          Array.from({ length: 3 }, () => ({ category_key: "unclassified.pending", mapped_by: "rule" })),
        );
        expect(await troubled.metrics()).toContain('carbon_ledger_category_model_requests_total{result="failed"} 1');
      } finally {
        await troubled.close();
      }
    },
  );

  test.each([
    ["prose", "The first line is purchases.services.cleaning."],
    ["a list", '["purchases.services.cleaning"]'],
    ["half an object", '{"1":"purchases.services.cleaning"'],
    ["nothing", ""],
  ])("when the model says %s, and the next document is asked about: its text may be to blame", async (_, content) => {
    server.answer = complete(content);
    const company = await service.company();
    await company.ingest(invoice("U-1", "Zwimpel"));
    expect(service.warnings).toMatchObject([{ trouble: "the answer is not what was asked for" }]);
    server.answer = complete('```json\n{"1":"purchases.services.cleaning"}\n```');
    await company.ingest(invoice("U-2", "Zwimpel"));
    expect((await company.lines()).map(({ category_key }) => category_key)).toEqual(["unclassified.pending", CLEANING]);
  });
});

test("while a model thinks about one company's document, other documents are recorded", async () => {
  const answers: (() => void)[] = [];
  server.answer = (response, request) => {
    answers.push(() => says({ Zwimpel: CLEANING })(response, request));
  };
  const [slow, other] = [await service.company(), await service.company()];
  const [asked, own, foreign] = await Promise.all([
    slow.upload(...Array.from({ length: 4 }, (_, index) => invoice(`S-${index}`, "Zwimpel"))),
    slow.upload(invoice("S-9", "Kontorartikler")),
    other.upload(invoice("O-1", "Kontorartikler")),
  ]);
  const drained = service.drain();
  await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(4);
  expect((await slow.state(own.id)).files).toMatchObject([{ status: "processed" }]);
  expect((await other.state(foreign.id)).files).toMatchObject([{ status: "processed" }]);
  expect((await slow.state(asked.id)).files.map(({ status }) => status)).toEqual(Array(4).fill("stored"));
  for (const answer of answers) answer();
  await drained;
  expect((await slow.state(asked.id)).files.map(({ status }) => status)).toEqual(Array(4).fill("needs_review"));
});

const ELECTRICITY = "energy.electricity.grid_dk";

const STATEMENT = yearlyStatement(SUPPLIER.name);
/** Energy of a kind that nobody names. */
const INVOICE: TestFile = {
  name: "invoice.xml",
  bytes: ubl({
    number: "E-77",
    date: "2026-01-16",
    supplier: SUPPLIER,
    lines: [{ text: "Forbrug", amount: "9000.00", quantity: "12", unit: "MWH" }],
    charges: [{ reason: "Gebyr", amount: "25.00" }],
  }),
};
const postingOf = (number: string, date = "2026-01-17"): TestFile => ({
  name: "ledger.csv",
  bytes: Buffer.from(
    "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta\r\n" +
      `${date};1;9911;;Zwimpel;${SUPPLIER.name};${number};9025,00;DKK`,
  ),
});
const LEDGER = postingOf("E-77");

/** What is booked, left out and open of these documents, without what is suggested. */
async function outcome(company: Company, files: readonly TestFile[], key: string | null) {
  server.answer = (response, { lines }) =>
    complete(JSON.stringify(Object.fromEntries(lines.map(({ n }) => [n, key]))))(response);
  for (const file of files) await company.ingest(file);
  return {
    lines: (await company.lines()).map((line) => [
      line.description,
      line.status,
      line.review_code,
      line.quantity,
      line.allocated_amount,
      line.status === "pending_review" ? "" : line.category_key,
    ]),
    kg: await company.total_kg(),
  };
}

test.each([
  ["the statement first", [STATEMENT, INVOICE, LEDGER]],
  ["the invoice first", [INVOICE, STATEMENT, LEDGER]],
  ["the posting first", [LEDGER, STATEMENT, INVOICE]],
  ["a posting without a number", [postingOf("", "2025-06-30"), STATEMENT]],
])("what a model suggests changes nothing of what its purchase's other documents count: %s", async (_, files) => {
  const without = await outcome(await service.company(), files, null);
  for (const key of [ELECTRICITY, CLEANING, "energy.heat.district_heating"]) {
    const company = await service.company();
    expect(await outcome(company, files, key)).toEqual(without);
    expect((await company.lines()).some((line) => line.category_key === key && line.mapped_by === "model")).toBe(true);
  }
});

test("a posting that was evidence for a while waits without the model's category: accepting it books nothing", async () => {
  const company = await service.company();
  server.answer = says({ Zwimpel: CLEANING });
  await company.ingest(LEDGER);
  expect(await company.lines()).toMatchObject([
    { status: "pending_review", category_key: CLEANING, mapped_by: "model" },
  ]);
  const same = { number: "E-77", date: "2026-01-16", supplier: SUPPLIER };
  await company.ingest({
    name: "counted.xml",
    bytes: ubl({ ...same, lines: [{ text: "Kontorartikler", amount: "9025.00" }] }),
  });
  const [posting, counted] = await company.lines();
  expect(posting).toMatchObject({ status: "excluded", category_key: "unclassified.pending" });
  const reason = "Not ours";
  await invoke(excludeActivity, company.ctx, { id: counted?.id ?? "", reason });
  expect((await company.lines())[0]).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
  await expect(invoke(acceptReviewItem, company.ctx, { id: posting?.id ?? "" })).rejects.toMatchObject({
    code: "request.validation_failed",
  });
  expect(await company.total_kg()).toBe(0);
});
