import { pdf, type PdfText } from "./pdf.ts";
import { row } from "./printed-invoices.ts";

/** A seller in a country of the euro. */
const GERMAN_SHOP: readonly PdfText[] = [
  { top: 40, left: 40, text: "Papierhaus Test GmbH", size: 13 },
  { top: 40, left: 420, text: "RECHNUNG", size: 16 },
  ...row(55, [40, "Lagerweg 8, 24937 Flensburg"], [380, "Rechnungsnr."], [555, "K-501", "right"]),
  ...row(67, [40, "USt-IdNr. DE123456788"], [380, "Rechnungsdatum"], [555, "2026-02-01", "right"]),
];

export interface Receipt {
  /** Lines with VAT, words and amount. */
  readonly lines: readonly (readonly [text: string, amount: string])[];
  readonly total: string;
  readonly vat: string;
  readonly currency?: string;
  readonly seller?: readonly PdfText[];
}

/** Prices with VAT, and what is VAT in them. */
export const receipt = ({ lines, total, vat, currency = "EUR", seller = GERMAN_SHOP }: Receipt) => ({
  name: "kvittering.pdf",
  content: pdf([
    [
      ...seller,
      ...row(
        150,
        [40, "Vare"],
        [330, "Antal", "right"],
        [455, "Pris inkl. moms", "right"],
        [555, "I alt inkl. moms", "right"],
      ),
      ...lines.flatMap(([text, amount], index) =>
        row(165 + 13 * index, [40, text], [330, "1", "right"], [455, amount, "right"], [555, amount, "right"]),
      ),
      ...row(250, [400, `Total ${currency}`], [555, total, "right"]),
      ...row(263, [400, "Heraf moms"], [555, vat, "right"]),
    ],
  ]),
});
