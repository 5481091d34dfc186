import { expect, test } from "vitest";
import { categorizationTables, categorize, NO_KNOWLEDGE } from "../../../src/modules/categorization/index.ts";
import { lineWith } from "../../support/categorization-line.ts";

// GHG Protocol Corporate Value Chain Standard, category 4: transport that the company buys, of sold products as well.
test.each([
  ["Fragt til kunder uge 14", "transport.upstream.road"],
  ["Outbound freight Aarhus - Hamburg", "transport.upstream.road"],
  ["Søfragt til kunde, Bergen", "transport.upstream.sea"],
  ["Luftfragt til kunde", "transport.upstream.air"],
])("freight to customers that is billed is category 4: %s", (description, key) => {
  expect(categorize(lineWith({ description }), NO_KNOWLEDGE, categorizationTables()).category_key).toBe(key);
});
