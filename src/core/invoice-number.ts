import { cutText } from "./cut-text.ts";

const NUMBER_LENGTH_MAX = 100;

/** Letters and digits: exports write the same number with other separators, and numbers with leading zeros. */
export function numberKey(number: string | null): string | null {
  const plain = (number ?? "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/^0+(?=.)/, "");
  return plain === "" ? null : cutText(plain, NUMBER_LENGTH_MAX);
}
