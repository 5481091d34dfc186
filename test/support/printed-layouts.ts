import type { PdfText } from "./pdf.ts";
import { type PrintedInvoice, row } from "./printed-invoices.ts";

/** Ways in which Danish and English invoices are laid out, one trap each. */

export const issuer = (number: string, date: string): PdfText[] => [
  { top: 40, left: 40, text: "Papirhuset Test A/S", size: 13 },
  { top: 40, left: 420, text: "FAKTURA", size: 16 },
  ...row(55, [40, "Lagervej 8, 2600 Glostrup"], [380, "Fakturanr."], [555, number, "right"]),
  ...row(67, [40, "CVR 11223344"], [380, "Fakturadato"], [555, date, "right"]),
  ...row(110, [40, "Prøvefabrikken ApS"]),
];
export const ISSUED = { supplier: "Papirhuset Test A/S", identifier: "11223344", currency: "DKK" } as const;
export const heading = (top: number): PdfText[] =>
  row(
    top,
    [40, "Beskrivelse"],
    [330, "Antal", "right"],
    [350, "Enhed"],
    [470, "Stk. pris", "right"],
    [555, "Beløb", "right"],
  );

const includingVat: PrintedInvoice = {
  name: "prices that include VAT, with the VAT as a note",
  pages: [
    [
      ...issuer("K-501", "2026-02-01"),
      ...row(
        150,
        [40, "Vare"],
        [330, "Antal", "right"],
        [455, "Pris inkl. moms", "right"],
        [555, "I alt inkl. moms", "right"],
      ),
      ...row(165, [40, "Kontorstol"], [330, "2", "right"], [455, "1.000,00", "right"], [555, "2.000,00", "right"]),
      ...row(178, [40, "Fodskammel"], [330, "1", "right"], [455, "500,00", "right"], [555, "500,00", "right"]),
      ...row(200, [400, "Total DKK"], [555, "2.500,00", "right"]),
      ...row(213, [400, "Heraf moms"], [555, "500,00", "right"]),
    ],
  ],
  expected: {
    ...ISSUED,
    number: "K-501",
    date: "2026-02-01",
    net: "2000",
    gross: "2500",
    tax_treatment: "incl_vat",
    lines: [
      ["Kontorstol", "2", null, "2000"],
      ["Fodskammel", "1", null, "500"],
    ],
  },
};

const discount: PrintedInvoice = {
  name: "a discount and freight between the lines and the net",
  pages: [
    [
      ...issuer("R-9", "4. maj 2026"),
      ...heading(150),
      ...row(
        165,
        [40, "Kopipapir"],
        [330, "10", "right"],
        [350, "pk"],
        [470, "100,00", "right"],
        [555, "1.000,00", "right"],
      ),
      ...row(190, [400, "Subtotal"], [555, "1.000,00", "right"]),
      ...row(203, [400, "Rabat 10%"], [555, "-100,00", "right"]),
      ...row(216, [400, "Fragt"], [555, "50,00", "right"]),
      ...row(229, [400, "Momsgrundlag"], [555, "950,00", "right"]),
      ...row(242, [400, "25% moms"], [555, "237,50", "right"]),
      ...row(255, [400, "I alt DKK inkl. moms"], [555, "1.187,50", "right"]),
    ],
  ],
  expected: {
    ...ISSUED,
    number: "R-9",
    date: "2026-05-04",
    net: "950",
    gross: "1187.5",
    lines: [
      ["Kopipapir", "10", "pk", "1000"],
      ["Rabat 10%", null, null, "-100"],
      ["Fragt", null, null, "50"],
    ],
  },
};

const carried: PrintedInvoice = {
  name: "a table over two pages with sums carried over",
  pages: [
    [
      ...issuer("T-2", "01.03.2026"),
      ...heading(150),
      ...row(
        165,
        [40, "Gips"],
        [330, "3", "right"],
        [350, "plade"],
        [470, "100,00", "right"],
        [555, "300,00", "right"],
      ),
      ...row(
        178,
        [40, "Skruer"],
        [330, "2", "right"],
        [350, "æske"],
        [470, "50,00", "right"],
        [555, "100,00", "right"],
      ),
      ...row(191, [40, "Transport til side 2"], [555, "400,00", "right"]),
      ...row(810, [280, "Side 1 af 2"]),
    ],
    [
      ...row(40, [40, "Papirhuset Test A/S"], [380, "Fakturanr."], [555, "T-2", "right"]),
      ...heading(80),
      ...row(95, [40, "Overført fra side 1"], [555, "400,00", "right"]),
      ...row(
        108,
        [40, "Transport af affald"],
        [330, "1", "right"],
        [350, "tur"],
        [470, "600,00", "right"],
        [555, "600,00", "right"],
      ),
      ...row(130, [400, "Total ekskl. moms"], [555, "1.000,00", "right"]),
      ...row(143, [400, "Moms (25,00%)"], [555, "250,00", "right"]),
      ...row(156, [400, "Total inkl. moms"], [555, "1.250,00", "right"]),
      ...row(810, [280, "Side 2 af 2"]),
    ],
  ],
  expected: {
    ...ISSUED,
    number: "T-2",
    date: "2026-03-01",
    net: "1000",
    gross: "1250",
    lines: [
      ["Gips", "3", "plade", "300"],
      ["Skruer", "2", "æske", "100"],
      ["Transport af affald", "1", "tur", "600"],
    ],
  },
};

/** The same invoice as each word by itself, the way many programs print. */
function wordByWord(invoice: PrintedInvoice): PrintedInvoice {
  const pages = invoice.pages.map((texts) =>
    texts.flatMap((one) => {
      const size = one.size ?? 9;
      let at = one.left ?? (one.right ?? 0) - one.text.length * 0.6 * size;
      return one.text.split(" ").map((text): PdfText => {
        const word = { top: one.top, left: at, text, size };
        at += text.length * 0.6 * size + 0.3 * size;
        return word;
      });
    }),
  );
  return { ...invoice, name: `${invoice.name}, printed word by word`, pages };
}

export const LAYOUTS: readonly PrintedInvoice[] = [includingVat, discount, carried, wordByWord(discount)];
