import { expect, test } from "vitest";
import { toldFailure } from "../../../src/modules/energy-instruments/told-failure.ts";
import { FAILURE_TEXTS } from "../../../web/features/energy/failure-texts.ts";

/** As runs keep them: sentences of earlier releases stay readable. */
const KEPT: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    "year_closed",
    "The financial year that ends on 2025-12-31 was closed meanwhile: apply anew, with a reason.",
    { day: "2025-12-31" },
  ],
  ["instrument_changed", "Nord: was corrected or withdrawn since: preview and apply anew.", { name: "Nord:" }],
  ["taken_by_other_year", "Another year has taken kWh of Park 1 since: preview and apply anew.", { name: "Park 1" }],
  [
    "consumption_changed",
    "The electricity of 2025-01 has changed since: preview and apply anew.",
    { month: "2025-01" },
  ],
  [
    "given_up",
    "The allocation could not be applied, and nothing of it was: ask for it again, or tell the operator.",
    {},
  ],
];

test.each(KEPT)("%s is told as a code with words in both languages", (code, sentence, parameters) => {
  expect(toldFailure(sentence)).toEqual({ code, parameters });
  const said = [FAILURE_TEXTS.da[code]?.(parameters), FAILURE_TEXTS.en[code]?.(parameters)];
  for (const words of said) expect(words).toMatch(/^[^]+\.$/);
  for (const value of Object.values(parameters)) expect(said.every((words) => words?.includes(value))).toBe(true);
});

test("what no form is known of stands as it is", () => {
  expect(toldFailure("Something else.")).toEqual({ code: "typed", parameters: { text: "Something else." } });
});
