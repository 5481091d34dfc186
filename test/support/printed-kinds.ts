import { type PrintedInvoice, row } from "./printed-invoices.ts";
import { heading, ISSUED, issuer } from "./printed-layouts.ts";

const onAccount: PrintedInvoice = {
  name: "payments on account that are taken off after the total",
  pages: [
    [
      ...issuer("V-88", "15-01-2026"),
      ...row(125, [380, "Forbrugsperiode: 01-01-2025 - 31-12-2025"]),
      ...heading(150),
      ...row(
        165,
        [40, "Fjernvarme, forbrug"],
        [330, "12,5", "right"],
        [350, "MWh"],
        [470, "600,00", "right"],
        [555, "7.500,00", "right"],
      ),
      ...row(
        178,
        [40, "Fast bidrag"],
        [330, "1", "right"],
        [350, "år"],
        [470, "500,00", "right"],
        [555, "500,00", "right"],
      ),
      ...row(200, [400, "I alt ekskl. moms"], [555, "8.000,00", "right"]),
      ...row(213, [400, "Moms"], [555, "2.000,00", "right"]),
      ...row(226, [400, "I alt inkl. moms"], [555, "10.000,00", "right"]),
      ...row(239, [400, "Betalt a conto"], [555, "-9.200,00", "right"]),
      ...row(252, [400, "At betale"], [555, "800,00", "right"]),
    ],
  ],
  expected: {
    ...ISSUED,
    number: "V-88",
    date: "2026-01-15",
    net: "8000",
    gross: "10000",
    lines: [
      ["Fjernvarme, forbrug", "12.5", "MWh", "7500"],
      ["Fast bidrag", "1", "år", "500"],
    ],
    quantities: ["district_heating 12500 kWh 2025-01-01 2025-12-31 "],
  },
};

const credit: PrintedInvoice = {
  name: "a credit note with positive amounts",
  pages: [
    [
      { top: 40, left: 40, text: "Papirhuset Test A/S", size: 13 },
      { top: 40, left: 400, text: "Kreditnota", size: 16 },
      ...row(55, [40, "CVR 11223344"], [380, "Kreditnotanr."], [555, "KR-4", "right"]),
      ...row(67, [380, "Dato"], [555, "09/02-2026", "right"]),
      ...row(79, [380, "Dato"], [555, "09-02-2026", "right"]),
      ...heading(150),
      ...row(
        165,
        [40, "Retur kopipapir"],
        [330, "2", "right"],
        [350, "pk"],
        [470, "100,00", "right"],
        [555, "200,00", "right"],
      ),
      ...row(190, [400, "Subtotal"], [555, "200,00", "right"]),
      ...row(203, [400, "Moms"], [555, "50,00", "right"]),
      ...row(216, [400, "Total"], [555, "250,00 kr.", "right"]),
    ],
  ],
  expected: {
    ...ISSUED,
    number: "KR-4",
    date: "2026-02-09",
    net: "200",
    gross: "250",
    type: "credit_note",
    lines: [["Retur kopipapir", "2", "pk", "200"]],
  },
};

const american: PrintedInvoice = {
  name: "an American invoice: month first, point for decimals, no VAT",
  pages: [
    [
      { top: 40, left: 40, text: "Sample Tools Inc.", size: 14 },
      { top: 40, left: 420, text: "INVOICE", size: 16 },
      ...row(55, [40, "500 Test Ave, Austin, TX 78701"], [380, "Invoice #: 10455"]),
      ...row(67, [40, "billing@sampletools.com"], [380, "Date: 03/04/2026"]),
      ...row(79, [380, "Due Date: 04/03/2026"]),
      ...row(110, [40, "Bill To:"]),
      ...row(122, [40, "Example Factory LLC"]),
      ...row(150, [40, "Description"], [330, "Qty", "right"], [470, "Rate", "right"], [555, "Amount", "right"]),
      ...row(165, [40, "Torque wrench"], [330, "12", "right"], [470, "$103.50", "right"], [555, "$1,242.00", "right"]),
      ...row(190, [400, "Subtotal"], [555, "$1,242.00", "right"]),
      ...row(203, [400, "Sales Tax (8.25%)"], [555, "$102.47", "right"]),
      ...row(216, [400, "Amount Due"], [555, "$1,344.47", "right"]),
    ],
  ],
  expected: {
    supplier: "Sample Tools Inc.",
    identifier: null,
    number: "10455",
    date: "2026-03-04",
    currency: "USD",
    net: "1242",
    gross: "1344.47",
    lines: [["Torque wrench", "12", null, "1242"]],
  },
};

/** A settlement, a credit note and an invoice from overseas. */
export const KINDS: readonly PrintedInvoice[] = [onAccount, credit, american];
