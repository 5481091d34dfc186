import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { total as ublTotal, ublInvoice } from "../../support/invoice-xml.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type SiteCompany = Awaited<ReturnType<typeof site.company>>;

const YEAR = `<cac:InvoicePeriod><cbc:StartDate>2025-12-16</cbc:StartDate><cbc:EndDate>2026-12-15</cbc:EndDate></cac:InvoicePeriod>`;
const SELLER = `<cac:PartyName><cbc:Name>Elevatorservice ApS</cbc:Name></cac:PartyName>
  <cac:PostalAddress><cac:Country><cbc:IdentificationCode>DK</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`;

/** 12,000 DKK of one line, for the year from 16 December 2025. */
function document(name: string, root: "Invoice" | "CreditNote" = "Invoice", header = ""): Buffer {
  const lines = [{ name, amount: "12000", inside: YEAR }];
  const total = ublTotal({ net: "12000", gross: "15000" });
  const text = ublInvoice({ root, date: "2025-12-15", header, supplier: SELLER, lines, total });
  return Buffer.from(root === "Invoice" ? text : text.replace("<cbc:ID>F-1001<", "<cbc:ID>K-1<"));
}

async function booked(name: string): Promise<SiteCompany> {
  const company = await site.company();
  await site.ingest(company, { name: "service.xml", content: document(name) });
  return company;
}

interface Entry {
  readonly category_id: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly co2e_market_based_kg: number;
}

async function entriesOf(company: SiteCompany): Promise<Entry[]> {
  const rows = await site.items<Entry>(company, "/ledger-rows?from=2020-01-01&to=2030-12-31&limit=100");
  return rows.toSorted((one, other) => (one.period_from < other.period_from ? -1 : 1));
}

describe("a subscription with a stated year", () => {
  test.each([
    "Serviceabonnement elevator",
    "Serviceaftale elevator",
    "Elevator service contract",
    "Wartungsvertrag Aufzug reparatur",
    "Serviceabonnement elevator, ekskl. moms, rabat 10 %",
  ])("%s is used over its days, though its category is done once", async (name) => {
    const company = await booked(name);
    const [line] = await site.lines(company);
    await site.change(company, `/activities/${line?.id}/correct`, {
      facts: {},
      category_id: "purchases.services.repair",
      reason: "It keeps the lift going",
    });
    const entries = await entriesOf(company);
    expect(entries.map(({ category_id }) => category_id)).toEqual(Array(13).fill("purchases.services.repair"));
    expect([entries[0], entries.at(-1)]).toMatchObject([
      { period_from: "2025-12-16", period_to: "2025-12-31" },
      { period_from: "2026-12-01", period_to: "2026-12-15" },
    ]);
  });

  test("is read so from its invoice, and taken back by its credit note month by month", async () => {
    const company = await booked("Serviceabonnement elevator");
    const entries = await entriesOf(company);
    expect(entries).toHaveLength(13);
    expect(entries[0]?.category_id).toBe("purchases.services.repair");
    const reference = `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-1001</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>`;
    const credit = document("Serviceabonnement elevator", "CreditNote", reference);
    await site.ingest(company, { name: "kredit.xml", content: credit });
    const all = await entriesOf(company);
    expect(all).toHaveLength(26);
    for (const { period_from } of entries) {
      const ofMonth = all.filter((one) => one.period_from === period_from);
      expect(ofMonth.reduce((sum, one) => sum + one.co2e_market_based_kg, 0)).toBeCloseTo(0, 6);
    }
  });

  test.each([
    "Reparation af elevator",
    "Reparation af elevator, ikke omfattet af serviceaftale",
    "Ekstra besøg elevatorreparation, ikke en del af serviceaftalen",
    "Elevator repair excluded from service contract",
    "Tilkald reparation af elevator ifm. serviceaftale",
    "Abonnementsrabat reparation af elevator",
  ])("%s stays on the day of its document", async (name) => {
    const entries = await entriesOf(await booked(name));
    expect(entries).toMatchObject([{ period_from: "2025-12-15", period_to: "2025-12-15" }]);
  });
});
