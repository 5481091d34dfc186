import { ibanOf } from "../../../core/iban.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import { type Row, rowText } from "../pdf/page-words.ts";

const LABELLED = /\bIBAN\b[\s.:-]*(?:nr|no)?[\s.:-]*(?<value>[A-Z]{2}[\s]?\d{2}[A-Z0-9 ]{11,42})/giu;

/** The account that the page asks to be paid on: labelled, its check digits right, and the only one. */
export function payeeAccount(rows: readonly Row[]): Pick<ParsedDocument, "payee_iban"> {
  const accounts = new Set(
    rows.flatMap((row) => [...rowText(row).slice(0, 500).matchAll(LABELLED)].flatMap(accountIn)),
  );
  const [payee_iban] = accounts;
  return payee_iban === undefined || accounts.size > 1 ? {} : { payee_iban };
}

/** What follows an account on its row is no part of it: the longest beginning whose check digits are right. */
function accountIn({ groups }: RegExpMatchArray): string[] {
  const words = (groups?.["value"] ?? "").trim().split(/\s+/);
  for (let count = words.length; count > 0; count -= 1) {
    const account = ibanOf(words.slice(0, count).join(""));
    if (account !== null) return [account];
  }
  return [];
}
