import { type Case, lacks, NOT_HELD } from "./truth-table-case.ts";
import { cleaning, ledger, paper, power, used } from "./truth-table-documents.ts";

/** Lines that wait for what is in doubt about their whole document. */
export const DOCUMENT_CASES: readonly Case[] = [
  {
    title: "a date a year ahead of the document's arrival",
    documents: [power("Y-1", [used("Elforbrug", "1200")], undefined, "2027-11-18")],
    text: "Elforbrug",
    waits_for: "date_unclear",
    parameters: { date: "2027-11-18" },
    says: [
      "Bilagets dato 2027-11-18 ligger for langt fra den dag, hvor det kom.",
      "The date 2027-11-18 of the document lies too far from the day on which it arrived.",
    ],
    options: 1,
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
    parameters: { date: "1970-01-01" },
    says: [
      "Bilagets dato 1970-01-01 ligger for langt fra den dag, hvor det kom.",
      "The date 1970-01-01 of the document lies too far from the day on which it arrived.",
    ],
    options: 0,
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
    says: ["Bilaget ligner et, der allerede er bogført.", "The document resembles one that is booked already."],
    options: 1,
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
    says: [
      "Regningen har flere målere, og linjen nævner ingen af dem.",
      "The bill has several metering points, and the line names none of them.",
    ],
    options: 1,
    needs: ["decision"],
    accept: { as: power("M-2", [used("Elforbrug", "700")]) },
    with_facts: { facts: { quantity: 900, unit: "kWh" }, outcome: { as: power("M-3", [used("Elforbrug", "900")]) } },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
];
