import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { bank, invoice } from "./shapes.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Row {
  readonly account?: string;
  readonly text?: string;
  readonly amount?: string;
  readonly date?: string;
}

const DEFAULTS = { account: "2450", text: "Kopipapir A4", amount: "1000,00", date: "2026-03-05" };

/** The same postings as one program exports them, which names suppliers, */
const first = (...rows: readonly Row[]): SentFile => ({
  name: "first.csv",
  content: [
    "Løbenr.;Dato;Bilagsnr.;Konto;Kontonavn;Tekst;Beløb;Valuta;Leverandør",
    ...rows.map((row, at) => {
      const { account, text, amount, date } = { ...DEFAULTS, ...row };
      return `${at};${date};${at};${account};Kontorartikler;${text};${amount};DKK;Nordpap A/S`;
    }),
  ].join("\r\n"),
});

/** and as another does, which names none. */
const second = (...rows: readonly Row[]): SentFile => ({
  name: "second.csv",
  content: [
    "Kontonr.;Kontonavn;Dato;Bilag;Bilagstype;Tekst;Momstype;Beløb;Saldo",
    ...rows.map((row, at) => {
      const { account, text, amount, date } = { ...DEFAULTS, ...row };
      return `${account};Kontorartikler;${date};${at + 70};Køb;${text};I25;${amount};`;
    }),
  ].join("\r\n"),
});

/** Statuses of the lines, sorted. */
const statuses = async (by: RecordingCompany): Promise<string[]> =>
  (await site.lines(by)).map(({ status }) => status).toSorted();

async function told(...files: readonly SentFile[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  await site.intact(by);
  return by;
}

describe("the same posting with the export of another program", () => {
  test.each([
    ["one after the other", [first({}), second({})]],
    ["in the other order", [second({}), first({})]],
  ])("is evidence of the first: %s", async (_name, files) => {
    const by = await told(...files);
    expect(await statuses(by)).toEqual(["classified", "excluded"]);
    const copy = (await site.lines(by)).find(({ status }) => status === "excluded");
    expect(copy?.reason).toMatch(
      /^the same posting \(day, account, words, amount\) came with document [0-9a-f-]{36}; this line is evidence of it$/,
    );
  });

  test("is evidence in one upload, too", async () => {
    const by = await site.company();
    await site.ingest(by, first({}), second({}));
    expect(await statuses(by)).toEqual(["classified", "excluded"]);
  });

  test("twice in one export is two purchases, and with the same two it is the same two", async () => {
    expect(await statuses(await told(first({}, {}), second({}, {})))).toEqual([
      "classified",
      "classified",
      "excluded",
      "excluded",
    ]);
  });

  test("once more than in the first is a further purchase, once less is none", async () => {
    expect(await statuses(await told(first({}), second({}, {})))).toEqual(["classified", "classified", "excluded"]);
    expect(await statuses(await told(first({}, {}), second({})))).toEqual(["classified", "classified", "excluded"]);
  });

  test("that is a credit is evidence, too", async () => {
    expect(await statuses(await told(first({ amount: "-310,25" }, {}), second({ amount: "-310,25" }, {})))).toEqual([
      "classified",
      "classified",
      "excluded",
      "excluded",
    ]);
  });

  test.each([
    ["day", { date: "2026-03-06" }],
    ["text", { text: "Kopipapir A3" }],
    ["amount", { amount: "1000,01" }],
  ])("of another %s is another purchase", async (_name, other) => {
    expect(await statuses(await told(first({}), second(other)))).toEqual(["classified", "classified"]);
  });

  test("on another account is asked about, and so is one without words", async () => {
    const by = await told(first({}), second({ account: "2452" }));
    expect(await statuses(by)).toEqual(["classified", "pending_review"]);
    const items = await site.items<{ id: string; kind: string }>(by, "/review-items");
    expect(items).toMatchObject([{ kind: "possible_duplicate" }]);
    expect(await statuses(await told(first({ text: "17" }), second({ text: "17" })))).toContain("pending_review");
  });
});

describe("what is said of the first posting", () => {
  const paper = { text: "Diverse xyzzy" };

  test("is asked of both while it waits, and of the next export no more once a person said it", async () => {
    const by = await told(first({ ...paper, account: "9999" }), second({ ...paper, account: "9999" }));
    expect(await statuses(by)).toEqual(["pending_review", "pending_review"]);
    const lines = await site.lines(by);
    for (const { id } of lines) await site.change(by, `/review-items/${id}/exclude`, { reason: "Not ours" });
    const third = second({ ...paper, account: "9999" }, { text: "Tonerpatroner" });
    await site.ingest(by, third);
    expect(await statuses(by)).toEqual(["classified", "excluded", "excluded", "excluded"]);
    await site.intact(by);
  });

  test("holds for a copy that comes after a person left the first out", async () => {
    const by = await told(first({}));
    const [line] = await site.lines(by);
    await site.change(by, `/activities/${line?.id}/exclude`, { reason: "Not ours" });
    await site.ingest(by, second({}));
    expect(await statuses(by)).toEqual(["excluded", "excluded"]);
    await site.intact(by);
  });

  test("its invoice counts for both, and gives way to the first alone when it is left out", async () => {
    const by = await told(first({}), second({}));
    const bill = invoice("inv1", { amount: "1000.00", date: "2026-03-04" })("counts");
    await site.ingest(by, bill.file);
    expect(await statuses(by)).toEqual(["classified", "excluded", "excluded"]);
    const line = (await site.lines(by)).find(({ description }) => description.includes("inv1"));
    await site.change(by, `/activities/${line?.id}/exclude`, { reason: "Not ours" });
    expect(await statuses(by)).toEqual(["excluded", "excluded", "pending_review"]);
    await site.intact(by);
  });

  test("a payment is evidence of the first, and a third export of it as well", async () => {
    const by = await told(first({}), second({}));
    await site.ingest(by, bank("pay1", { amount: "1250.00", date: "2026-03-20" })("evidence").file);
    await site.ingest(by, { name: "third.csv", content: [second({}).content, ""].join("\r\n") });
    await site.ingest(by, { ...first({}, { text: "Tonerpatroner" }), name: "fourth.csv" });
    expect(await statuses(by)).toEqual(["classified", "classified", "excluded", "excluded", "excluded"]);
    await site.intact(by);
  });

  test("a person may count the copy, and no rule takes that back", async () => {
    const by = await told(first({}), second({}));
    const copy = (await site.lines(by)).find(({ status }) => status === "excluded");
    await site.change(by, `/activities/${copy?.id}/correct`, {
      category_id: "purchases.goods.office_supplies",
      reason: "Bought twice",
    });
    expect(await statuses(by)).toEqual(["classified", "classified"]);
    await site.intact(by);
  });
});
