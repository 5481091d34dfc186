import { expect, test } from "vitest";
import { categorizationTables, categorize, NO_KNOWLEDGE } from "../../../src/modules/categorization/index.ts";

const LINE = {
  supplier_name: null,
  supplier_identifier: null,
  gl_account: null,
  gl_account_name: null,
  classification_codes: [],
  commodity: null,
  amount: "100.00",
  line_kind: "line",
  document_type: "invoice",
};

// The litres of the additive would otherwise be multiplied by what a litre of fuel emits.
test.each([
  ["25.09 Esbjerg - AdBlue", "purchases.materials.chemicals"],
  ["AdBlue 10 l", "purchases.materials.chemicals"],
  ["Diesel B7 og AdBlue", "transport.own.diesel"],
])("an additive for diesel engines is no fuel, but does not change that of a line that names one: %s", (text, key) => {
  expect(categorize({ ...LINE, description: text }, NO_KNOWLEDGE, categorizationTables()).category_key).toBe(key);
});
