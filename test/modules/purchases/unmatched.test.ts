import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { bank, invoice, ledger, type Told } from "./shapes.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const ingest = async (by: RecordingCompany, ...told: readonly Told[]) => {
  for (const { file } of told) await site.ingest(by, file);
};
const line = async (by: RecordingCompany, name: string): Promise<BookedLine> => {
  const found = (await site.lines(by)).find(({ description }) => description.includes(name));
  if (found === undefined) throw new Error(`no line of ${name}`);
  return found;
};
const states = async (by: RecordingCompany, ...names: readonly string[]) =>
  await Promise.all(
    names.map(async (name) => {
      const { status, review_code } = await line(by, name);
      return status === "pending_review" ? review_code : status;
    }),
  );
const choose = async (by: RecordingCompany, roles: object) =>
  await site.put(by, "/settings/purchase-sources", { roles });

/** A row of a bank as it stands: it names nobody besides what its words say. */
const row = (name: string, text: string, amount: string, date: string): Told => ({
  name,
  outcome: "waits",
  file: {
    name: `${name}.csv`,
    content: ["Dato;Tekst;Beløb;Saldo;Status", `${date};${text};${amount.replace(".", ",")};10000,00;Udført`].join(
      "\r\n",
    ),
  },
});
const EARLIER = row("old", "GAMMEL LEVERING KONTORARTIKLER", "-10.00", "2025-06-01");
const supplier = (name: string, cvr: string) => ({ name, cvr });
const [NORD, BOG, SKOV] = [
  supplier("Nordpap A/S", "12345674"),
  supplier("Bogcentralen", "27182818"),
  supplier("Skovbo Kontor", "39170418"),
];

describe("transfers of the bank's first 60 days", () => {
  const early = bank("pay1", { amount: "500.00", date: "2026-01-20", words: "BOGCENTRALEN" })("waits");
  const card = bank("card1", { amount: "90.00", date: "2026-01-21", words: "VISA BOGCENTRALEN" })("counts");
  const late = bank("pay2", { amount: "600.00", date: "2026-04-20", words: "BOGCENTRALEN" })("counts");
  const bill = invoice("inv1", { amount: "77.00", date: "2026-02-02" })("counts");

  test.each([
    ["the bill first", [bill, early, card, late]],
    ["the bill last", [early, card, late, bill]],
  ])("wait where bills are a source, cards and later ones count: %s", async (_order, told) => {
    const by = await site.company();
    await ingest(by, ...told);
    expect(await states(by, "inv1", "pay1", "card1", "pay2")).toEqual([
      "classified",
      "payment_unmatched",
      "classified",
      "classified",
    ]);
    const { items } = (await site.get(by, "/review-items")) as { items: { needs: unknown }[] };
    expect(JSON.stringify(items)).toMatch(/within 60 days of the bank's first row.*Left out.*accepted, its 500\.00/);
    await site.change(by, `/review-items/${(await line(by, "pay1")).id}/accept`, { reason: "Bought in January" });
    expect(await states(by, "pay1")).toEqual(["classified"]);
    await site.intact(by);
  });

  test("count where the bank is the only source, until the company says that bills will come", async () => {
    const by = await site.company();
    await ingest(by, early);
    expect(await states(by, "pay1")).toEqual(["classified"]);
    const stated = await site.company();
    expect((await choose(stated, { invoices: "purchases" })).status).toBe(200);
    await ingest(stated, early);
    expect(await states(stated, "pay1")).toEqual(["payment_unmatched"]);
  });

  test("are one group, whoever got them", async () => {
    const by = await site.company();
    await ingest(by, bill, early, bank("pay3", { amount: "300.00", date: "2026-01-22", words: "SKOVBO" })("waits"));
    const { items } = (await site.get(by, "/review-groups")) as {
      items: { line_count: number; waits_for: { code: string } }[];
    };
    expect(items).toMatchObject([{ line_count: 2, waits_for: { code: "payment_unmatched" } }]);
  });
});

describe("a payment that names nobody", () => {
  const bills = [
    invoice("inv1001", { amount: "400.00", date: "2026-03-02", supplier: NORD })("counts"),
    invoice("inv1002", { amount: "600.00", date: "2026-03-04", supplier: BOG })("counts"),
    invoice("inv1003", { amount: "120.00", date: "2026-03-05", supplier: SKOV })("counts"),
  ];
  const three = row("three", "Leverandørbetaling 3 stk", "-1400.00", "2026-04-02");

  test.each([
    ["after the bills", [EARLIER, ...bills, three]],
    ["before the bills", [EARLIER, three, ...bills]],
  ])("is evidence of what is due and adds up to it: %s", async (_order, told) => {
    const by = await site.company();
    await ingest(by, ...told);
    expect(await states(by, "inv1001", "inv1002", "inv1003", "3 stk")).toEqual([
      "classified",
      "classified",
      "classified",
      "excluded",
    ]);
    await site.intact(by);
  });

  test("is asked about with what is due where two sets fit, or nothing does, and never counts", async () => {
    const by = await site.company();
    await ingest(by, EARLIER, ...bills, row("none", "Leverandørbetaling 7 stk", "-999.00", "2026-04-02"));
    expect(await states(by, "7 stk")).toEqual(["possible_duplicate"]);
    const two = await site.company();
    const equal = ["inv1", "inv2", "inv3", "inv4"].map((name, at) =>
      invoice(name, { amount: at < 2 ? "400.00" : "600.00", date: "2026-03-02", supplier: at % 2 === 0 ? NORD : BOG })(
        "counts",
      ),
    );
    await ingest(two, EARLIER, ...equal, row("two", "Leverandørbetaling 2 stk", "-1250.00", "2026-04-02"));
    expect(await states(two, "2 stk")).toEqual(["possible_duplicate"]);
    await site.intact(two);
  });

  test("is evidence of the bills whose numbers it names, whenever they are due", async () => {
    const by = await site.company();
    const text = "Betaling faktura inv1001 inv1003";
    await ingest(by, EARLIER, ...bills, row("named", text, "-650.00", "2026-05-29"));
    expect(await states(by, "Betaling faktura")).toEqual(["excluded"]);
  });
});

describe("money that comes back", () => {
  const history = [EARLIER, invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts")];
  const back = row("back", "RETUR NORDPAP A/S KONTORARTIKLER back", "250.00", "2026-05-12");

  test("is evidence of a credit note of as much, in either order", async () => {
    const credit = invoice("crn1", { amount: "200.00", date: "2026-05-05", credits: "inv1" })("counts");
    for (const told of [
      [...history, credit, back],
      [...history, back, credit],
    ]) {
      const by = await site.company();
      await ingest(by, ...told);
      expect(await states(by, "crn1", "back")).toEqual(["classified", "excluded"]);
      await site.intact(by);
    }
  });

  test("waits without one, and counts with a payment of as much that counts beside the bills", async () => {
    const by = await site.company();
    await ingest(by, ...history, back);
    expect(await states(by, "back")).toEqual(["payment_unmatched"]);
    const overpaid = await site.company();
    const paid = [
      bank("pay1", { amount: "1250.00", date: "2026-03-12" })("evidence"),
      bank("pay2", { amount: "1250.00", date: "2026-07-12" })("counts"),
    ];
    const returned = row("back", "RETUR NORDPAP A/S KONTORARTIKLER back", "1250.00", "2026-07-20");
    await ingest(overpaid, ...history, ...paid, returned);
    expect(await states(overpaid, "pay1", "pay2", "back")).toEqual(["excluded", "classified", "classified"]);
    await site.intact(overpaid);
  });
});

describe("a payment of less because the supplier is a customer", () => {
  const bill = invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts");
  const less = bank("pay1", { amount: "900.00", date: "2026-03-30" })("evidence");
  const setOff: Told = {
    name: "net1",
    outcome: "evidence",
    file: {
      name: "net1.csv",
      content: [
        "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Beløb;Valuta",
        "2026-03-30;18;6900;Leverandører;Modregning net1;Nordpap A/S;-350,00;DKK",
        "2026-03-29;19;2450;Kontorartikler;Kontorartikler andre1;Kontorland ApS;61,00;DKK",
        "2026-03-29;20;2450;Kontorartikler;Kontorartikler andre2;Kontorland ApS;63,00;DKK",
      ].join("\r\n"),
    },
  };

  test.each([
    ["the posting first", [EARLIER, bill, setOff, less]],
    ["the payment first", [EARLIER, less, bill, setOff]],
  ])("is settled with the posting that sets the rest off: %s", async (_order, told) => {
    const by = await site.company();
    await ingest(by, ...told);
    expect(await states(by, "inv1", "pay1", "net1")).toEqual(["classified", "excluded", "excluded"]);
    await site.intact(by);
  });

  test("waits with both readings of the difference where no posting tells of it", async () => {
    const by = await site.company();
    await ingest(by, EARLIER, bill, less);
    const { items } = (await site.get(by, "/review-items")) as { items: object[] };
    expect(JSON.stringify(items)).toMatch(/the 350\.00 that it lacks are open, or were set off/);
  });
});

test("where the books tell every purchase a row of the bank is never one", async () => {
  const by = await site.company();
  expect((await choose(by, { ledger: "books" })).json()).toMatchObject({
    ledger: { role: "books", is_chosen: true },
    bank: { role: "payments", is_chosen: false },
    card: { role: "purchases" },
  });
  await ingest(
    by,
    EARLIER,
    ledger("led1", { amount: "80.00", date: "2026-03-02" })("counts"),
    bank("pay1", { amount: "500.00", date: "2026-05-30", words: "BOGCENTRALEN" })("waits"),
    bank("pay2", { amount: "100.00", date: "2026-03-30" })("evidence"),
  );
  expect(await states(by, "led1", "pay1", "pay2")).toEqual(["classified", "payment_unmatched", "excluded"]);
  expect((await choose(by, {})).json()).toMatchObject({ ledger: { role: "purchases" }, bank: { role: "purchases" } });
  await site.intact(by);
});
