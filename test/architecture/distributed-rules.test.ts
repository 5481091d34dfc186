import { expect, test } from "vitest";
import { catalogRules } from "../support/statements/catalog-rules.ts";
import { READING_FUNCTIONS, SUB_SELECT_POLICIES } from "./distributed-breaches.ts";

// What a database that spreads companies over several machines refuses or cannot do in one place. Today's breaches are
// lists that may only become shorter. What statements do of it is in table-owners.test.ts.

test("no function of the database reads tables, but for a list that only becomes shorter", async () => {
  expect((await catalogRules()).reading_functions).toEqual(READING_FUNCTIONS);
});

test("no policy has a sub-select, but for a list that only becomes shorter", async () => {
  expect((await catalogRules()).sub_select_policies).toEqual(SUB_SELECT_POLICIES);
});
