import { MILEAGE } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";
import { type Case, INVALID, lacks, NOT_HELD } from "./truth-table-case.ts";
import { cleaning, type Document, ledger, paper, table, used } from "./truth-table-documents.ts";

const bill = (number: string, document: Omit<UblDocument, "number">): Document => ({
  name: `${number}.xml`,
  content: ubl({ number, ...document }),
});
const GERMAN = { name: "Stadtwerke Beispiel GmbH", cvr: "", vat: "DE123456788", country: "DE" };
const POWER = { currency: "EUR", lines: [used("Elforbrug", "1000")] };
const IN_GERMANY = { street: "Hafenstraße 12", zone: "24937", country: "DE" };
/** Of Statnett's series, with the check digit of GS1. */
const NORWEGIAN_POINT = "707057500000000018";
const STEEL = { name: "Stålcentrum Nord A/S", cvr: "27182818" };
const steel = (number: string, amount: string, is_credit_note: boolean): Document =>
  bill(number, { is_credit_note, supplier: STEEL, lines: [{ text: "Stålplade 3 mm", amount }] });
const gas = (quantity: string, unit: string): Document =>
  ledger(`15-03-2026;Evida;27210538;Naturgas;;${quantity};${unit};1500,00;DKK`);
const OWN_ACCOUNT = "DK5000400440116243";
const MILEAGE_ROW = "05-09-2026;1;2820;Kilometergodtgørelse;Km A. Holm;700;km;2.660,00";

/** Lines that wait for what somebody knows of their use, their place or their counterpart. */
export const FURTHER_CASES: readonly Case[] = [
  {
    title: "gas in cubic metres of an unknown pressure",
    documents: [gas("245", "m3")],
    text: "Naturgas",
    waits_for: "unit_mismatch",
    parameters: { category_id: "energy.stationary.natural_gas", unit: "m3" },
    says: ["Naturgas kan ikke tælles i m3.", "Natural gas cannot be counted in m3."],
    options: 0,
    needs: ["quantity"],
    accept: lacks("unit_mismatch"),
    with_facts: { facts: { quantity: 230, unit: "Nm3" }, outcome: { as: gas("230", "Nm3") } },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "goods by the piece without an amount",
    documents: [table("Date;Text;Quantity;Unit", "2026-03-17;Kopipapir;12;stk")],
    text: "Kopipapir",
    waits_for: "no_amount_or_quantity",
    parameters: { category_id: "purchases.goods.office_supplies" },
    says: [
      "Hverken beløb eller en mængde, som Kontorartikler og tryksager kan tælles i, er kendt.",
      "Neither an amount nor a quantity that Office supplies and print can be counted in is known.",
    ],
    options: 0,
    needs: ["amount"],
    amount_in: "DKK",
    accept: lacks("no_amount_or_quantity"),
    with_facts: { facts: { amount: 640, currency: "DKK" }, outcome: { as: paper("640,00") } },
    recategorize: lacks("no_amount_or_quantity"),
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "fuel in a unit that measures none of it, without an amount",
    documents: [
      table("Dato;Tekst;Kategori;Antal;Enhed", "15-03-2026;Diesel til trucken;transport.own.diesel;10;timer"),
    ],
    text: "Diesel til trucken",
    waits_for: "no_amount_or_quantity",
    parameters: { category_id: "transport.own.diesel" },
    says: [
      "Hverken beløb eller en mængde, som Diesel til køretøjer kan tælles i, er kendt.",
      "Neither an amount nor a quantity that Diesel for vehicles can be counted in is known.",
    ],
    options: 0,
    needs: ["quantity", "amount"],
    accept: lacks("no_amount_or_quantity"),
    with_facts: {
      facts: { quantity: 500, unit: "l" },
      outcome: { as: table("Date;Text;Quantity;Unit", "2026-03-15;Diesel;500;liter") },
    },
    recategorize: lacks("no_amount_or_quantity"),
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "electricity in a grid without a figure of generation alone",
    documents: [bill("N-1", { ...POWER, meter: NORWEGIAN_POINT })],
    text: "Elforbrug",
    waits_for: "no_factor",
    parameters: { category_id: "energy.electricity.grid_other", date: "2026-05-15" },
    says: [
      "Der er ingen emissionsfaktor for El, andre lande den 2026-05-15.",
      "There is no emission factor for Electricity, other countries on 2026-05-15.",
    ],
    options: 0,
    needs: ["emission_factor_key", "category_id"],
    accept: lacks("no_factor"),
    with_facts: { facts: { emission_factor_key: "electricity.no.production_mix.kwh" }, outcome: { kg: 30.75 } },
    recategorize: { as: cleaning("1500,00", "EUR") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a refrigerant that the line does not name",
    documents: [
      table(
        "Dato;Tekst;Kategori;Antal;Enhed;Beløb",
        "15-03-2026;Kølemiddel;energy.fugitive.other_refrigerant;2;kg;1500,00",
      ),
    ],
    text: "Kølemiddel",
    waits_for: "no_factor",
    parameters: { category_id: "energy.fugitive.other_refrigerant", date: "2026-03-15" },
    says: [
      "Der er ingen emissionsfaktor for Andre kølemidler den 2026-03-15.",
      "There is no emission factor for Other refrigerants on 2026-03-15.",
    ],
    options: 0,
    needs: ["attributes"],
    accept: lacks("no_factor"),
    with_facts: { facts: { attributes: { refrigerant: "r449a" } }, outcome: { kg: 2563.8 } },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "own power without its quantity",
    documents: [
      table("Dato;Tekst;Kategori;Beløb", "15-03-2026;Solceller på taget;energy.electricity.own_generation;1500,00"),
    ],
    text: "Solceller på taget",
    waits_for: "category_needs_person",
    parameters: { category_id: "energy.electricity.own_generation" },
    says: [
      "Egen vedvarende elproduktion (egetforbrug) har ingen emissionsfaktor at tælle linjen med.",
      "Own renewable generation (self-consumed) has no emission factor to count the line by.",
    ],
    options: 0,
    needs: ["quantity", "category_id"],
    accept: lacks("category_needs_person"),
    with_facts: { facts: { quantity: 900, unit: "kWh" }, outcome: { kg: 0 } },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a category that nothing but stated emissions counts",
    documents: [table("Dato;Tekst;Kategori;Beløb", "15-03-2026;Andel af butik;finance.franchises.unit;1500,00")],
    text: "Andel af butik",
    waits_for: "category_needs_person",
    parameters: { category_id: "finance.franchises.unit" },
    says: [
      "Franchiseenhed har ingen emissionsfaktor at tælle linjen med.",
      "Franchise unit has no emission factor to count the line by.",
    ],
    options: 0,
    needs: ["emissions", "category_id"],
    accept: lacks("category_needs_person"),
    with_facts: {
      facts: { emissions: { kg_co2e: 500, source: "Annual report 2025", year: 2025, method: "average_data" } },
      outcome: { kg: 500 },
    },
    recategorize: { as: cleaning("1500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "electricity of a seller abroad whose place is not stated",
    documents: [bill("L-1", { ...POWER, supplier: GERMAN })],
    text: "Elforbrug",
    waits_for: "country_unclear",
    says: [
      "Det er ikke sikkert, i hvilket land strømmen er brugt.",
      "It is not certain in which country the electricity was used.",
    ],
    options: 2,
    needs: ["attributes"],
    accept: lacks("country_unclear"),
    with_facts: {
      facts: { attributes: { country: "DE" } },
      outcome: { as: bill("L-2", { ...POWER, supplier: GERMAN, delivered: IN_GERMANY }) },
    },
    recategorize: { as: cleaning("1500,00", "EUR") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "electricity abroad in a country that nothing states",
    documents: [
      table(
        "Date;Text;Category;Quantity;Unit;Amount;Currency",
        "2026-05-15;Elforbrug;energy.electricity.grid_other;1000;kWh;1500,00;EUR",
      ),
    ],
    text: "Elforbrug",
    waits_for: "country_unclear",
    says: [
      "Det er ikke sikkert, i hvilket land strømmen er brugt.",
      "It is not certain in which country the electricity was used.",
    ],
    options: 1,
    needs: ["attributes"],
    accept: lacks("country_unclear"),
    with_facts: {
      facts: { attributes: { country: "DE" } },
      outcome: { as: bill("L-3", { ...POWER, supplier: GERMAN, delivered: IN_GERMANY, date: "2026-05-15" }) },
    },
    recategorize: { as: cleaning("1500,00", "EUR") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a credit note whose invoice is not here",
    documents: [steel("S-1", "4000.00", true)],
    text: "Stålplade 3 mm",
    waits_for: "credit_unmatched",
    says: [
      "Linjen tager noget tilbage, som ingen faktura her har talt med.",
      "The line takes back what no invoice here has counted.",
    ],
    options: 1,
    needs: ["decision"],
    accept: { as: steel("S-2", "4000.00", false), is_negative: true },
    recategorize: { as: cleaning("4000,00"), is_negative: true },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a transfer of the bank's first days beside a ledger",
    documents: [
      ledger("17-03-2026;Ren ApS;;Rengøring;3300;;;77,00;DKK"),
      table("Dato;Tekst;Beløb;Saldo;Status", "20-03-2026;KONTORARTIKLER NORDPAP;-1250,00;10000,00;Udført"),
    ],
    text: "KONTORARTIKLER NORDPAP",
    waits_for: "payment_unmatched",
    says: [
      "Betalingen kan høre til et køb, som ikke er her, eller som et andet bilag tæller.",
      "The payment may settle a purchase that is not here, or that another document counts.",
    ],
    options: 1,
    needs: ["decision"],
    accept: { as: paper("1000,00") },
    with_facts: { facts: { amount: 640, currency: "DKK" }, outcome: { as: paper("640,00") } },
    recategorize: { as: cleaning("1000,00") },
    exclude: "excluded",
    mark_duplicate: "excluded",
  },
  {
    title: "a bill of another company that asks to be paid on the company's own account",
    documents: [
      { method: "PUT", path: "/settings/own-numbers", body: { numbers: [{ kind: "iban", number: OWN_ACCOUNT }] } },
      bill("U-1", {
        supplier: { name: "Fiktiva A/S", cvr: "12345674" },
        iban: OWN_ACCOUNT,
        lines: [{ text: "Kopipapir A4", amount: "500.00" }],
      }),
    ],
    text: "Kopipapir A4",
    waits_for: "document_unclear",
    says: ["Bilaget kunne ikke læses sikkert.", "The document could not be read with certainty."],
    options: 1,
    needs: ["decision"],
    accept: { as: paper("500,00") },
    with_facts: { facts: { amount: 640, currency: "DKK" }, outcome: { as: paper("640,00") } },
    recategorize: { as: cleaning("500,00") },
    exclude: "excluded",
    mark_duplicate: NOT_HELD,
  },
  {
    title: "a record that says something else than the rows that it covers",
    documents: [
      table("Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb", MILEAGE_ROW),
      { method: "POST", path: "/activities", body: { ...MILEAGE, covers: { accounts: ["2820"] } } },
    ],
    text: "Kilometerpenge september",
    waits_for: "record_differs",
    says: [
      "Registreringen og de bogførte linjer, den dækker, siger ikke det samme.",
      "The record and the rows of the books that it covers do not say the same.",
    ],
    options: 1,
    needs: ["decision"],
    accept: { kg: 207.39 },
    with_facts: { facts: { quantity: 700, unit: "km" }, outcome: { kg: 117.075 } },
    recategorize: [400, INVALID, "no_amount_or_quantity"],
    exclude: { kg: 117.075, left_out: true },
    mark_duplicate: NOT_HELD,
  },
];
