import { expect, test } from "vitest";
import { categorizationTables, categorize, NO_KNOWLEDGE } from "../../../src/modules/categorization/index.ts";
import { lineWith } from "../../support/categorization-line.ts";

// The litres of the additive would otherwise be multiplied by what a litre of fuel emits.
test.each([
  ["25.09 Esbjerg - AdBlue", "purchases.materials.chemicals"],
  ["AdBlue 10 l", "purchases.materials.chemicals"],
  ["Diesel B7 og AdBlue", "transport.own.diesel"],
])("an additive for diesel engines is no fuel, but does not change that of a line that names one: %s", (text, key) => {
  expect(categorize(lineWith({ description: text }), NO_KNOWLEDGE, categorizationTables()).category_key).toBe(key);
});
