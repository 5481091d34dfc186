import { expect, test } from "vitest";
import { FILE_ERRORS_DA } from "../../../src/interfaces/web/documents-texts.ts";
import { FILE_ERROR_TEXTS } from "../../../web/app/file-error-texts.ts";

/** The compiler holds the Danish words of the pages against every code; the application's are held against those. */
test("every reason why a file was not read has words in the application, in Danish and English", () => {
  const codes = Object.keys(FILE_ERRORS_DA).toSorted();
  expect(codes).toContain("file.encrypted");
  expect(Object.keys(FILE_ERROR_TEXTS.da.codes).toSorted()).toEqual(codes);
  expect(Object.keys(FILE_ERROR_TEXTS.en.codes).toSorted()).toEqual(codes);
  for (const code of codes) expect(FILE_ERROR_TEXTS.da.codes[code]).not.toBe(FILE_ERROR_TEXTS.en.codes[code]);
});
