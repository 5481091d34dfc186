import {
  type CategorizationInput,
  categorizationTables,
  categorize,
  type Decision,
  NO_KNOWLEDGE,
} from "../../src/modules/categorization/index.ts";

/** A line of an invoice over 100.00 that says nothing but what is given. */
export function lineWith(given: Partial<CategorizationInput>): CategorizationInput {
  return {
    description: "",
    supplier_name: null,
    supplier_identifier: null,
    gl_account: null,
    gl_account_name: null,
    classification_codes: [],
    commodity: null,
    amount: "100.00",
    line_kind: "line",
    document_type: "invoice",
    ...given,
  };
}

/** The decision about such a line by the shipped tables, of a company that has decided nothing unless `knowledge` says what. */
export function decisionOf(given: Partial<CategorizationInput>, knowledge = NO_KNOWLEDGE): Decision {
  return categorize(lineWith(given), knowledge, categorizationTables());
}
