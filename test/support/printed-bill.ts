import { DEFAULT_PARSE_LIMITS } from "../../src/modules/reading/parse-limits.ts";
import type { ParsedDocument } from "../../src/modules/reading/parsed-document.ts";
import { readFile } from "../../src/modules/reading/read-file.ts";
import { pdf, type PdfText } from "./pdf.ts";
import { name, row, title } from "./printed-invoices.ts";

/** [text, quantity, unit, amount] of a line as printed. */
type BillRow = readonly [text: string, quantity: string, unit: string, amount: string];

/** What a printed bill of one page says; everything else is as on a Danish bill of an energy company. */
export interface Bill {
  readonly seller?: string;
  /** The block below the seller's name: address, numbers. */
  readonly address?: readonly string[];
  readonly title?: string;
  /** Label and number, label and date. */
  readonly number?: string;
  readonly date?: string;
  /** Rows beside the seller: period, place of delivery and the like. */
  readonly head?: readonly string[];
  readonly columns?: readonly [text: string, quantity: string, unit: string, amount: string];
  readonly lines?: readonly BillRow[];
  /** Label and amount of each total. */
  readonly totals?: readonly (readonly [label: string, amount: string])[];
  readonly foot?: readonly string[];
}

/** The company that gets the bills. */
export const BUYER = { company_name: "Prøvefabrikken ApS", company_numbers: ["cvr:87654326"] };

/** One page with a bill, without VAT between net and gross in doubt: 900,00 and 225,00 unless said otherwise. */
export function billPage(bill: Bill = {}): PdfText[] {
  const { columns = ["Tekst", "Antal", "Enhed", "Beløb"], lines = [["Elforbrug", "1.000", "kWh", "900,00"]] } = bill;
  const { address = ["Netvej 1", "6760 Ribe", "CVR-nr. 12 34 56 74"], head = [], foot = [] } = bill;
  const { totals = DANISH_TOTALS } = bill;
  const cells = ([text, quantity, unit, amount]: readonly [string, string, string, string], top: number) =>
    row(top, [40, text], [360, quantity, "right"], [380, unit], [555, amount, "right"]);
  const left = [...address, "", BUYER.company_name, "Industrivej 3", "7100 Vejle", "Danmark"];
  const right = [bill.number ?? "Fakturanr.: 4711", bill.date ?? "Fakturadato: 06-01-2026", ...head];
  return [
    name(bill.seller ?? "Fiktiva El A/S"),
    title(bill.title ?? "FAKTURA"),
    ...left.flatMap((text, at) => (text === "" ? [] : row(55 + at * 12, [40, text]))),
    ...right.flatMap((text, at) => row(64 + at * 12, [200, text])),
    ...cells(columns, 200),
    ...lines.flatMap((line, at) => cells(line, 215 + at * 13)),
    ...totals.flatMap(([label, amount], at) =>
      row(225 + lines.length * 13 + at * 13, [300, label], [555, amount, "right"]),
    ),
    ...foot.flatMap((text, at) => row(300 + lines.length * 13 + at * 13, [40, text])),
  ];
}

const DANISH_TOTALS = [
  ["I alt ekskl. moms", "900,00"],
  ["Moms 25 %", "225,00"],
  ["Total inkl. moms DKK", "1.125,00"],
] as const;

export const billFile = (bill: Bill = {}, fileName = "regning.pdf") => ({
  name: fileName,
  bytes: pdf([billPage(bill)]),
});

/** What the service reads of the bill. */
export async function readBill(bill: Bill = {}): Promise<ParsedDocument> {
  const outcome = await readFile(pdf([billPage(bill)]), "regning.pdf", { ...DEFAULT_PARSE_LIMITS, ...BUYER });
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}
