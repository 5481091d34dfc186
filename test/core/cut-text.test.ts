import { expect, test } from "vitest";
import { cutText } from "../../src/core/cut-text.ts";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["ab\u{1F600}", 3, "ab"],
  ["ab\u{1F600}", 4, "ab\u{1F600}"],
  ["\u{1F600}\u{1F600}", 2, "\u{1F600}"],
  ["\u{1F600}", 1, ""],
])("%s in %i units is %s", (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});
