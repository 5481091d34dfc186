import { expect, test } from "vitest";
import { countryOfNumber } from "../../src/core/country-of-number.ts";

test.each([
  ["a CVR number", "29189846", "DK"],
  ["a CVR number with its name", "CVR 29 18 98 46", "DK"],
  ["a Danish VAT number", "DK29189846", "DK"],
  ["a Danish VAT number with blanks", "DK 12 34 56 78", "DK"],
  ["a number of a Danish branch", "SE 12345678", "DK"],
  ["a German VAT number", "DE123456788", "DE"],
  ["a German VAT number with blanks, in small letters", "de 123 456 788", "DE"],
  ["a Swedish VAT number", "SE556703748501", "SE"],
  ["a Norwegian number with its ending", "NO 923 609 016 MVA", "NO"],
  ["an Austrian VAT number", "ATU12345678", "AT"],
  ["a Swiss number", "CHE-123.456.789", "CH"],
  ["a Greek VAT number", "EL123456789", "GR"],
  ["a number of Northern Ireland", "XI123456789", "GB"],
  ["a number of the Union's one-stop shop", "EU528003646", null],
  ["eight digits that are no CVR number", "12345678", null],
  ["digits of some register", "556703-7485", null],
  ["letters alone", "Rengøring", null],
  ["no number", null, null],
])("%s names its country", (_title, number, country) => {
  expect(countryOfNumber(number)).toBe(country);
});
