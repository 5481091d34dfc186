import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { pdf } from "../../support/pdf.ts";
import { name, powerLines, row, title } from "../../support/printed-invoices.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Supplier {
  readonly id: string;
  readonly name: string;
  readonly identifiers: readonly {
    readonly kind: string;
    readonly value: string;
    readonly identifies: boolean;
    readonly stated_by: string;
  }[];
  readonly merged_into_id: string | null;
  readonly merged_ids: readonly string[];
}

interface Merge {
  readonly id: string;
  readonly from_id: string;
  readonly from_name: string;
  readonly into_id: string;
  readonly because: string;
  readonly state: string;
}

const IBAN = "DK5000400440116243";
const OTHER_IBAN = "DE89370400440532013000";
const LINES = [{ text: "Kontorstole", amount: "500.00" }];
const invoice = (number: string, document: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, lines: LINES, ...document }),
});
const ledger = (...rows: readonly string[]) => ({
  name: "bogholderi.csv",
  content: `Dato;Kontonr;Kontonavn;Leverandør;CVR;Tekst;Beløb\n${rows.join("\n")}\n`,
});
const suppliers = (by: RecordingCompany, query = "") =>
  site.items<Supplier>(by, `/supplier-identities${query === "" ? "" : `?identifier=${encodeURIComponent(query)}`}`);
const merges = (by: RecordingCompany, state = "proposed") => site.items<Merge>(by, `/supplier-merges?state=${state}`);
const brief = ({ name: named, identifiers }: Supplier) => [
  named,
  identifiers.map(({ kind, value, identifies }) => `${kind} ${value}${identifies ? "" : " (variant)"}`),
];
const named = (supplier: string, cvr: string) => ({ supplier: { name: supplier, cvr } });

/** A printed bill that states its account. */
const printed = (issuer: string, account: string) =>
  pdf([
    [
      name(issuer),
      title("FAKTURA"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-77", "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2026", "right"]),
      ...row(79, [40, "CVR-nr. 12 34 56 74"]),
      ...powerLines("1.200", "1,25", "1.500,00"),
      ...row(260, [400, "I alt ekskl. moms"], [555, "1.500,00", "right"]),
      ...row(273, [400, "Moms 25 %"], [555, "375,00", "right"]),
      ...row(286, [400, "I alt inkl. moms"], [555, "1.875,00", "right"]),
      ...row(320, [40, `IBAN: ${account} SWIFT: DABADKKK`]),
    ],
  ]);

describe("what documents state", () => {
  test("the same CVR number, written as VAT number or not, is the same supplier in an invoice, a print and a ledger", async () => {
    const by = await site.company();
    await site.ingest(by, invoice("1", { ...named("Fiktiva El A/S", "12345674"), iban: IBAN }));
    await site.ingest(by, { name: "el.pdf", content: printed("FIKTIVA EL A/S", "DK50 0040 0440 1162 43") });
    await site.ingest(by, ledger("05-04-2026;3050;Kontor;Fiktiva Energi;DK12345674;Papir;100,00"));
    expect((await suppliers(by)).map(brief)).toEqual([
      [
        "Fiktiva El A/S",
        ["cvr 12345674", `iban ${IBAN}`, "name fiktiva el (variant)", "name fiktiva energi (variant)"],
      ],
    ]);
    expect(await merges(by)).toEqual([]);
    for (const query of ["DK 12 34 56 74", "dk50 0040 0440 1162 43", "Fiktiva Energi ApS"]) {
      expect((await suppliers(by, query)).map(({ name: found }) => found)).toEqual(["Fiktiva El A/S"]);
    }
    expect(await suppliers(by, "Ukendt")).toBeUndefined();
  });

  test("the same IBAN is the same supplier, in bank files too; a name alone only proposes", async () => {
    const by = await site.company();
    const payment = (account: string) => `<?xml version="1.0"?>
      <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry>
      <Amt Ccy="DKK">75.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-08-20</Dt></BookgDt>
      <NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Nordisk Drift Betalinger</Nm></Pty></Cdtr>
      <CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct></RltdPties>
      <RmtInf><Ustrd>Kontorartikler</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
    await site.ingest(by, invoice("1", { ...named("Nordisk Drift A/S", "27182818"), iban: IBAN }));
    await site.ingest(by, { name: "bank.xml", content: payment(IBAN) });
    await site.ingest(by, ledger("05-04-2026;3050;Kontor;Nordisk Drift;;Papir;100,00"));
    const [bare, numbered, ...more] = await suppliers(by);
    expect(more).toEqual([]);
    expect(bare && brief(bare)).toEqual(["Nordisk Drift", ["name nordisk drift"]]);
    expect(numbered && brief(numbered)[1]).toContain("name nordisk drift betalinger (variant)");
    expect(await merges(by)).toMatchObject([
      { from_id: bare?.id, into_id: numbered?.id, because: "name", state: "proposed" },
    ]);
  });

  test("a factor's account joins nobody: a payee of its own is not the seller, and two numbers are two suppliers", async () => {
    const by = await site.company();
    await site.ingest(
      by,
      invoice("1", { ...named("Nordisk Drift A/S", "27182818"), iban: IBAN }),
      invoice("2", { ...named("Vestjysk Papir A/S", "31415926"), iban: IBAN }),
      invoice("3", { ...named("Fiktiva El A/S", "12345674"), iban: OTHER_IBAN, payee: "Factor Bank" }),
    );
    expect((await suppliers(by)).map(({ name: found }) => found).toSorted()).toEqual([
      "Fiktiva El A/S",
      "Nordisk Drift A/S",
      "Vestjysk Papir A/S",
    ]);
    expect(await suppliers(by, OTHER_IBAN)).toBeUndefined();
    expect(await merges(by)).toMatchObject([{ because: "iban" }]);
    // Once told, the next documents ask nothing again.
    await site.ingest(by, invoice("4", { ...named("Vestjysk Papir A/S", "31415926"), iban: IBAN }));
    expect(await merges(by)).toHaveLength(1);
  });

  test("many rows of one unknown name are one supplier, and eight digits of another country no CVR number", async () => {
    const by = await site.company();
    const rows = Array.from({ length: 40 }, (_, at) => `05-04-2026;3050;Kontor;Papirhuset;;Papir ${at};1${at},00`);
    await site.ingest(by, ledger(...rows));
    await site.ingest(by, ledger("06-04-2026;3050;Kontor;Papirhuset ApS;;Papir;77,00"));
    expect((await suppliers(by)).map(brief)).toEqual([["Papirhuset", ["name papirhuset"]]]);
    const other = await site.company();
    const finnish = ubl({ number: "9", lines: LINES, ...named("Oulu Paperi Oy", "12345674") })
      .toString()
      .replace("<cbc:IdentificationCode>DK", "<cbc:IdentificationCode>FI")
      .replace('schemeID="0184">12345674', 'schemeID="0213">12345674')
      .replace("<cbc:CompanyID>DK12345674", "<cbc:CompanyID>none");
    await site.ingest(other, { name: "fi.xml", content: finnish });
    expect((await suppliers(other)).flatMap(brief)[1]).toContain("register_number FI:12345674");
  });

  test("the company's own sales make no supplier, and another company sees none", async () => {
    const [by, other] = [await site.company(), await site.company()];
    await site.ingest(by, invoice("1", named(by.tenant.name, "12345674")));
    expect(await suppliers(by)).toEqual([]);
    await site.ingest(other, invoice("2", named("Nordisk Drift A/S", "27182818")));
    const [supplier] = await suppliers(other);
    expect(await suppliers(by, "27182818")).toBeUndefined();
    const change = { name: "Mine", reason: "test" };
    const path = `/supplier-identities/${supplier?.id}`;
    expect((await site.app.as(by.key, `/api/v1${path}`)).status).toBe(404);
    expect((await site.post(by, change, {}, `${path}/correction`)).status).toBe(404);
    const pair = { from_id: supplier?.id, into_id: supplier?.id, reason: "test" };
    expect((await site.post(by, { ...pair, into_id: other.tenant.id }, {}, "/supplier-merges")).status).toBe(404);
  });
});

describe("corrections", () => {
  test("rename, add and remove are kept against what documents say, and the log tells of them", async () => {
    const by = await site.company();
    await site.ingest(by, invoice("1", { ...named("Nordisk Drift A/S", "27182818"), iban: IBAN }));
    const [supplier] = await suppliers(by);
    const corrected = await site.change<Supplier>(by, `/supplier-identities/${supplier?.id}/correction`, {
      name: "Nordisk Drift",
      add: [
        { kind: "account", value: "40217" },
        { kind: "name", value: "ND Ejendomme ApS" },
      ],
      remove: [{ kind: "iban", value: "DK50 0040 0440 1162 43" }],
      reason: "Account of the landlord",
    });
    expect(brief(corrected)).toEqual([
      "Nordisk Drift",
      ["account 40217", "cvr 27182818", "name nd ejendomme", "name nordisk drift (variant)"],
    ]);
    await site.ingest(
      by,
      invoice("2", { ...named("Nordisk Drift A/S", "27182818"), iban: IBAN }),
      ledger("05-04-2026;3050;Kontor;ND Ejendomme;;Papir;100,00"),
    );
    expect((await suppliers(by)).map(brief)).toEqual([brief(corrected)]);
    await site.intact(by);
  });

  test.each([
    [{ add: [{ kind: "iban", value: "DK5000400440116244" }] }, /IBAN.*check digits/],
    [{ add: [{ kind: "cvr", value: "1234" }] }, /8 digits/],
    [{ remove: [{ kind: "cvr", value: "99999999" }] }, /does not have it/],
    [{}, /name, add or remove/],
  ])("%j is refused and says why", async (change, message) => {
    const by = await site.company();
    await site.ingest(by, invoice("1", named("Nordisk Drift A/S", "27182818")));
    const [supplier] = await suppliers(by);
    const path = `/supplier-identities/${supplier?.id}/correction`;
    const answer = await site.post(by, { ...change, reason: "test" }, {}, path);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(message);
  });

  test("an identifier of another supplier is refused: two suppliers are merged", async () => {
    const by = await site.company();
    await site.ingest(by, invoice("1", named("A ApS", "27182818")), invoice("2", named("B ApS", "31415926")));
    const [first] = await suppliers(by, "27182818");
    const [second] = await suppliers(by, "31415926");
    const change = { add: [{ kind: "vat", value: "DK31415926" }], reason: "test" };
    const answer = await site.post(by, change, {}, `/supplier-identities/${first?.id}/correction`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(second?.id);
  });
});

describe("a merge", () => {
  const pair = async () => {
    const by = await site.company();
    await site.ingest(
      by,
      invoice("1", named("Nordisk Drift A/S", "27182818")),
      ledger("05-04-2026;3050;Kontor;Nordisk Drift;;Papir;100,00"),
    );
    const [proposal] = await merges(by);
    return { by, proposal };
  };
  interface Side {
    readonly identifiers: readonly { readonly kind: string; readonly value: string; readonly shown: string }[];
    readonly purchase_count: number;
  }
  const pairs = async (by: RecordingCompany) => {
    const side = ({ identifiers, purchase_count }: Side) => ({
      identifiers: identifiers.map(({ kind, value, shown }) => [kind, value, shown] as const),
      purchase_count,
    });
    const items = await site.items<{ readonly from: Side; readonly into: Side }>(by, "/supplier-merges");
    return items.map(({ from, into }) => ({ from: side(from), into: side(into) }));
  };
  const decide = (by: RecordingCompany, id: string | undefined, decision: string) =>
    site.change<Merge>(by, `/supplier-merges/${id}/decision`, { decision, reason: "test" });

  test("that is accepted makes one supplier of two, and undo makes two of them again", async () => {
    const { by, proposal } = await pair();
    const before = await suppliers(by);
    await decide(by, proposal?.id, "accept");
    const [one, ...more] = await suppliers(by);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ id: proposal?.into_id, merged_ids: [proposal?.from_id] });
    // A document that states the name only is the merged supplier's now: nothing is proposed or made.
    await site.ingest(by, ledger("06-04-2026;3050;Kontor;Nordisk Drift;;Papir;101,00"));
    expect(await suppliers(by)).toHaveLength(1);
    expect(await merges(by)).toEqual([]);
    expect(await site.get(by, `/supplier-identities/${proposal?.from_id}`)).toMatchObject({
      merged_into_id: proposal?.into_id,
    });
    await decide(by, proposal?.id, "undo");
    expect((await suppliers(by)).map(brief)).toEqual(before.map(brief));
    await site.intact(by);
  });

  test("is proposed with what names each of the two and how much was bought from each", async () => {
    const { by, proposal } = await pair();
    await site.ingest(by, invoice("2", named("Nordisk Drift A/S", "27182818")));
    const sides = { identifiers: [["name", "nordisk drift", "Nordisk Drift"]], purchase_count: 1 };
    const [shown] = await pairs(by);
    expect(shown).toEqual({
      from: sides,
      into: {
        identifiers: [
          ["cvr", "27182818", "27182818"],
          ["name", "nordisk drift", "Nordisk Drift A/S"],
        ],
        purchase_count: 2,
      },
    });
    // As one, each is shown with what is its own.
    await decide(by, proposal?.id, "accept");
    expect(await pairs(by)).toEqual([shown]);
  });

  test("shows a supplier with all that was merged into it, as long as the two are not one", async () => {
    const { by, proposal } = await pair();
    await site.ingest(by, invoice("3", named("Drift Nord ApS", "31415926")));
    const other = (await suppliers(by, "31415926"))[0]?.id;
    const body = { from_id: other, into_id: proposal?.into_id };
    const merged = await site.change<Merge>(by, "/supplier-merges", body);
    const [, shown] = await pairs(by);
    expect(shown?.into).toMatchObject({ purchase_count: 2 });
    expect(shown?.into.identifiers.map(([kind, value]) => `${kind} ${value}`)).toEqual([
      "cvr 27182818",
      "cvr 31415926",
      "name drift nord",
      "name nordisk drift",
    ]);
    expect(merged).toMatchObject({ reason: null, state: "accepted" });
    await site.intact(by);
  });

  test("needs no reason, and keeps the one that is given", async () => {
    const { by, proposal } = await pair();
    const path = `/supplier-merges/${proposal?.id}/decision`;
    expect(await site.change(by, path, { decision: "dismiss" })).toMatchObject({ state: "dismissed", reason: null });
    const told = { decision: "accept", reason: "Samme adresse" };
    expect(await site.change(by, path, told)).toMatchObject({ state: "accepted", reason: "Samme adresse" });
    await site.intact(by);
  });

  test("of three is taken back link by link", async () => {
    const by = await site.company();
    await site.ingest(
      by,
      invoice("1", named("A ApS", "27182818")),
      invoice("2", named("B ApS", "31415926")),
      invoice("3", named("C ApS", "12345674")),
    );
    const id = async (cvr: string) => (await suppliers(by, cvr))[0]?.id;
    const [a, b, c] = [await id("27182818"), await id("31415926"), await id("12345674")];
    const merge = (from_id: unknown, into_id: unknown) =>
      site.change<Merge>(by, "/supplier-merges", { from_id, into_id, reason: "test" });
    const first = await merge(a, b);
    const second = await merge(a, c);
    expect(await id("27182818")).toBe(c);
    expect(await id("31415926")).toBe(c);
    await decide(by, first.id, "undo");
    expect([await id("27182818"), await id("31415926")]).toEqual([a, c]);
    await decide(by, second.id, "undo");
    expect(await id("31415926")).toBe(b);
  });

  test("that is dismissed is not proposed again, and what is merged is not dismissed", async () => {
    const { by, proposal } = await pair();
    await decide(by, proposal?.id, "dismiss");
    await site.ingest(by, invoice("2", named("Nordisk Drift A/S", "27182818")));
    expect(await merges(by)).toEqual([]);
    await decide(by, proposal?.id, "accept");
    const path = `/supplier-merges/${proposal?.id}/decision`;
    expect((await site.post(by, { decision: "dismiss", reason: "test" }, {}, path)).status).toBe(400);
    expect((await site.post(by, { decision: "accept", reason: "test" }, {}, path)).status).toBe(400);
  });

  test("carries over what was taught, until it is undone", async () => {
    const { by, proposal } = await pair();
    const [line] = await site
      .items<{ readonly id: string; readonly supplier_identifier: string | null }>(by, "/activities?limit=10")
      .then((items) => items.filter(({ supplier_identifier }) => supplier_identifier === "27182818"));
    const taught = { category_id: "purchases.services.cleaning", reason: "They clean" };
    await site.change(by, `/activities/${line?.id}/recategorize`, taught);
    await decide(by, proposal?.id, "accept");
    const categoryOf = async (text: string) => {
      await site.ingest(by, ledger(`07-04-2026;;;Nordisk Drift;;${text};1${text.length},00`));
      const all = await site.items<{ readonly description: string; readonly category_id: string }>(by, "/activities");
      return all.find(({ description }) => description === text)?.category_id;
    };
    expect(await categoryOf("Kontorstole")).toBe("purchases.services.cleaning");
    await decide(by, proposal?.id, "undo");
    expect(await categoryOf("Kontorstole 2")).not.toBe("purchases.services.cleaning");
  });
});
