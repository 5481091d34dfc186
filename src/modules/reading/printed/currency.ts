import type { Row } from "../pdf/page-words.ts";
import { rowText } from "../pdf/page-words.ts";

const CODES = [
  "DKK",
  "EUR",
  "USD",
  "SEK",
  "NOK",
  "GBP",
  "CHF",
  "PLN",
  "CZK",
  "HUF",
  "ISK",
  "CAD",
  "AUD",
  "JPY",
] as const;

export interface PrintedCurrency {
  /** ISO 4217, or null when the pages state none. */
  readonly code: string | null;
  readonly confidence: number;
  /** Dollars in an English document that shows no European company number: dates and decimals are American. */
  readonly is_american: boolean;
}

/** The currency of the amounts: the code beside totals before any other code, before signs, before "kr". */
export function currencyOf(rows: readonly Row[]): PrintedCurrency {
  const texts = rows.map(rowText);
  const all = texts.join("\n");
  const totals = texts.filter((text) =>
    /total|i alt|at betale|betaling|beløb|beløp|due|summe|betrag|summa|amount|montant|valuta|currency|währung/iu.test(
      text,
    ),
  );
  const [code, confidence] = chosen(totals, texts, all);
  const isEuropean = /\b(?:CVR|VAT|MwSt|USt|TVA|Moms)\b/iu.test(all);
  return { code, confidence, is_american: code === "USD" && !isEuropean };
}

function chosen(totals: readonly string[], texts: readonly string[], all: string): readonly [string | null, number] {
  const byTotal = mostFrequent(totals);
  if (byTotal !== null) return [byTotal, 0.98];
  const any = mostFrequent(texts);
  if (any !== null) return [any, 0.9];
  const sign = signOf(all);
  if (sign !== null) return [sign, 0.9];
  if (/(?:\bkr\b|\bkroner\b|,-(?!\d))/iu.test(all) || /\bCVR\b|\bmoms\b/iu.test(all)) return krone(all);
  return [null, 0];
}

function mostFrequent(texts: readonly string[]): string | null {
  let best: string | null = null;
  let most = 0;
  for (const code of CODES) {
    const count = texts.filter((text) => new RegExp(String.raw`(?<![\p{L}])${code}(?![\p{L}])`, "u").test(text)).length;
    if (count > most) [best, most] = [code, count];
  }
  return best;
}

function signOf(text: string): string | null {
  const signs = [
    ["EUR", /€|\beuro?s?\b/giu],
    ["USD", /\$/gu],
    ["GBP", /£/gu],
  ] as const;
  const counts = signs.map(([code, pattern]) => [code, text.match(pattern)?.length ?? 0] as const);
  const [best] = counts.toSorted((count, other) => other[1] - count[1]);
  return best !== undefined && best[1] > 0 ? best[0] : null;
}

/** Three countries call their money krone; the company number or the words of the page say which one it is. */
function krone(text: string): readonly [string, number] {
  if (/\bCVR\b|\bDK\d{8}\b|danmark|denmark/iu.test(text)) return ["DKK", /\bkr\b/iu.test(text) ? 0.9 : 0.7];
  if (/\bMVA\b|\bNO ?\d{9}|norge|orgnr|merverdiavgift/iu.test(text)) return ["NOK", 0.8];
  if (/\bSE\d{12}\b|sverige|bankgiro|plusgiro|momsreg|att betala|öres/iu.test(text)) return ["SEK", 0.8];
  return ["DKK", 0.5];
}
