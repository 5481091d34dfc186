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

/** Beginnings of month names, Danish, English, German and Swedish; the longer of two that begin alike stands first. */
const MONTHS: readonly (readonly [RegExp, number])[] = [
  [/^jan/u, 1],
  [/^feb/u, 2],
  [/^(?:mar|mär|mrz|maerz)/u, 3],
  [/^apr/u, 4],
  [/^(?:maj|may|mai)/u, 5],
  [/^jun/u, 6],
  [/^jul/u, 7],
  [/^aug/u, 8],
  [/^sep/u, 9],
  [/^o[kc]t/u, 10],
  [/^nov/u, 11],
  [/^de[czs]/u, 12],
];

const MONTH =
  "jan(?:uary?|uari?)?|feb(?:ruary?|ruari?)?|mar(?:ch|ts|s)?|märz|mär|mrz|maerz|apr(?:il)?|maj|may|mai|june?|juni|july?|juli|aug(?:ust|usti)?|" +
  "sep(?:t|tember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[czs]ember|de[cz]|" +
  // Norwegian, and not "des 15. Januar 2026".
  String.raw`des(?=$|\.|\s*(?:20\d\d|[-–/,+&])|\s+(?:og|til)\s)`;
const A_MONTH = new RegExp(`^(?:${MONTH})$`, "u");
const END = String.raw`(?![\p{L}\p{N}])`;
const NTH = String.raw`(?:\.|st|nd|rd|th|:a|:e)`;
const OF = String.raw`(?:\s+(?:of|i|af|in)(?=\s))?`;

/** The month, 1 to 12, that a word is the name of, whole or shortened, in one of these languages; null: it is none. */
export function monthOfName(word: string): number | null {
  const folded = word.toLowerCase();
  return A_MONTH.test(folded) ? (MONTHS.find(([beginning]) => beginning.test(folded))?.[1] ?? null) : null;
}

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
    String.raw`(?<y>20\d\d)(?:\/(?<after>\d\d)(?!${NTH}\s*(?:${MONTH})${END})|[–-](?<until>\d\d)(?!${NTH}?\s*(?:${MONTH})${END}))(?![/.-]\d)`,
    ({ y, after, until }) =>
      (Number(y) + 1) % 100 === Number(after ?? until) ? { kind: "years", year: Number(y), isNext: true } : null,
  ),
  // "2025Q4".
  [/(?<y>20\d\d)(?=[qkh][1-4](?![\p{L}\p{N}]))/iuy, ({ y }) => ({ kind: "year", year: Number(y) })],
  meaning(String.raw`(?<y>20\d\d)`, ({ y }) => ({ kind: "year", year: Number(y) })),
  meaning(String.raw`(?<m>${MONTH})${END}\.?(?:\s+(?:måned|månad|month|monat)${END})?`, ({ m = "" }) =>
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
