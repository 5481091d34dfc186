import fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { xmlReadable, xmlText } from "../../src/core/xml-text.ts";

function readBack(content: string): string {
  let text = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (part) => (text += part));
  parser.write(`<a b="${content.replaceAll("\n", " ")}">${content}</a>`).close();
  return text;
}

test.each([
  ["Ø & Å <i>\"'</i>", "Ø & Å <i>\"'</i>"],
  ["]]> &amp; <!--", "]]> &amp; <!--"],
  ["one\r\ntwo\rthree\n", "one\ntwo\nthree\n"],
  ["nul \u0000 bell \u0007 \uFFFE", "nul \uFFFD bell \uFFFD \uFFFD"],
  ["half \uD83D pair, whole 😀", "half \uFFFD pair, whole 😀"],
  ["\u202Eright to left אב", "\u202Eright to left אב"],
])("%j is read back from a document", (text, expected) => {
  expect(readBack(xmlText(text))).toBe(expected);
});

test("any text makes a well-formed document that holds it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(readBack(xmlText(text))).toBe(xmlReadable(text));
    }),
  );
});
