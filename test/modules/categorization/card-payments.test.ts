import { expect, test } from "vitest";
import { categorize, categorizationTables, NO_KNOWLEDGE } from "../../../src/modules/categorization/index.ts";

const tables = categorizationTables();

function decided(description: string): ReturnType<typeof categorize> {
  const nothing = {
    supplier_name: null,
    supplier_identifier: null,
    gl_account: null,
    gl_account_name: null,
    classification_codes: [],
    commodity: null,
    currency: "DKK",
    line_kind: "bank_row",
    region: "DK",
  };
  const input = { ...nothing, description, amount: "-3120.00", document_type: "bank_statement" };
  return categorize(input, NO_KNOWLEDGE, tables);
}

const FEES = "purchases.services.bank";

test.each(["Dankort-køb XL-BYG Ishøj", "Visa/Dankort SAS", "Dankort-køb Bauhaus", "Mastercard køb Jensens Bøfhus"])(
  "%s is a purchase of somebody, not what the bank costs",
  (description) => {
    const { category_key, candidates } = decided(description);
    expect([category_key, ...candidates.map((one) => one.category_key)]).not.toContain(FEES);
  },
);

test.each(["Dankort gebyr", "Mastercard årsgebyr", "Dankort abonnement 1. kvartal"])(
  "%s is what the bank costs",
  (words) => {
    expect(decided(words).category_key).toBe(FEES);
  },
);
