import { ubl } from "../../support/ubl.ts";
import type { TestFile } from "../../support/pipeline.ts";
import type { ToldRow } from "./told-rows.ts";

const money = (cents: number): string => (cents / 100).toFixed(2);
const danish = (cents: number): string => money(cents).replace(".", ",");

/** A row as the file that tells of it, named for it; the row is its first line. */
export function fileOf(row: ToldRow): TestFile {
  const bytes = row.kind === "bank" ? bankFile(row) : row.kind === "ledger" ? ledgerFile(row) : bill(row);
  return { name: nameOf(row), bytes };
}

export function nameOf({ name, kind }: ToldRow): string {
  return `${name.replace(" ", "-")}.${kind === "bank" || kind === "ledger" ? "csv" : "xml"}`;
}

function bill(row: ToldRow): Buffer {
  const { name, kind, supplier, gross, date, currency, number, due } = row;
  return ubl({
    number: number ?? name,
    date,
    ...(due === undefined ? {} : { due }),
    supplier: { name: supplier, cvr: "", vat: null },
    ...(currency === undefined ? {} : { currency }),
    ...(kind === "credit" ? { is_credit_note: true, credits: (number ?? name).replace("4799", "4711") } : {}),
    lines: [{ text: `Kontorartikler ${name}`, amount: money(Math.round(gross / 1.25)) }],
  });
}

function ledgerFile({ name, supplier, gross, net, date, number }: ToldRow): Buffer {
  const rows = [
    `${date};17;2450;Kontorartikler;Kontorartikler ${name};${supplier};${number ?? ""};${danish(net ?? Math.round(gross / 1.25))};DKK`,
    // A table of negative rows alone would be read as a bank's.
    ...(gross < 0
      ? [
          `${date};18;2450;Kontorartikler;Kontorartikler;Andre;;1,00;DKK`,
          `${date};19;2450;Kontorartikler;Papir;Andre;;2,00;DKK`,
        ]
      : []),
  ];
  return Buffer.from(["Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta", ...rows].join("\r\n"));
}

function bankFile({ gross, date, words, supplier, name }: ToldRow): Buffer {
  const told = words ?? `${supplier} ${name}`;
  const text = told.startsWith("leverandoerbetaling") ? told.replace("oe", "ø") : `${told} KONTORARTIKLER`;
  return Buffer.from(
    ["Dato;Tekst;Beløb;Saldo;Status", `${date};${text};${danish(-gross)};10000,00;Udført`].join("\r\n"),
  );
}
