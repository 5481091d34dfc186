import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const file = (name: string, ...rows: readonly string[]): SentFile => ({ name, content: `${rows.join("\r\n")}\r\n` });

/** Statuses of the lines, sorted, after each of the files came in an upload of its own. */
async function statuses(...files: readonly SentFile[]): Promise<string[]> {
  const by = await site.company();
  for (const one of files) await site.ingest(by, one);
  await site.intact(by);
  return (await site.lines(by)).map(({ status }) => status).toSorted();
}

const BANK = "Dato;Tekst;Beløb;Saldo";
const TAXI = "05-01-2026;Dantaxi Aarhus;-250,00;9750,00";
const BACK = "06-01-2026;Dantaxi Vejle;-400,00;9350,00";
const LATER = "08-01-2026;Dantaxi Odense;-300,00;9450,00";

describe("what an earlier export of the bank brought", () => {
  test("counts once, whichever export comes first", async () => {
    const [short, long] = [file("a.csv", BANK, TAXI, BACK), file("b.csv", BANK, TAXI, BACK, LATER)];
    const once = ["classified", "classified", "classified", "excluded", "excluded"];
    expect(await statuses(short, long)).toEqual(once);
    expect(await statuses(long, short)).toEqual(once);
  });

  test("counts once in the third of exports that overlap one after the other, and on a day on which one ended", async () => {
    const rows = [3, 4, 5, 6, 7, 8, 9].map((day) => `0${day}-01-2026;Taxa tur ${day}a;-${day}00,00;1000,00`);
    const late = "05-01-2026;Taxa sent;-90,00;1000,00";
    const found = await statuses(
      file("a.csv", BANK, ...rows.slice(0, 3)),
      file("b.csv", BANK, ...rows.slice(1, 3), late, ...rows.slice(3, 5)),
      file("c.csv", BANK, ...rows.slice(2, 3), late, ...rows.slice(3)),
    );
    expect(found.filter((status) => status !== "excluded")).toHaveLength(8);
    expect(found.filter((status) => status === "excluded")).toHaveLength(6);
    expect(found).not.toContain("pending_review");
  });

  test("is asked about where it may be of another card: nothing is swallowed in silence", async () => {
    expect(await statuses(file("a.csv", BANK, TAXI), file("b.csv", BANK, TAXI, LATER))).toEqual([
      "classified",
      "classified",
      "pending_review",
    ]);
    const [anna, bo] = [
      file("anna.csv", BANK, TAXI, "12-01-2026;Dantaxi Ribe;-900,00;8000,00", "20-01-2026;Dantaxi Thy;-149,00;7000,00"),
      file("bo.csv", BANK, TAXI, "13-01-2026;Dantaxi Tønder;-800,00;8000,00", "20-01-2026;Dantaxi Thy;-149,00;7000,00"),
    ];
    const found = await statuses(anna, bo);
    expect(found).not.toContain("excluded");
    expect(found.filter((status) => status === "pending_review")).toHaveLength(2);
  });

  test("twice on one day is two payments, and the same two in the next export", async () => {
    const twice = [TAXI, "05-01-2026;Dantaxi Aarhus;-250,00;9500,00"];
    expect(await statuses(file("a.csv", BANK, ...twice), file("b.csv", BANK, ...twice, LATER))).toEqual([
      "classified",
      "classified",
      "classified",
      "excluded",
      "excluded",
    ]);
  });

  test.each([
    ["day", "06-01-2026;Dantaxi Aarhus;-250,00;9750,00"],
    ["text", "05-01-2026;Dantaxi Vejle;-250,00;9750,00"],
    ["amount", "05-01-2026;Dantaxi Aarhus;-251,00;9749,00"],
  ])("of another %s is another payment", async (_what, row) => {
    expect(await statuses(file("a.csv", BANK, TAXI), file("b.csv", BANK, row))).toEqual(["classified", "classified"]);
  });

  test("without words of its own is asked about", async () => {
    const number = "05-01-2026;4711;-250,00;9750,00";
    const found = await statuses(file("a.csv", BANK, number), file("b.csv", BANK, number, LATER));
    expect(found.filter((status) => status === "pending_review")).toHaveLength(2);
  });
});

const CAMT = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";

function camt(name: string, ...references: readonly string[]): SentFile {
  const entries = references.map(
    (reference) =>
      `<Ntry><Amt Ccy="DKK">250.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>` +
      `<AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Dantaxi Aarhus</Nm></Pty></Cdtr></RltdPties>` +
      `<RmtInf><Ustrd>Taxi tur</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return {
    name,
    content: `<?xml version="1.0"?><Document xmlns="${CAMT}"><BkToCstmrStmt><Stmt><Id>${name}</Id><Acct><Ccy>DKK</Ccy></Acct>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`,
  };
}

test("statements of the bank tell entries apart by the bank's references, and know the same one again", async () => {
  expect(await statuses(camt("a.xml", "REF0000017"), camt("b.xml", "REF0000017", "REF0000018"))).toEqual([
    "classified",
    "classified",
    "excluded",
  ]);
  expect(await statuses(camt("c.xml", "REF0000017"), camt("d.xml", "REF0000018"))).toEqual([
    "classified",
    "classified",
  ]);
});

describe("rows of tables with a quantity and no amount", () => {
  const HEAD = "Dato;Tekst;Mængde;Enhed;Category";
  const FILL = "05-01-2026;Diesel bil 1;100;l;transport.own.diesel";
  const NEXT = "08-01-2026;Diesel bil 1;20;l;transport.own.diesel";

  const OTHER = "06-01-2026;Diesel bil 2;50;l;transport.own.diesel";

  test("that an earlier table brought count once, and a third one tells of no more", async () => {
    const by = await site.company();
    await site.ingest(by, file("a.csv", HEAD, FILL, OTHER));
    await site.ingest(by, file("b.csv", HEAD, FILL, OTHER, NEXT));
    await site.ingest(by, file("c.csv", HEAD, FILL, FILL, OTHER, NEXT));
    await site.intact(by);
    const lines = await site.lines(by);
    const counted = lines.filter(({ status }) => status === "classified");
    // Two fills of 100 l on one day in the third one, of which one was known.
    expect(counted.map(({ description }) => description).toSorted()).toEqual([
      "Diesel bil 1",
      "Diesel bil 1",
      "Diesel bil 1",
      "Diesel bil 2",
    ]);
    expect(lines.filter(({ status }) => status === "excluded")).toHaveLength(5);
    const copy = lines.find(({ status }) => status === "excluded");
    expect(copy?.reason).toMatch(
      /^the same posting \(.+\) came with document [0-9a-f-]{36}; this line is evidence of it$/,
    );
  });

  test.each([
    ["day", "06-01-2026;Diesel bil 1;100;l;transport.own.diesel"],
    ["text", "05-01-2026;Diesel bil 2;100;l;transport.own.diesel"],
    ["quantity", "05-01-2026;Diesel bil 1;101;l;transport.own.diesel"],
  ])("of another %s are others", async (_what, row) => {
    expect(await statuses(file("a.csv", HEAD, FILL), file("b.csv", HEAD, row))).toEqual(["classified", "classified"]);
  });

  test("are asked about where one alone is alike", async () => {
    const found = await statuses(file("a.csv", HEAD, FILL), file("b.csv", HEAD, FILL, NEXT));
    expect(found).toEqual(["classified", "classified", "pending_review"]);
  });

  test("wait while the first one does", async () => {
    const unknown = "05-01-2026;Xyzzy;100;l;";
    const found = await statuses(file("a.csv", HEAD, unknown), file("b.csv", HEAD, unknown, NEXT));
    expect(found).toEqual(["classified", "pending_review", "pending_review"]);
  });
});
