import { decimal } from "../../../core/quantity.ts";
import type { ParsedParty } from "../parsed-document.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import type { PrintedBalance } from "./balance.ts";
import { kroneOf, type KroneSeller } from "./krone.ts";
import { amountsIn, type Notation } from "./values.ts";

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
  /** ISO 4217, or null when the pages state none, or several of which nothing decides. */
  readonly code: string | null;
  readonly confidence: number;
  /** Currencies between which nothing decides; empty: none. */
  readonly competing: readonly string[];
}

/** The totals that were found, and how their numbers are written. */
export interface FoundTotals {
  readonly balance: Pick<PrintedBalance, "net" | "vat" | "gross">;
  readonly notation: Notation;
}

/** Who issued the document; null: nobody was recognised. */
type Issuer = Pick<ParsedParty, "name" | "country"> | null;

/** Kroner of a country that other words tell. */
const KRONE = "kr";

const CALLED_TOTAL =
  /total|i alt|at betale|betaling|beløb|beløp|due|summe|betrag|summa|amount|montant|valuta|currency|währung/iu;
/** What the amounts come to in another currency, and at which rate. */
const CONVERTED =
  /modværdi|motvärde|motverdi|gegenwert|equivalent|counter ?value|contre-?valeur|omregn|umgerechnet|converted|exchange rate|wechselkurs|v[aä]lutakurs|växelkurs|svarer til|motsvarar|tilsvarer|entspricht|\bkurs\s*:?\s*\d/iu;
const SIGNS = [
  ["EUR", /€|\beuro?s?\b/giu],
  ["USD", /\$/gu],
  ["GBP", /£/gu],
] as const;

/** Dollars in an English document that shows no European company number: dates and decimals are American. */
export function isAmericanPage(rows: readonly Row[]): boolean {
  const texts = rows.map(rowText).filter((text) => !CONVERTED.test(text));
  const all = texts.join("\n");
  const code = codesIn(texts.filter((text) => CALLED_TOTAL.test(text)))[0] ?? codesIn(texts)[0] ?? signOf(all);
  return code === "USD" && !/\b(?:CVR|VAT|MwSt|USt|TVA|Moms)\b/iu.test(all);
}

/**
 * The currency of the amounts: what stands beside the totals that were found (a code before a sign before "kr"), then the code beside anything
 * called a total, then any other code, then "kr", then signs. What the amounts come to in another currency says nothing of their own.
 */
export function currencyOf(rows: readonly Row[], totals: FoundTotals, issuer: Issuer): PrintedCurrency {
  const allTexts = rows.map(rowText);
  const texts = allTexts.filter((text) => !CONVERTED.test(text));
  const called = codesIn(texts.filter((text) => CALLED_TOTAL.test(text)));
  const marks = mostFrequent(texts.filter((text) => printsTotal(text, totals)).map((text) => marksIn(text, called)));
  const elsewhere = codesIn(texts.filter((text) => CALLED_TOTAL.test(text) && !printsTotal(text, totals)));
  const decided = marks.length < 2 ? marks : marks.filter((mark) => mark === elsewhere[0]);
  const [mark] = decided;
  if (marks.length > 1 && mark === undefined) return undecided(marks);
  if (mark !== undefined && mark !== KRONE) return certain(mark, 0.98);
  const all = texts.join("\n");
  if (mark === KRONE) return krone(texts, codesIn(texts).filter(isKrone), sellerOf(rows, issuer));
  const code = called[0] ?? codesIn(texts)[0];
  if (code !== undefined) return certain(code, called.includes(code) ? 0.98 : 0.9);
  const sign = signOf(all);
  if (sign !== null) return certain(sign, 0.9);
  const isMeant = /(?:\bkr\b|\bkroner\b|,-(?!\d))/iu.test(all) || /\bCVR\b|\bmoms\b|\bMVA\b/iu.test(all);
  return isMeant ? krone(texts, [], sellerOf(rows, issuer)) : { code: null, confidence: 0, competing: [] };
}

/** Kroner: of the country of the seller and of the words, which a code somewhere on the page may confirm. */
function krone(texts: readonly string[], codes: readonly string[], seller: KroneSeller): PrintedCurrency {
  const kroner = [...new Set([...kroneOf(texts, seller), ...codes])];
  const [code] = kroner;
  return code === undefined || kroner.length > 1 ? undecided(kroner.toSorted()) : certain(code, 0.9);
}

/** Rows below the seller's name that may hold its address. */
const BLOCK_ROWS = 6;

function sellerOf(rows: readonly Row[], issuer: Issuer): KroneSeller {
  const name = issuer?.name ?? "";
  const at = rows.findIndex((row) => name !== "" && rowText(row).includes(name));
  const block = at < 0 ? [] : rows.slice(at, at + BLOCK_ROWS).map((row) => row.cells[0]?.text ?? "");
  return { name, country: issuer?.country ?? null, block };
}

function certain(code: string, confidence: number): PrintedCurrency {
  return { code, confidence, competing: [] };
}

function undecided(marks: readonly string[]): PrintedCurrency {
  return { code: null, confidence: 0, competing: marks };
}

function printsTotal(text: string, { balance, notation }: FoundTotals): boolean {
  const amounts = [balance.net, balance.gross, balance.vat]
    .flatMap((amount) => amount ?? [])
    .map((one) => decimal(one));
  return amountsIn(text, notation.mark).some((printed) =>
    amounts.some((amount) => !amount.eq(0) && amount.abs().eq(decimal(printed).abs())),
  );
}

/** The currencies that one row names. A dollar is that of the code that stands beside totals. */
function marksIn(text: string, called: readonly string[]): string[] {
  const codes = CODES.filter((code) => isNamedIn(code, text));
  if (codes.length > 0) return codes;
  const dollar = called.find((code) => code === "CAD" || code === "AUD") ?? "USD";
  const signs = SIGNS.filter(([, pattern]) => text.match(pattern) !== null).map(([code]) => code);
  if (signs.length > 0) return signs.map((code) => (code === "USD" ? dollar : code));
  if (!/(?<![\p{L}])kr(?![\p{L}])|\bkroner\b/iu.test(text)) return [];
  return [called.find(isKrone) ?? KRONE];
}

function isKrone(code: string): boolean {
  return code === "DKK" || code === "SEK" || code === "NOK";
}

const NAMED: ReadonlyMap<string, RegExp> = new Map(
  CODES.map((code) => [code, new RegExp(String.raw`(?<![\p{L}])${code}(?![\p{L}])`, "u")]),
);

function isNamedIn(code: string, text: string): boolean {
  return NAMED.get(code)?.test(text) === true;
}

/** The codes in texts, the most frequent first. */
function codesIn(texts: readonly string[]): string[] {
  const counts = CODES.map((code) => [code, texts.filter((text) => isNamedIn(code, text)).length] as const);
  return counts
    .filter(([, count]) => count > 0)
    .toSorted((one, other) => other[1] - one[1])
    .map(([code]) => code);
}

/** What most rows name; several where as many name each. */
function mostFrequent(rows: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const mark of rows.flat()) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([mark]) => mark);
}

function signOf(text: string): string | null {
  const counts = SIGNS.map(([code, pattern]) => [code, text.match(pattern)?.length ?? 0] as const);
  const [best] = counts.toSorted((count, other) => other[1] - count[1]);
  return best !== undefined && best[1] > 0 ? best[0] : null;
}
