import type { PdfText } from "./pdf.ts";

/** What an invoice must be read as. */
export interface PrintedExpectation {
  readonly supplier: string;
  readonly identifier: string | null;
  readonly number: string;
  readonly date: string;
  readonly currency: string;
  readonly net: string;
  readonly gross: string;
  readonly type?: "invoice" | "credit_note";
  readonly lines: readonly (readonly [
    description: string,
    quantity: string | null,
    unit: string | null,
    amount: string,
  ])[];
  readonly quantities?: readonly string[];
  readonly tax_treatment?: "excl_vat" | "incl_vat";
}

export interface PrintedInvoice {
  readonly name: string;
  readonly pages: readonly (readonly PdfText[])[];
  readonly expected: PrintedExpectation;
}

/** Texts of one row: from the left, or "|" and the right edge. */
export function row(
  top: number,
  ...cells: readonly (readonly [position: number, text: string, align?: "right"])[]
): PdfText[] {
  return cells.map(([position, text, align]) =>
    align === "right" ? { top, right: position, text } : { top, left: position, text },
  );
}

export const title = (text: string, top = 40): PdfText => ({ top, left: 400, text, size: 16 });
export const name = (text: string, top = 40): PdfText => ({ top, left: 40, text, size: 13 });

/** The heading of a power company's lines, and under it what was used: kWh, price per kWh, amount. */
export const powerLines = (quantity: string, price: string, amount: string): PdfText[] => [
  ...row(200, [40, "Tekst"], [330, "Antal", "right"], [350, "Enhed"], [470, "Pris", "right"], [555, "Beløb", "right"]),
  ...row(215, [40, "Elforbrug"], [330, quantity, "right"], [350, "kWh"], [470, price, "right"], [555, amount, "right"]),
];

/** A bill of the kind that every company gets. */
export const POWER_BILL: PrintedInvoice = {
  name: "a Danish power bill whose tariffs repeat its quantity",
  pages: [
    [
      name("Fiktiva El A/S"),
      title("FAKTURA"),
      ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2026-77", "right"]),
      ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2026", "right"]),
      ...row(79, [40, "CVR-nr. 12 34 56 74"], [380, "Forfaldsdato:"], [555, "20-04-2026", "right"]),
      ...row(91, [380, "Målepunkt:"], [555, "571313000000000017", "right"]),
      ...row(103, [380, "Periode:"], [555, "01-01-2026 - 31-03-2026", "right"]),
      ...row(130, [40, "Prøvefabrikken ApS"]),
      ...row(142, [40, "Industrivej 3"]),
      ...row(154, [40, "CVR 87 65 43 26"]),
      ...powerLines("1.250,5", "0,80", "1.000,40"),
      ...row(
        228,
        [40, "Nettarif"],
        [330, "1.250,5", "right"],
        [350, "kWh"],
        [470, "0,20", "right"],
        [555, "250,10", "right"],
      ),
      ...row(
        241,
        [40, "Elafgift"],
        [330, "1.250,5", "right"],
        [350, "kWh"],
        [470, "0,90", "right"],
        [555, "1.125,45", "right"],
      ),
      ...row(260, [400, "I alt ekskl. moms"], [555, "2.375,95", "right"]),
      ...row(273, [400, "Moms 25%"], [555, "593,99", "right"]),
      ...row(286, [400, "At betale DKK"], [555, "2.969,94", "right"]),
    ],
  ],
  expected: {
    supplier: "Fiktiva El A/S",
    identifier: "12345674",
    number: "F-2026-77",
    date: "2026-04-03",
    currency: "DKK",
    net: "2375.95",
    gross: "2969.94",
    lines: [
      ["Elforbrug", "1250.5", "kWh", "1000.4"],
      ["Nettarif", "1250.5", "kWh", "250.1"],
      ["Elafgift", "1250.5", "kWh", "1125.45"],
    ],
    quantities: ["electricity 1250.5 kWh 2026-01-01 2026-03-31 571313000000000017"],
  },
};
