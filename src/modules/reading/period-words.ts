import { calendarDay } from "../../core/days.ts";
import { detectDateOrder, parseDate } from "./amounts.ts";

/** Days, both included; ISO dates. */
export interface PrintedPeriod {
  readonly start: string;
  readonly end: string;
  /** The words that say so. */
  readonly words: string;
}

/** Beginnings of month names, Danish, English, German and Swedish; the longer of two that begin alike stands first. */
const MONTHS: readonly (readonly [RegExp, number])[] = [
  [/^jan/u, 1],
  [/^feb/u, 2],
  [/^(?:mar|mär|mrz)/u, 3],
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
  "jan(?:uary?|uari?)?|feb(?:ruary?|ruari?)?|mar(?:ch|ts|s)?|märz|mrz|apr(?:il)?|maj|may|mai|june?|juni|july?|juli|aug(?:ust|usti)?|" +
  "sep(?:t|tember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?";
const A_MONTH = new RegExp(`^(?:${MONTH})$`, "u");
const YEAR = String.raw`(?:20\d\d)`;
const A_YEAR = /20\d\d/;
const TO = String.raw`\s*(?:-|–|—|til|to|bis|till|t\.o\.m\.|og|and|und|och|\/)\s*`;
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;

const DAY = String.raw`20\d\d-\d\d-\d\d|\d{1,2}(?:\.\d{1,2}\.|-\d{1,2}-|\/\d{1,2}\/)20\d\d`;
const DAY_RANGE = pattern(`(?<d1>${DAY})\\s*(?:-|–|—|til|to|bis|till|t\\.o\\.m\\.)\\s*(?<d2>${DAY})`);
const MONTH_RANGE = pattern(`(?<m1>${MONTH})\\.?(?:\\s+(?<y1>${YEAR}))?${TO}(?<m2>${MONTH})\\.?,?\\s+(?<y2>${YEAR})`);
const ONE_MONTH = pattern(`(?<!\\d\\.?\\s?)(?<m1>${MONTH})\\.?,?\\s+(?<y1>${YEAR})`);
const QUARTERS = [
  pattern(
    `(?<q>[1-4])(?:\\.|st|nd|rd|th|:a|:e)?\\s*(?:kvartal(?:et)?|kv\\.?|quarter|quartal)(?:\\s+(?:of|i|af))?,?\\s+(?<y1>${YEAR})`,
  ),
  pattern(`(?:kvartal|quarter|quartal)\\s+(?<q>[1-4]),?\\s+(?<y1>${YEAR})`),
  pattern(`[qk](?<q>[1-4])[\\s/-]*(?<y1>${YEAR})`),
  pattern(`(?<y1>${YEAR})[\\s/-]*[qk](?<q>[1-4])`),
];
const HALVES = [
  pattern(
    `(?<h>[12])(?:\\.|st|nd|:a|:e)?\\s*(?:halvår(?:et)?|half(?:[\\s-]year)?|halbjahr)(?:\\s+(?:of|i|af))?,?\\s+(?<y1>${YEAR})`,
  ),
  pattern(`h(?<h>[12])[\\s/-]*(?<y1>${YEAR})`),
];
const WHOLE_YEAR = pattern(
  `(?:kalenderåret|kalenderår|helåret|for året|calendar year|full year|kalenderjahr|helår)\\s+(?<y1>${YEAR})`,
);

/**
 * The period that a text names by its first and last day, by months, quarter, half or year, which always names its year:
 * "01.10.2024 - 30.09.2025", "juli 2026", "oktober 2025 - marts 2026", "3. kvartal 2026", "Q3 2026", "1. halvår 2026".
 * Null: none, or several.
 */
export function periodInWords(text: string): PrintedPeriod | null {
  const shown = text.slice(0, TEXT_MAX);
  // Most lines name no year, and none of the patterns does without.
  if (!A_YEAR.test(shown)) return null;
  const days = matchesOf(DAY_RANGE, shown).flatMap(({ words, groups }) => daysOf(groups, words));
  if (days.length > 0) return only(days);
  const ranges = matchesOf(MONTH_RANGE, shown).flatMap(({ words, groups }) => {
    const last = monthNumber(groups["y2"], groups["m2"]);
    const first = monthNumber(groups["y1"] ?? groups["y2"], groups["m1"]);
    return first <= last ? [months(first, last, words)] : [];
  });
  if (ranges.length > 0) return only(ranges);
  const parts = [
    ...QUARTERS.flatMap((quarter) => matchesOf(quarter, shown).map(({ words, groups }) => part(groups, "q", 3, words))),
    ...HALVES.flatMap((half) => matchesOf(half, shown).map(({ words, groups }) => part(groups, "h", 6, words))),
    ...matchesOf(WHOLE_YEAR, shown).map(({ words, groups }) => part({ ...groups, all: "1" }, "all", 12, words)),
  ];
  if (parts.length > 0) return only(parts);
  return only(
    matchesOf(ONE_MONTH, shown).map(({ words, groups }) => {
      const month = monthNumber(groups["y1"], groups["m1"]);
      return months(month, month, words);
    }),
  );
}

/** Descriptions are short; what stands further back in a long text names no period of the line. */
const TEXT_MAX = 400;

type Groups = Readonly<Record<string, string | undefined>>;

function pattern(source: string): RegExp {
  return new RegExp(`${START}${source}${END}`, "giu");
}

function matchesOf(expression: RegExp, text: string): { words: string; groups: Groups }[] {
  return [...text.matchAll(expression)].map((match) => ({ words: match[0], groups: match.groups ?? {} }));
}

/** Two days with a stroke in them say which is the month only where one of them is above 12. */
function daysOf({ d1 = "", d2 = "" }: Groups, words: string): PrintedPeriod[] {
  const parts = [d1, d2].filter((day) => day.includes("/")).flatMap((day) => day.split("/").slice(0, 2));
  if (parts.length > 0 && parts.every((part) => Number(part) <= 12)) return [];
  const order = detectDateOrder([d1, d2]);
  const [start, end] = [parseDate(d1, order), parseDate(d2, order)];
  return start === null || end === null || end < start ? [] : [{ start, end, words }];
}

/** The month, 1 to 12, that a word is the name of, whole or shortened, in one of these languages; null: it is none. */
export function monthOfName(word: string): number | null {
  const folded = word.toLowerCase();
  return A_MONTH.test(folded) ? (MONTHS.find(([beginning]) => beginning.test(folded))?.[1] ?? null) : null;
}

/** Months since the year 0. */
function monthNumber(year: string | undefined, name: string | undefined): number {
  const folded = (name ?? "").toLowerCase();
  const month = MONTHS.find(([beginning]) => beginning.test(folded))?.[1] ?? 1;
  return Number(year) * 12 + month - 1;
}

/** The n-th part of `length` months of a year. */
function part(groups: Groups, name: string, length: number, words: string): PrintedPeriod {
  const first = Number(groups["y1"]) * 12 + (Number(groups[name]) - 1) * length;
  return months(first, first + length - 1, words);
}

function months(first: number, last: number, words: string): PrintedPeriod {
  const start = new Date(Date.UTC(Math.floor(first / 12), first % 12, 1));
  const end = new Date(Date.UTC(Math.floor(last / 12), (last % 12) + 1, 0));
  return { start: calendarDay(start), end: calendarDay(end), words };
}

/** Two different ones say nothing of the line as a whole. */
function only(periods: readonly PrintedPeriod[]): PrintedPeriod | null {
  const [first] = periods;
  if (first === undefined) return null;
  return periods.every(({ start, end }) => start === first.start && end === first.end) ? first : null;
}
