import type { PeriodToken } from "./period-tokens.ts";

/** A year that stands behind a part of a year. */
export interface YearBehind {
  readonly year: number;
  /** "2025/26". */
  readonly isSpan: boolean;
  /** Whether it, or another year, may be of the part. */
  readonly isDoubtful: boolean;
  /** Place in the text, and the token behind it. Absent: it is the year in front, and nothing behind is read. */
  readonly end?: number;
  readonly next: number;
}

export type YearToken = PeriodToken & { readonly kind: "year" | "years" };

/**
 * The year of the part of a year that ends before `from`, with a comma, stroke or dash before it or nothing. Null: none is.
 * @param leading the year that stands right in front of the part; null: none does.
 * @param apart a year in front of it with a separator and a blank between; null: none, or it is of something else.
 */
export function yearAt(
  tokens: readonly PeriodToken[],
  from: number,
  leading: YearToken | null,
  apart: YearToken | null,
): YearBehind | null {
  const separator = tokens[from]?.kind === "link" && !tokens[from].isWord ? tokens[from] : null;
  const at = from + (separator === null ? 0 : 1);
  const token = tokens[at];
  if (!isYear(token)) return null;
  const own = {
    year: token.year,
    isSpan: token.kind === "years",
    isDoubtful: isUnclear(token),
    end: token.end,
    next: at + 1,
  };
  const following = unitOfYear(tokens, at);
  if (leading !== null) return yearOfTwo(leading, own, separator, following !== null, from);
  if (separator === null) return own;
  // "Q4 - 2026 Q1", and not "Q4/2025-Q1/2026".
  const isTight = separator.end - separator.at === 1 && token.at === separator.end;
  if (apart !== null && apart.year !== token.year && (following !== null || tokens[at + 2]?.kind === "unit")) {
    return { ...own, isDoubtful: true };
  }
  return following === null || isTight || hasYearBehind(tokens, following) ? own : null;
}

/** Of "2025 Q4 - 2026 Q1" each year is of what follows it; of "2025 juli 2026" the year in front is of something else. */
function yearOfTwo(
  leading: YearToken,
  own: YearBehind,
  separator: (PeriodToken & { readonly kind: "link" }) | null,
  isFollowed: boolean,
  from: number,
): YearBehind | null {
  // "2025 december 2026 januar".
  if (separator === null) {
    return isFollowed ? { year: leading.year, isSpan: leading.kind === "years", isDoubtful: true, next: from } : own;
  }
  if (isFollowed) return null;
  if (leading.year === own.year) return own;
  return separator.link === "range" ? null : { ...own, isDoubtful: true };
}

/** The part of a year of which the year at this place stands in front: "2025Q4", "2025-Q4". Null: there is none. */
export function unitOfYear(tokens: readonly PeriodToken[], at: number): number | null {
  const [year, second] = [tokens[at], tokens[at + 1]];
  const separator = second?.kind === "link" && second.at === year?.end ? 1 : 0;
  const named = tokens[at + 1 + separator];
  return named?.kind === "unit" && (separator === 0 || named.at === second?.end) ? at + 1 + separator : null;
}

function hasYearBehind(tokens: readonly PeriodToken[], unit: number): boolean {
  const at = unit + (tokens[unit + 1]?.kind === "link" ? 2 : 1);
  return isYear(tokens[at]) && tokens[at + 1]?.kind !== "unit";
}

/**
 * What a text says, with the two years of "4. kvartal 2025/2026 1. kvartal" each of its own part. Elsewhere "2025/2026" is of all parts
 * beside it.
 */
export function withYearsApart(tokens: readonly PeriodToken[]): PeriodToken[] {
  return tokens.flatMap((token, index): PeriodToken[] => {
    const isBetween = tokens[index - 1]?.kind === "unit" && unitOfYear(tokens, index) !== null;
    if (token.kind !== "years" || !token.isNext || !isBetween) return [token];
    const { year, at, end } = token;
    return [
      { kind: "year", year, at, end: at + 4 },
      { kind: "link", link: "list", isWord: false, at: at + 4, end: at + 5 },
      { kind: "year", year: year + 1, at: at + 5, end },
    ];
  });
}

/** Whether it is two years that do not follow one another. */
export function isUnclear(token: YearToken): boolean {
  return token.kind === "years" && !token.isNext;
}

/** Whether it is a year, or two that follow one another. */
export function isYear(token: PeriodToken | undefined): token is YearToken {
  return token?.kind === "year" || token?.kind === "years";
}

/** Whether a year is the beginning of a number: "2026-0012". */
export function isNumbered(tokens: readonly PeriodToken[], at: number): boolean {
  const [year, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  return second?.kind === "link" && second.at === year?.end && third?.at === second.end && third.kind !== "unit";
}
