import { renderUbl } from "../src/demo/ubl.ts";

const SUPPLIERS = [
  { name: "Havnens Elforsyning A/S", cvr: "31415926" },
  { name: "Brændstofkort Danmark A/S", cvr: "14142135" },
  { name: "Skovens Trælast A/S", cvr: "17320508" },
  { name: "Fjordens Fragt A/S", cvr: "33166247" },
  { name: "Kontorcentralen A/S", cvr: "49999999" },
] as const;

/** Text, UN/ECE unit, and DKK per unit: five lines per supplier. */
const LINES: readonly (readonly (readonly [string, string, number])[])[] = [
  [
    ["Elforbrug, målernummer 571313174000", "KWH", 0.98],
    ["Fjernvarme, varmeforbrug", "KWH", 0.62],
    ["Vandforbrug", "MTQ", 23.9],
    ["Spildevand, vandafledning", "MTQ", 38.5],
    ["Naturgas, forbrug", "MTQ", 8.4],
  ],
  [
    ["Diesel B7, varebiler", "LTR", 10.4],
    ["Benzin E10, poolbil", "LTR", 11.7],
    ["Diesel B7, lastbil", "LTR", 10.2],
    ["AdBlue", "LTR", 6.1],
    ["Smøreolie", "LTR", 58],
  ],
  [
    ["Egetræ, planker 32 mm ovntørret", "MTQ", 6_300],
    ["Birkefiner 18 mm plader", "EA", 370],
    ["Spånplader 16 mm", "EA", 145],
    ["Lak og olie, vandbaseret", "LTR", 94],
    ["Hængsler og skuffeskinner i stål", "EA", 19.6],
  ],
  [
    ["Vejtransport møbler, stykgods", "EA", 2_450],
    ["Pap og papir til genanvendelse", "TNE", 578],
    ["Erhvervsaffald til forbrænding", "TNE", 1_550],
    ["Emballage, papkasser", "EA", 14.5],
    ["Kurérservice", "EA", 320],
  ],
  [
    ["Kopipapir A4", "EA", 39],
    ["Kontorartikler", "EA", 210],
    ["Softwarelicenser CAD", "EA", 8_950],
    ["Rengøring af kontor", "MON", 7_450],
    ["Frokostordning, kantine", "EA", 540],
  ],
];
const LINES_PER_INVOICE = 4;

export interface InvoiceFile {
  readonly name: string;
  readonly text: string;
}

/** UBL invoice number `n` of a series: four lines; equal numbers give equal invoices and no two others are alike. */
export function invoiceFile(series: string, n: number): InvoiceFile {
  const kind = n % SUPPLIERS.length;
  const supplier = SUPPLIERS[kind] ?? SUPPLIERS[0];
  const choice = LINES[kind] ?? [];
  const lines = Array.from({ length: LINES_PER_INVOICE }, (_, index) => {
    const [text, unit, price] = choice[(index + Math.floor(n / SUPPLIERS.length)) % choice.length] ?? ["", "EA", 0];
    const quantity = 1 + ((n * 37 + index * 101) % 4_000) / 10;
    return { text, quantity: quantity.toFixed(1), unit, amount: (quantity * price).toFixed(2) };
  });
  const month = String((n % 12) + 1).padStart(2, "0");
  const day = String((n % 28) + 1).padStart(2, "0");
  const number = `${series}-${n}`;
  const issue_date = `2025-${month}-${day}`;
  return {
    name: `${number}.xml`,
    text: renderUbl({ number, issue_date, supplier: { ...supplier, country: "DK" }, lines }),
  };
}
