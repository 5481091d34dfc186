import type { SourceRecord } from "../../core/source-connector.ts";

const HEADINGS = ["Dato", "Kontonr", "Kontonavn", "Bilagsnr", "Posteringsnr", "Fakturanr", "Tekst", "Beløb", "Valuta"];

/**
 * Bookings as a list in the form in which ledgers export them, so that they are read, categorised and traced like an
 * export that somebody uploads. Delimiter comma, decimal point, UTF-8, every cell quoted.
 */
export function ledgerRows(records: readonly SourceRecord[]): Buffer {
  const rows = records.map(({ external_id, booking }) => {
    const { date, account, account_name, voucher, invoice_number, text, amount, currency } = booking;
    const entry_id = external_id.replace(/^entry\//, "");
    return [date, account, account_name, voucher, entry_id, invoice_number, text, amount, currency];
  });
  return Buffer.from([HEADINGS, ...rows].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join(""));
}

function quoted(cell: string): string {
  return `"${cell.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, " ").replaceAll('"', '""')}"`;
}
