import { expect, test } from "vitest";
import { toldFailure } from "../../../src/modules/factor-releases/told-failure.ts";
import { FAILURE_TEXTS } from "../../../web/features/factor-releases/failure-texts.ts";

/** As runs keep them: sentences of earlier releases stay readable. */
const KEPT: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ["reason_needed", "The year was closed or attested meanwhile, or became a base year: apply anew, with a reason.", {}],
  [
    "release_changed",
    "upstream of fuel counts by 2026.1 + Energinet@125% 2026-01 since: preview and apply anew.",
    { subject: "upstream of fuel", release: "2026.1 + Energinet@125% 2026-01" },
  ],
  [
    "given_up",
    "The releases could not be previewed or applied, and nothing was changed: ask again, or tell the operator.",
    {},
  ],
];

test.each(KEPT)("%s is told as a code with words in both languages", (code, sentence, parameters) => {
  expect(toldFailure(sentence)).toEqual({ code, parameters });
  const said = [FAILURE_TEXTS.da[code]?.(parameters), FAILURE_TEXTS.en[code]?.(parameters)];
  for (const words of said) expect(words).toMatch(/^[^]+\.$/);
  if (parameters["release"] !== undefined) {
    for (const words of said) expect(words).toContain(parameters["release"]);
    expect(said[0]).toContain("Opstrøms brændselsproduktion");
  }
});

test("what no form is known of stands as it is", () => {
  expect(toldFailure("Something else.")).toEqual({ code: "typed", parameters: { text: "Something else." } });
});
