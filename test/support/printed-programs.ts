import { type PrintedInvoice, row } from "./printed-invoices.ts";

/** Invoices the way widespread accounting and payment programs print them, with fictitious content. */

const accounting: PrintedInvoice = {
  name: "an accounting program: the buyer first, the issuer only in the foot",
  pages: [
    [
      ...row(60, [40, "Prøvefabrikken ApS"]),
      ...row(72, [40, "Industrivej 3"]),
      ...row(84, [40, "6760 Ribe"]),
      ...row(96, [40, "CVR-nr.: 87654326"]),
      { top: 130, left: 40, text: "Faktura", size: 18 },
      ...row(150, [40, "Fakturanr.: 1042"], [240, "Dato: 12-05-2026"], [420, "Kundenr.: 118"]),
      ...row(
        190,
        [40, "Varenr."],
        [110, "Tekst"],
        [330, "Antal", "right"],
        [345, "Enhed"],
        [470, "Enhedspris", "right"],
        [555, "Pris", "right"],
      ),
      ...row(
        205,
        [40, "A-100"],
        [110, "Rengøring, maj"],
        [330, "1,00", "right"],
        [345, "md."],
        [470, "4.200,00", "right"],
        [555, "4.200,00", "right"],
      ),
      ...row(
        218,
        [40, "B-7"],
        [110, "Vinduespolering"],
        [330, "2,50", "right"],
        [345, "timer"],
        [470, "320,00", "right"],
        [555, "800,00", "right"],
      ),
      ...row(231, [110, "inkl. stige"]),
      ...row(260, [380, "Nettobeløb:"], [555, "5.000,00", "right"]),
      ...row(273, [380, "Moms (25,00 % af 5.000,00):"], [555, "1.250,00", "right"]),
      ...row(290, [380, "Total DKK:"], [555, "6.250,00", "right"]),
      ...row(330, [40, "Betalingsbetingelser: Netto 8 dage - Forfaldsdato: 20-05-2026"]),
      ...row(342, [40, "Beløbet indbetales på vores bankkonto. Reg.nr.: 1234 / Kontonr.: 0001234567"]),
      ...row(800, [40, "Ren Test ApS - Kosten 4 - 6800 Varde - CVR-nr.: 11223344 - Tlf.: 70000000"]),
    ],
  ],
  expected: {
    supplier: "Ren Test ApS",
    identifier: "11223344",
    number: "1042",
    date: "2026-05-12",
    currency: "DKK",
    net: "5000",
    gross: "6250",
    lines: [
      ["Rengøring, maj", "1", "md.", "4200"],
      ["Vinduespolering inkl. stige", "2.5", "timer", "800"],
    ],
  },
};

const payment: PrintedInvoice = {
  name: "a payment provider's invoice in English",
  pages: [
    [
      { top: 40, left: 40, text: "Invoice", size: 20 },
      ...row(60, [40, "Invoice number"], [150, "7F3A21-0004"]),
      ...row(72, [40, "Date of issue"], [150, "March 3, 2026"]),
      ...row(84, [40, "Date due"], [150, "April 2, 2026"]),
      ...row(115, [40, "Sample Hosting Ltd"], [300, "Bill to"]),
      ...row(127, [40, "1 Test Quay"], [300, "Prøvefabrikken ApS"]),
      ...row(139, [40, "Dublin"], [300, "Industrivej 3"]),
      ...row(151, [40, "Ireland"], [300, "6760 Ribe"]),
      ...row(163, [40, "IE VAT IE6388047V"], [300, "DK VAT DK87654326"]),
      { top: 195, left: 40, text: "€150.00 due April 2, 2026", size: 15 },
      ...row(
        230,
        [40, "Description"],
        [350, "Qty", "right"],
        [430, "Unit price", "right"],
        [480, "Tax", "right"],
        [555, "Amount", "right"],
      ),
      ...row(
        245,
        [40, "Hosting plan"],
        [350, "3", "right"],
        [430, "€40.00", "right"],
        [480, "25%", "right"],
        [555, "€120.00", "right"],
      ),
      ...row(256, [40, "Feb 1 - Feb 28, 2026"]),
      ...row(290, [300, "Subtotal"], [555, "€120.00", "right"]),
      ...row(303, [300, "Total excluding tax"], [555, "€120.00", "right"]),
      ...row(316, [300, "VAT - Denmark (25% on €120.00)"], [555, "€30.00", "right"]),
      ...row(329, [300, "Total"], [555, "€150.00", "right"]),
      ...row(342, [300, "Amount due"], [555, "€150.00", "right"]),
    ],
  ],
  expected: {
    supplier: "Sample Hosting Ltd",
    identifier: "IE6388047V",
    number: "7F3A21-0004",
    date: "2026-03-03",
    currency: "EUR",
    net: "120",
    gross: "150",
    lines: [["Hosting plan Feb 1 - Feb 28, 2026", "3", null, "120"]],
  },
};

const telephone: PrintedInvoice = {
  name: "a telephone bill without table headings",
  pages: [
    [
      { top: 40, left: 40, text: "Teletest A/S", size: 14 },
      ...row(55, [40, "CVR-nr. 11223344"], [380, "Regningsnummer 88123"]),
      ...row(67, [380, "Regningsdato 01.06.2026"]),
      ...row(79, [380, "Betalingsdato 20.06.2026"]),
      ...row(120, [40, "Erhverv Mobil 01.06.2026 - 30.06.2026"], [555, "199,00", "right"]),
      ...row(133, [40, "Bredbånd"], [555, "250,00", "right"]),
      ...row(146, [40, "Forbrug"], [555, "31,00", "right"]),
      ...row(170, [40, "I alt uden moms"], [555, "480,00", "right"]),
      ...row(183, [40, "Moms 25%"], [555, "120,00", "right"]),
      ...row(196, [40, "At betale kr."], [555, "600,00", "right"]),
    ],
  ],
  expected: {
    supplier: "Teletest A/S",
    identifier: "11223344",
    number: "88123",
    date: "2026-06-01",
    currency: "DKK",
    net: "480",
    gross: "600",
    lines: [
      ["Erhverv Mobil 01.06.2026 - 30.06.2026", null, null, "199"],
      ["Bredbånd", null, null, "250"],
      ["Forbrug", null, null, "31"],
    ],
  },
};

const measured: PrintedInvoice = {
  name: "a utility bill with quantities in running text",
  pages: [
    [
      { top: 40, left: 40, text: "Fiktiva Gas A/S", size: 14 },
      ...row(55, [40, "CVR 11223344"], [380, "Faktura nr. 2026/0815"]),
      ...row(67, [380, "Dato 2. april 2026"]),
      ...row(120, [40, "Naturgas"], [250, "1.250 m3 à 5,20 kr."], [555, "6.500,00", "right"]),
      ...row(133, [40, "Distribution"], [250, "1.250 m3 à 1,00 kr."], [555, "1.250,00", "right"]),
      ...row(146, [40, "Naturgasafgift"], [250, "1.250 m3 à 2,00 kr."], [555, "2.500,00", "right"]),
      ...row(170, [380, "Subtotal"], [555, "10.250,00", "right"]),
      ...row(183, [380, "Moms"], [555, "2.562,50", "right"]),
      ...row(196, [380, "I alt"], [555, "12.812,50", "right"]),
    ],
  ],
  expected: {
    supplier: "Fiktiva Gas A/S",
    identifier: "11223344",
    number: "2026/0815",
    date: "2026-04-02",
    currency: "DKK",
    net: "10250",
    gross: "12812.5",
    lines: [
      ["Naturgas", "1250", "m3", "6500"],
      ["Distribution", "1250", "m3", "1250"],
      ["Naturgasafgift", "1250", "m3", "2500"],
    ],
    quantities: ["natural_gas 1250 m3   "],
  },
};

export const PROGRAMS: readonly PrintedInvoice[] = [accounting, payment, telephone, measured];
