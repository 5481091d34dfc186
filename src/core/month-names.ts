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

/** Their names, whole or shortened, in small letters; a part of a pattern. */
export const MONTH_NAME =
  "jan(?:uary?|uari?)?|feb(?:ruary?|ruari?)?|mar(?:ch|ts|s)?|märz|mär|mrz|maerz|apr(?:il)?|maj|may|mai|june?|juni|july?|juli|aug(?:ust|usti)?|" +
  "sep(?:t|tember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[czs]ember|de[cz]|" +
  // Norwegian, and not "des 15. Januar 2026".
  String.raw`des(?=$|\.|\s*(?:20\d\d|[-–/,+&])|\s+(?:og|til)\s)`;
const A_MONTH = new RegExp(`^(?:${MONTH_NAME})$`, "u");

/** The month, 1 to 12, that a word is the name of, whole or shortened, in one of these languages; null: it is none. */
export function monthOfName(word: string): number | null {
  const folded = word.toLowerCase();
  return A_MONTH.test(folded) ? (MONTHS.find(([beginning]) => beginning.test(folded))?.[1] ?? null) : null;
}

/** Names of people, brands and feasts as well, or words of another meaning, as short as they are. */
const OF_OTHERS: ReadonlySet<string> = new Set("jan mar mär märz mrz may mars jul des".split(" "));

/** Whether a word that names a month is more often, or as often, something else: it names one only beside a year. */
export function isNameOfOthers(word: string): boolean {
  return OF_OTHERS.has(word.toLowerCase());
}
