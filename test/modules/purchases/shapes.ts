import { ubl } from "../../support/ubl.ts";
import type { SentFile } from "../../support/ingesting-site.ts";

/** counts: in the totals; evidence: another line counts the purchase; waits: a person is asked. */
export type Outcome = "counts" | "evidence" | "waits";

/** One file of a shape, the name that its line is found by, and what must become of the line. */
export interface Told {
  readonly name: string;
  readonly file: SentFile;
  readonly outcome: Outcome;
}

/** A purchase as several sources tell of it. */
export interface Shape {
  readonly name: string;
  readonly told: readonly Told[];
  /** What is otherwise where payments come before documents, by name. */
  readonly payments_first?: Readonly<Record<string, Outcome>>;
  /** Whether the outcome rests on which file of one upload is read first. */
  readonly depends_on_order?: true;
}

const SUPPLIER = { name: "Nordpap A/S", cvr: "12345674" };

interface Money {
  /** Without VAT of an invoice and a posting, with it of a payment; decimal text. */
  readonly amount: string;
  readonly date: string;
  readonly currency?: string;
  readonly supplier?: { readonly name: string; readonly cvr: string };
  /** Number of the invoice that a credit note takes back. */
  readonly credits?: string;
  /** Words of the bank's line in front of the name. */
  readonly words?: string;
}

export const invoice =
  (name: string, { amount, date, currency = "DKK", supplier = SUPPLIER, credits }: Money) =>
  (outcome: Outcome): Told => ({
    name,
    outcome,
    file: {
      name: `${name}.xml`,
      content: ubl({
        number: name,
        date,
        supplier,
        currency,
        ...(credits === undefined ? {} : { credits, is_credit_note: true }),
        lines: [{ text: `Kontorartikler ${name}`, amount }],
      }),
    },
  });

const danish = (amount: string): string => amount.replace(".", ",");

export const ledger =
  (name: string, { amount, date, supplier = SUPPLIER }: Money) =>
  (outcome: Outcome): Told => ({
    name,
    outcome,
    file: {
      name: `${name}.csv`,
      content: [
        "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Beløb;Valuta",
        `${date};17;2450;Kontorartikler;Kontorartikler ${name};${supplier.name};${danish(amount)};DKK`,
      ].join("\r\n"),
    },
  });

export const bank =
  (name: string, { amount, date, words = "NORDPAP A/S" }: Money) =>
  (outcome: Outcome): Told => ({
    name,
    outcome,
    file: {
      name: `${name}.csv`,
      content: [
        "Dato;Tekst;Beløb;Saldo;Status",
        `${date};${words} KONTORARTIKLER ${name};-${danish(amount)};10000,00;Udført`,
      ].join("\r\n"),
    },
  });

/**
 * What comes long after it lies outside of the bank's first 60 days. Where it is read last, what lies within 60 days of the rows read
 * before it has been asked about.
 */
const EARLIER = bank("old1", { amount: "10.00", date: "2025-10-01", words: "GAMMEL LEVERING" })("waits");

const OTHER = { name: "Bogcentralen", cvr: "27182818" };

/** Each purchase is counted once, or a line waits with what it may belong to; gross amounts are net ones and 25 % VAT. */
export const SHAPES: readonly Shape[] = [
  {
    name: "two invoices paid by one transfer",
    told: [
      invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
      invoice("inv2", { amount: "600.00", date: "2026-03-09" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-03-30" })("evidence"),
    ],
  },
  {
    name: "three invoices paid by one transfer",
    told: [
      invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
      invoice("inv2", { amount: "600.00", date: "2026-03-09" })("counts"),
      invoice("inv3", { amount: "120.00", date: "2026-03-12" })("counts"),
      bank("pay1", { amount: "1400.00", date: "2026-03-30" })("evidence"),
    ],
  },
  {
    name: "one invoice in two instalments",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      bank("pay1", { amount: "500.00", date: "2026-03-20" })("evidence"),
      bank("pay2", { amount: "750.00", date: "2026-04-20" })("evidence"),
    ],
  },
  {
    name: "the first of two instalments",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      bank("pay1", { amount: "500.00", date: "2026-03-20" })("waits"),
    ],
  },
  {
    name: "an invoice and its credit note, paid net",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      invoice("crn1", { amount: "200.00", date: "2026-03-05", credits: "inv1" })("counts"),
      bank("pay1", { amount: "1000.00", date: "2026-03-30" })("evidence"),
    ],
    // A payment that came before either was asked about, and a person's answer is not foreseen.
    payments_first: { pay1: "waits" },
    depends_on_order: true,
  },
  {
    name: "an invoice in euro paid in kroner",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02", currency: "EUR" })("counts"),
      bank("pay1", { amount: "9331.25", date: "2026-03-30" })("evidence"),
    ],
  },
  {
    name: "a posting 15 days after its invoice",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      ledger("led1", { amount: "1000.00", date: "2026-03-17" })("evidence"),
    ],
  },
  {
    name: "a posting 30 days after its invoice",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      ledger("led1", { amount: "1000.00", date: "2026-04-01" })("evidence"),
    ],
  },
  {
    name: "a payment 65 days after its invoice",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-05-06" })("evidence"),
    ],
  },
  {
    name: "invoice, posting and payment three weeks apart",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      ledger("led1", { amount: "1000.00", date: "2026-03-23" })("evidence"),
      bank("pay1", { amount: "1250.00", date: "2026-05-02" })("evidence"),
    ],
  },
  {
    name: "a payment in whole kroner",
    told: [
      invoice("inv1", { amount: "999.68", date: "2026-03-02" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-03-20" })("evidence"),
    ],
  },
  {
    name: "two sets of invoices that fit one transfer",
    told: [
      invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
      invoice("inv2", { amount: "600.00", date: "2026-03-04" })("counts"),
      invoice("inv3", { amount: "300.00", date: "2026-03-06" })("counts"),
      invoice("inv4", { amount: "700.00", date: "2026-03-08" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-03-30" })("waits"),
    ],
    // The first two that come are the only set, and nothing moves what was settled.
    payments_first: { pay1: "evidence" },
    depends_on_order: true,
  },
  {
    name: "a transfer of more than the invoice that is here",
    told: [
      invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-03-30" })("waits"),
    ],
  },
  {
    name: "a posting of the amount that names another number",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      {
        name: "led1",
        outcome: "waits",
        file: {
          name: "led1.csv",
          content: [
            "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
            `2026-03-22;17;2450;Kontorartikler;Kontorartikler led1;${SUPPLIER.name};F-99;1000,00;DKK`,
          ].join("\r\n"),
        },
      },
    ],
  },
  {
    name: "two equal payments of one invoice: the second is another purchase",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-03-12" })("evidence"),
      bank("pay2", { amount: "1250.00", date: "2026-06-12" })("counts"),
    ],
    // Of two that are equal, which one is evidence follows from which file is read first.
    depends_on_order: true,
  },
  {
    name: "a payment of another supplier",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts"),
      EARLIER,
      bank("pay1", { amount: "500.00", date: "2026-03-30", words: "BOGCENTRALEN" })("counts"),
    ],
    depends_on_order: true,
  },
  {
    name: "two suppliers with an invoice and a payment each",
    told: [
      invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
      invoice("inv2", { amount: "600.00", date: "2026-03-09", supplier: OTHER })("counts"),
      bank("pay1", { amount: "500.00", date: "2026-05-10" })("evidence"),
      bank("pay2", { amount: "750.00", date: "2026-05-10", words: "BOGCENTRALEN" })("evidence"),
    ],
  },
  {
    name: "a payment long before the invoice",
    told: [
      invoice("inv1", { amount: "1000.00", date: "2026-08-02" })("counts"),
      EARLIER,
      bank("pay1", { amount: "700.00", date: "2026-03-30" })("counts"),
    ],
    depends_on_order: true,
  },
];
