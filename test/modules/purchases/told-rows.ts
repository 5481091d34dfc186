import type { NewActivity } from "../../../src/modules/activities/index.ts";
import type { ParsedDocument } from "../../../src/modules/reading/index.ts";
import type { ToldDocument } from "./register-in-memory.ts";

/** What one source says, as a row or a document of its own; amounts in hundredths, with VAT. */
export interface ToldRow {
  readonly name: string;
  readonly kind: "invoice" | "credit" | "ledger" | "bank";
  readonly supplier: string;
  readonly gross: number;
  /** Without VAT; absent: four fifths of the gross. */
  readonly net?: number;
  /** ISO date. */
  readonly date: string;
  readonly currency?: string;
  readonly number?: string;
  /** ISO date on which a bill is due. */
  readonly due?: string;
  /** In place of the supplier's name on a row of the bank. */
  readonly words?: string;
  /** Nothing was bought, says its row alone. */
  readonly isLeftOut?: true;
}

const money = (cents: number): string => (cents / 100).toFixed(2);

/** One document with its rows; invoices have one. */
export function documentOf(rows: readonly ToldRow[]): ToldDocument {
  const [first] = rows;
  if (first === undefined) throw new Error("a document of nothing");
  const isBill = first.kind === "invoice" || first.kind === "credit";
  const sign = first.kind === "credit" ? -1 : 1;
  const document: Partial<ParsedDocument> = {
    document_type: TYPES[first.kind],
    supplier: isBill ? { name: first.supplier, country: "DK", identifier: numberOf(first.supplier) } : null,
    invoice_number: isBill ? (first.number ?? first.name) : null,
    issue_date: isBill ? first.date : null,
    ...(first.due === undefined ? {} : { due_date: first.due }),
    currency: isBill ? (first.currency ?? "DKK") : null,
    total_excl_vat: isBill ? money(netOf(first)) : null,
    total_incl_vat: isBill ? money(first.gross) : null,
    signed_total_excl_vat: isBill ? money(sign * netOf(first)) : null,
    references: [],
  };
  return {
    document: document as ParsedDocument,
    activities: rows.map((row) => activityOf(row, sign)),
    names: rows.map(({ name }) => name),
  };
}

const TYPES = {
  invoice: "invoice",
  credit: "credit_note",
  ledger: "ledger",
  bank: "bank_statement",
} as const satisfies Record<ToldRow["kind"], ParsedDocument["document_type"]>;

function netOf({ gross, net }: ToldRow): number {
  return net ?? Math.round(gross / 1.25);
}

function activityOf(row: ToldRow, sign: number): NewActivity {
  const { kind, supplier, gross, date, number } = row;
  const isBank = kind === "bank";
  const amount = isBank ? gross : sign * netOf(row);
  const activity: Partial<NewActivity> = {
    description: isBank ? (row.words ?? `${supplier} ${row.name}`) : `varer ${row.name}`,
    amount: money(amount),
    currency: isBank ? null : (row.currency ?? "DKK"),
    tax_treatment: isBank ? "incl_vat" : "excl_vat",
    supplier_name: isBank ? null : supplier,
    supplier_identifier: kind === "invoice" || kind === "credit" ? numberOf(supplier) : null,
    invoice_number: isBank ? null : (number ?? null),
    transaction_date: `${date}T00:00:00.000Z`,
    service_period_start: null,
    gl_account: kind === "ledger" ? "2450" : null,
    data_source_id: null,
    split: {
      decision: {
        status: row.isLeftOut === true ? "excluded" : "classified",
        category_key: "purchases.goods.office_supplies",
      },
    } as NewActivity["split"],
    result: row.isLeftOut === true ? null : { kind: "calculated", entries: [] },
  };
  return activity as NewActivity;
}

/** Eight digits that only this name has. */
function numberOf(supplier: string): string {
  let sum = 10_000_000;
  for (const letter of supplier) sum = (sum * 31 + letter.charCodeAt(0)) % 89_999_999;
  return String(10_000_000 + (sum % 89_999_999));
}
