import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { DEFAULT_PARSE_LIMITS } from "../../../src/modules/reading/parse-limits.ts";
import { pdf, type PdfText } from "../../support/pdf.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { row } from "../../support/printed-invoices.ts";

/** The company whose documents these are, and who bills it. */
const OWN = "Prøvefabrikken ApS";
const SELLER = "Fiktiva Tryk A/S";

interface Language {
  readonly seller: string;
  readonly seller_number: string;
  readonly identifier: string;
  readonly buyer: string;
  readonly title: string;
  readonly number: string;
  readonly date: readonly [label: string, value: string];
  readonly heading: readonly [text: string, quantity: string, price: string, amount: string];
  readonly totals: readonly [net: string, vat: string, gross: string];
}

const DANISH: Language = {
  seller: SELLER,
  seller_number: "CVR 12345674",
  identifier: "12345674",
  buyer: "Kunde:",
  title: "FAKTURA",
  number: "Fakturanr.",
  date: ["Fakturadato", "2026-02-01"],
  heading: ["Beskrivelse", "Antal", "Pris", "Beløb"],
  totals: ["I alt ekskl. moms", "Moms 25%", "At betale DKK"],
};
const ENGLISH: Language = {
  seller: "Fictive Print Ltd",
  seller_number: "VAT No GB123456789",
  identifier: "GB123456789",
  buyer: "Bill to:",
  title: "INVOICE",
  number: "Invoice number",
  date: ["Invoice date", "2026-02-01"],
  heading: ["Description", "Quantity", "Unit price", "Amount"],
  totals: ["Total excl. VAT", "VAT 25%", "Total GBP"],
};
const GERMAN: Language = {
  seller: "Musterdruck GmbH",
  seller_number: "USt-IdNr. DE123456789",
  identifier: "DE123456789",
  buyer: "Rechnung an:",
  title: "RECHNUNG",
  number: "Rechnungsnr.",
  date: ["Rechnungsdatum", "2026-02-01"],
  heading: ["Bezeichnung", "Menge", "Einzelpreis", "Betrag"],
  totals: ["Summe netto", "MwSt 25%", "Gesamtbetrag EUR"],
};

interface Columns {
  readonly seller_at: number;
  readonly buyer_at: number;
  readonly is_labelled: boolean;
  /** The buyer's own number, as it is printed. */
  readonly buyer_number: string | null;
}

/** Both parties in blocks of the same type beside each other. */
function page(language: Language, { seller_at, buyer_at, is_labelled, buyer_number }: Columns): PdfText[] {
  const { heading, totals } = language;
  return [
    ...(is_labelled ? row(40, [buyer_at, language.buyer]) : []),
    ...row(52, [buyer_at, OWN], [seller_at, language.seller]),
    ...row(64, [buyer_at, "Industrivej 3"], [seller_at, "Netvej 1"]),
    ...row(76, [buyer_at, "6760 Ribe"], [seller_at, "2600 Glostrup"]),
    ...row(88, ...(buyer_number === null ? [] : [[buyer_at, buyer_number] as const]), [
      seller_at,
      language.seller_number,
    ]),
    { top: 150, left: 40, text: language.title, size: 16 },
    ...row(165, [40, language.number], [300, "T-77", "right"]),
    ...row(177, [40, language.date[0]], [300, language.date[1], "right"]),
    ...row(210, [40, heading[0]], [330, heading[1], "right"], [455, heading[2], "right"], [555, heading[3], "right"]),
    ...row(225, [40, "Flyer A5"], [330, "2", "right"], [455, "500.00", "right"], [555, "1000.00", "right"]),
    ...row(260, [380, totals[0]], [555, "1000.00", "right"]),
    ...row(273, [380, totals[1]], [555, "250.00", "right"]),
    ...row(286, [380, totals[2]], [555, "1250.00", "right"]),
  ];
}

async function supplierOf(texts: readonly PdfText[], company_name: string) {
  const outcome = await readFile(pdf([texts]), "bill.pdf", { ...DEFAULT_PARSE_LIMITS, company_name });
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  const { supplier } = outcome.document;
  return [supplier?.name, supplier?.identifier];
}

const LANGUAGES = [
  ["Danish", DANISH],
  ["English", ENGLISH],
  ["German", GERMAN],
] as const;
const ORDERS = [
  ["left", { buyer_at: 40, seller_at: 340 }],
  ["right", { buyer_at: 340, seller_at: 40 }],
] as const;
const CASES = LANGUAGES.flatMap(([name, language]) =>
  ORDERS.map(([side, places]) => [`${name}, buyer on the ${side}`, language, places] as const),
);

describe("two parties beside each other", () => {
  test.each(CASES)(
    "%s below a label, whose number is printed as well: the other one is the supplier",
    async (_, language, places) => {
      const texts = page(language, { ...places, is_labelled: true, buyer_number: "CVR 87654326" });
      expect(await supplierOf(texts, OWN)).toEqual([language.seller, language.identifier]);
    },
  );

  test.each(CASES)("%s without a label: whose number is the only one is the supplier", async (_, language, places) => {
    const texts = page(language, { ...places, is_labelled: false, buyer_number: null });
    expect(await supplierOf(texts, OWN)).toEqual([language.seller, language.identifier]);
  });

  test("on a sale of the company the customer is not taken for the supplier", async () => {
    const labelled = page(DANISH, { buyer_at: 340, seller_at: 40, is_labelled: true, buyer_number: "CVR 87654326" });
    expect(await supplierOf(labelled, DANISH.seller)).toEqual([DANISH.seller, "12345674"]);
    const both = page(DANISH, { buyer_at: 340, seller_at: 40, is_labelled: false, buyer_number: "CVR 87654326" });
    expect((await supplierOf(both, DANISH.seller))[0]).toBe(DANISH.seller);
  });
});

describe("the owner of a document printed under another name, with its own number", () => {
  const NUMBERS = { company_name: "Kendt Under Et Andet Navn ApS", company_numbers: ["cvr:87654326"] };
  const read = async (texts: readonly PdfText[], owner: Partial<typeof NUMBERS> = NUMBERS) => {
    const outcome = await readFile(pdf([texts]), "bill.pdf", { ...DEFAULT_PARSE_LIMITS, ...owner });
    if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
    return [outcome.document.supplier?.name, outcome.document.supplier?.identifier];
  };
  /** The seller prints no number of its own. */
  const nameless = { ...DANISH, seller_number: "Tlf. 11223344" };

  test("the number stands nearest to a seller without one, and is not taken for the seller's", async () => {
    const texts = page(nameless, { seller_at: 40, buyer_at: 340, is_labelled: false, buyer_number: "CVR 87654326" });
    expect(await read(texts)).toEqual([SELLER, null]);
    expect(await read(texts, {})).toEqual([SELLER, "87654326"]);
  });

  test.each(ORDERS)("below a label of the buyer on the %s the other one is the supplier", async (_, places) => {
    const texts = page(DANISH, { ...places, is_labelled: true, buyer_number: "CVR 87654326" });
    expect(await read(texts)).toEqual([SELLER, "12345674"]);
  });

  test("a sale of the company keeps its number: it is told by it", async () => {
    const texts = page(DANISH, { seller_at: 40, buyer_at: 340, is_labelled: true, buyer_number: null });
    expect(await read(texts, { ...NUMBERS, company_numbers: ["cvr:12345674"] })).toEqual([SELLER, "12345674"]);
  });
});

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

test("an upload is read with the company's own name", async () => {
  const company = await service.company({ name: OWN });
  const texts = page(DANISH, { buyer_at: 40, seller_at: 340, is_labelled: false, buyer_number: null });
  await company.ingest({ name: "tryk.pdf", bytes: pdf([texts]) });
  const [line] = await company.lines();
  expect(line?.reason).not.toMatch(/company itself/);
});
