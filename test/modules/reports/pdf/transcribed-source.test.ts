import { expect, test } from "vitest";
import { factorsChapter } from "../../../../src/modules/reports/forms/pdf/factors-chapter.ts";
import { wordsOf } from "../../../../src/modules/reports/forms/pdf/texts.ts";
import { reportDocument } from "../../../../src/modules/reports/presentation/report-document.ts";
import { sampleDocument } from "../../../support/report-document.ts";

const sample = sampleDocument();

function printed(language: "da" | "en"): string {
  const [first, ...others] = sample.factors;
  if (first === undefined) throw new Error("the sample has no factor");
  const told = { ...first, source: "EEA", confidence: "transcribed" as const, read_in: "a copy of the table" };
  const document = reportDocument.parse({ ...sample, language, factors: [told, ...others] });
  return JSON.stringify(factorsChapter(document, wordsOf(document)));
}

test("the list of sources says of transcribed figures where they were read, and of no others", () => {
  expect(printed("en")).toContain("EEA. Transcribed: read in a copy of the table and typed");
  expect(printed("da")).toContain("EEA. Afskrevet: læst i a copy of the table og indtastet");
  expect(JSON.stringify(factorsChapter(sample, wordsOf(sample)))).not.toMatch(/Transcribed|Afskrevet/);
});
