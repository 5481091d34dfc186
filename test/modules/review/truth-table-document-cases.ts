import { type Case, lacks, NOT_HELD } from "./truth-table-case.ts";
import { cleaning, ledger, paper, power, table, used } from "./truth-table-documents.ts";

/** Lines that wait for what is in doubt about their whole document. */
export const DOCUMENT_CASES: readonly Case[] = [
  {
    title: "a date a year ahead of the document's arrival",
    documents: [power("Y-1", [used("Elforbrug", "1200")], undefined, "2027-11-18")],
    text: "Elforbrug",
    waits_for: "date_unclear",
    needs: ["transaction_date", "decision"],
    accept: "told",
    with_facts: {
      facts: { transaction_date: "2026-11-18" },
      outcome: { as: power("Y-2", [used("Elforbrug", "1200")], undefined, "2026-11-18") },
    },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a row with the date that programs write for none",
    documents: [ledger("01-01-1970;Lyreco A/S;19442794;Kontorpapir A4;2450;;;900,00;DKK")],
    text: "Kontorpapir A4",
    waits_for: "date_unclear",
    needs: ["transaction_date", "decision"],
    accept: lacks("exchange_rate_missing"),
    with_facts: { facts: { transaction_date: "2026-03-17" }, outcome: { as: paper("900,00") } },
    recategorize: lacks("exchange_rate_missing"),
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a possible duplicate",
    documents: [
      power("D-1", [used("Elforbrug", "1200")]),
      power("D-1", [{ ...used("Elforbrug, rettet", "2000"), amount: "1980.00" }]),
    ],
    text: "Elforbrug, rettet",
    waits_for: "possible_duplicate",
    needs: ["decision"],
    accept: { as: power("D-2", [used("Elforbrug", "2000")]) },
    with_facts: { facts: { quantity: 900, unit: "kWh" }, outcome: { as: power("D-3", [used("Elforbrug", "900")]) } },
    recategorize: { as: cleaning("1980,00") },
    exclude: "excluded",
    mark_duplicate: "excluded",
  },
  {
    title: "a quantity that names none of the metering points",
    documents: [
      power("M-1", [
        used("El Horsens", "1200", "571313000000000013"),
        used("El Vejle", "800", "571313000000000020"),
        used("Elforbrug uden sted", "700"),
      ]),
    ],
    text: "Elforbrug uden sted",
    waits_for: "supply_unknown",
    needs: ["decision"],
    accept: { as: power("M-2", [used("Elforbrug", "700")]) },
    with_facts: { facts: { quantity: 900, unit: "kWh" }, outcome: { as: power("M-3", [used("Elforbrug", "900")]) } },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a table in which an unknown column may hold the text",
    documents: [table("Dato;Kontonr;Bemærkning;Reg.mærke;Tom;Beløb", "03-03-2026;2050;Elregning;AB 12345;;1.000,00")],
    text: "",
    waits_for: "document_unclear",
    needs: ["decision"],
    accept: { as: table("Dato;Kontonr;Tekst;Beløb", "03-03-2026;2050;;1.000,00") },
    with_facts: {
      facts: { quantity: 700, unit: "kWh" },
      outcome: { as: power("U-1", [used("Elforbrug", "700")], undefined, "2026-03-03") },
    },
    recategorize: { as: cleaning("1000,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a ledger whose amounts are mostly negative",
    documents: [
      table(
        "Dato;Kontonr;Tekst;Beløb",
        "03-03-2026;2050;Elregning;-1.000,00",
        "04-03-2026;2050;Elregning april;-1.200,00",
        "05-03-2026;1010;Varesalg;9.000,00",
      ),
    ],
    text: "Elregning",
    waits_for: "document_unclear",
    needs: ["decision"],
    accept: { as: table("Dato;Kontonr;Tekst;Beløb", "03-03-2026;2050;Elregning;1.000,00"), is_negative: true },
    with_facts: {
      facts: { amount: 1000, currency: "DKK" },
      outcome: { as: table("Dato;Kontonr;Tekst;Beløb", "03-03-2026;2050;Elregning;1.000,00") },
    },
    recategorize: { as: cleaning("1000,00"), is_negative: true },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
];
