import { expect, it } from "vitest";
import {
  categorize,
  categorizationTables,
  type CategorizationInput,
  type Decision,
  NO_KNOWLEDGE,
} from "../../../src/modules/categorization/index.ts";

function decisionOf(description: string, input: Partial<CategorizationInput> = {}): Decision {
  const line: CategorizationInput = {
    description,
    supplier_name: null,
    supplier_identifier: null,
    gl_account: null,
    gl_account_name: null,
    classification_codes: [],
    commodity: null,
    amount: "4800",
    currency: "DKK",
    line_kind: "line",
    document_type: "invoice",
    ...input,
  };
  return categorize(line, NO_KNOWLEDGE, categorizationTables());
}

it.each([
  "Registreringsafgift",
  "Registreringsafgift, ny varebil",
  "Vægtafgift 1. halvår 2026 AB 12 345",
  "Grøn ejerafgift",
  "Ejerafgift varebil",
  "Udlæg tinglysning",
  "Tinglysningsafgift skøde",
  "Grundskyld 2026, 1. rate",
  "Ejendomsskat 2. rate",
  "Property tax 2026",
  "Vejbenyttelsesafgift lastbil",
  "Kfz-Steuer 2026",
  "Import duty, China",
])("%s is a tax or duty: it buys nothing and is left out with the reason", (description) => {
  const { status, reason } = decisionOf(description);
  expect(status).toBe("excluded");
  expect(reason).toMatch(/is a tax or duty, for which nothing is delivered$/);
});

it("an account that is named after a duty leaves a posting out that names no purchase", () => {
  const account = { gl_account_name: "Vægtafgift" };
  expect(decisionOf("Betaling 2. kvartal", account).status).toBe("excluded");
  expect(decisionOf("Forsikring varebil", account).category_key).toBe("purchases.services.insurance");
});

it.each([
  ["Ny varebil inkl. registreringsafgift", "capital.goods.vehicles"],
  ["Salær, tinglysning af skøde", "purchases.services.consulting"],
  ["Rådgivning om grundskyld", "purchases.services.consulting"],
  ["Leasing varebil inkl. ejerafgift", "leased_upstream.assets.equipment"],
  ["Told og importspedition", "transport.upstream.warehousing"],
])("%s is bought, with the duty in its price or as its subject", (description, category_key) => {
  expect(decisionOf(description).category_key).toBe(category_key);
});

it.each([
  ["BroBizz passage Storebælt", "purchases.services.other_services"],
  ["Motorway toll Austria", "purchases.services.other_services"],
  ["Autobahnmaut", "purchases.services.other_services"],
  ["Gødning NPK 21-3-10", "purchases.materials.agricultural"],
  ["Fertiliser 25 kg", "purchases.materials.agricultural"],
  ["Car hire Heathrow 3 days", "transport.travel.rental_car"],
  ["Hire of car, 2 days", "transport.travel.rental_car"],
  ["Leihwagen 2 Tage", "transport.travel.rental_car"],
])("%s is taken as %s", (description, category_key) => {
  expect(decisionOf(description)).toMatchObject({ status: "classified", category_key });
});

it("a Dutch word that is an English one of another meaning suggests nothing", () => {
  expect(decisionOf("FRITUUR VET 10 KG RETOUR").category_key).toBe("unclassified.pending");
  expect(decisionOf("Vet visit, guard dog").category_key).toBe("purchases.services.other_services");
});
