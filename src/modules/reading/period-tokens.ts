import { MONTH_NAME, monthOfName } from "../../core/month-names.ts";

/** What a word or sign of a text says of a period; `at` and `end` are its place in the text. */
export type PeriodToken = Place &
  (
    | { readonly kind: "unit"; readonly unit: PeriodUnit; readonly index: number }
    | { readonly kind: "year"; readonly year: number }
    /** "2025/26", "2025-2026"; `isNext` tells whether the second follows the first. */
    | { readonly kind: "years"; readonly year: number; readonly isNext: boolean }
    | { readonly kind: "number"; readonly value: number; readonly isOrdinal: boolean }
    /** A whole date in figures: "01.12.2025". */
    | { readonly kind: "date"; readonly written: string }
    | { readonly kind: "link"; readonly link: "range" | "list"; readonly isWord: boolean }
    /** "From" with what follows it. */
    | { readonly kind: "from" }
    /** "Onwards" with what precedes it. */
    | { readonly kind: "onwards" }
    | { readonly kind: "other" }
  );

interface Place {
  readonly at: number;
  readonly end: number;
}

/** Parts of a year by the months that they are long. */
export type PeriodUnit = "month" | "quarter" | "half" | "year";

export const UNIT_MONTHS: Readonly<Record<PeriodUnit, number>> = { month: 1, quarter: 3, half: 6, year: 12 };

const END = String.raw`(?![\p{L}\p{N}])`;
const NTH = String.raw`(?:\.|st|nd|rd|th|:a|:e)`;
const OF = String.raw`(?:\s+(?:of|i|af|in)(?=\s))?`;

type Groups = Readonly<Record<string, string | undefined>>;
type Meaning = PeriodToken extends infer Token ? (Token extends Place ? Omit<Token, keyof Place> : never) : never;

const unit = (name: PeriodUnit, index: string | undefined): Meaning => ({
  kind: "unit",
  unit: name,
  index: Number(index) - 1,
});
const list = (isWord: boolean): Meaning => ({ kind: "link", link: "list", isWord });
const range = (isWord: boolean): Meaning => ({ kind: "link", link: "range", isWord });

/** Tried in this order at every word and sign. */
const MEANINGS: readonly (readonly [RegExp, (groups: Groups) => Meaning | null])[] = [
  meaning(
    String.raw`(?<date>20\d\d-\d\d-\d\d|\d{1,2}(?:\.\d{1,2}\.|-\d{1,2}-|\/\d{1,2}\/)20\d\d)`,
    ({ date = "" }) => ({ kind: "date", written: date }),
  ),
  meaning(String.raw`(?<q>[1-4])${NTH}?\s*(?:kvartal(?:et)?|kvt?\.?|quarters?|quartale?)${END}${OF}`, ({ q }) =>
    unit("quarter", q),
  ),
  meaning(String.raw`(?:kvartal|quarter|quartal|kvt)\s+(?<q>[1-4])`, ({ q }) => unit("quarter", q)),
  meaning(String.raw`[qk](?<q>[1-4])`, ({ q }) => unit("quarter", q)),
  meaning(String.raw`(?<h>[12])${NTH}?\s*(?:halvår(?:et)?|half(?:[\s-]years?)?|halbjahre?)${END}${OF}`, ({ h }) =>
    unit("half", h),
  ),
  meaning(String.raw`h(?<h>[12])`, ({ h }) => unit("half", h)),
  meaning("(?:kalenderåret|kalenderår|helåret|for året|calendar year|full year|kalenderjahr|helår)", () =>
    unit("year", "1"),
  ),
  meaning(String.raw`(?<y>20\d\d)[/–-](?<other>20\d\d)(?![/.-]\d)`, ({ y, other }) => ({
    kind: "years",
    year: Number(y),
    isNext: Number(y) + 1 === Number(other),
  })),
  // Not in "1. juli 2025-26. august 2025".
  meaning(
    String.raw`(?<y>20\d\d)(?:\/(?<after>\d\d)(?!${NTH}\s*(?:${MONTH_NAME})${END})|[–-](?<until>\d\d)(?!${NTH}?\s*(?:${MONTH_NAME})${END}))(?![/.-]\d)`,
    ({ y, after, until }) =>
      (Number(y) + 1) % 100 === Number(after ?? until) ? { kind: "years", year: Number(y), isNext: true } : null,
  ),
  // "2025Q4".
  [/(?<y>20\d\d)(?=[qkh][1-4](?![\p{L}\p{N}]))/iuy, ({ y }) => ({ kind: "year", year: Number(y) })],
  meaning(String.raw`(?<y>20\d\d)`, ({ y }) => ({ kind: "year", year: Number(y) })),
  meaning(String.raw`(?<m>${MONTH_NAME})${END}\.?(?:\s+(?:måned|månad|month|monat)${END})?`, ({ m = "" }) =>
    unit("month", String(monthOfName(m) ?? "")),
  ),
  meaning(String.raw`['’]?(?<n>\d{1,2})(?![.,]\d)(?<nth>${NTH})?`, ({ n, nth }) => ({
    kind: "number",
    value: Number(n),
    isOrdinal: nth !== undefined,
  })),
  meaning(String.raw`(?:(?:og|and|och)\s+)?(?:frem(?:ad|efter|over)?(?!\s+til)|onwards?|ff\.?|framåt)`, () => ({
    kind: "onwards",
  })),
  meaning(
    String.raw`(?:til(?:l)?\s+(?:og|och)\s+med|(?:up\s+)?to\s+and\s+including|bis\s+(?:einschl(?:ie(?:ß|ss)lich)?|inkl(?:usive)?|und\s+mit|zum)|frem\s+til|t\.?\s?o\.?\s?m|through(?:\s+to)?|thru|until|indtil|till?|to|bis)${END}\.?`,
    () => range(true),
  ),
  meaning("(?:og|and|und|och|samt|sowie|plus)", () => list(true)),
  // A Swedish company form, where not the whole text is in capitals: "Telia AB juli 2026".
  [/(?:AB(?![\p{L}\p{N}])(?!\s+\p{Lu}{2})|(?<=[\p{L}\p{N}]\s)Ab(?![\p{L}\p{N}]))/uy, () => ({ kind: "other" })],
  meaning(String.raw`(?:fra|from|från|fr\.?\s?o\.?\s?m|ab|seit|siden|since|sedan)`, () => ({ kind: "from" })),
  [/\s*[-–—‑−]/uy, () => range(false)],
  [/\s*[,/+&]/uy, () => list(false)],
  [/[\p{L}\p{N}]+|\S/uy, () => ({ kind: "other" })],
];

function meaning(
  source: string,
  of: (groups: Groups) => Meaning | null,
): readonly [RegExp, (groups: Groups) => Meaning | null] {
  return [new RegExp(`${source}${END}`, "iuy"), of];
}

/** A text word by word, as far as periods are named by it. */
export function periodTokens(text: string): PeriodToken[] {
  const tokens: PeriodToken[] = [];
  for (let at = 0; at < text.length; at = tokens.at(-1)?.end ?? text.length) {
    const blanks = /\s*/uy;
    blanks.lastIndex = at;
    const from = at + (blanks.exec(text)?.[0].length ?? 0);
    const token = tokenAt(text, from);
    if (token === null) break;
    tokens.push(token);
  }
  return tokens;
}

function tokenAt(text: string, at: number): PeriodToken | null {
  for (const [expression, meaningOf] of MEANINGS) {
    expression.lastIndex = at;
    const match = expression.exec(text);
    if (match === null) continue;
    const found = meaningOf(match.groups ?? {});
    if (found !== null) return { ...found, at, end: at + match[0].length };
  }
  return null;
}
