import { ubl, type UblLine } from "../../support/ubl.ts";

/** A file that is handed in. */
export interface Document {
  readonly name: string;
  readonly content: string | Buffer;
}

const HEAD = "Dato;Leverandør;CVR;Tekst;Konto;Antal;Enhed;Beløb ekskl. moms;Valuta\n";
export const ledger = (...rows: readonly string[]): Document => ({
  name: "posteringer.csv",
  content: `${HEAD}${rows.join("\n")}\n`,
});
export const table = (...rows: readonly string[]): Document => ({
  name: "bogholderi.csv",
  content: `${rows.join("\n")}\n`,
});
export const cleaning = (amount: string, currency = "DKK"): Document =>
  ledger(`17-03-2026;Ren ApS;;Rengøring;3300;;;${amount};${currency}`);
export const paper = (amount: string): Document =>
  ledger(`17-03-2026;Lyreco A/S;19442794;Kontorpapir A4;2450;;;${amount};DKK`);
export const diesel = (litres: string): Document =>
  table("Date;Text;Quantity;Unit", `2026-03-15;Diesel;${litres};liter`);

export const power = (
  number: string,
  lines: readonly UblLine[],
  period?: readonly [string, string],
  date = "2026-05-15",
) => ({
  name: `${number}.xml`,
  content: ubl({ number, lines, date, ...(period === undefined ? {} : { period }) }),
});
export const used = (text: string, quantity: string, meter?: string): UblLine => ({
  text,
  quantity,
  unit: "KWH",
  amount: "1500.00",
  ...(meter === undefined ? {} : { meter }),
});
const MACHINES = { name: "Maskinfabrikken Vest A/S", cvr: "27182818" };
export const machines = (number: string, ...lines: readonly UblLine[]): Document => ({
  name: `${number}.xml`,
  content: ubl({ number, supplier: MACHINES, lines }),
});
