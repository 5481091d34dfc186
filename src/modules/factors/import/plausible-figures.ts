import { decimal } from "../../../core/quantity.ts";

/** A figure of a series as it is stored; periods of one series order as text. */
export interface StoredFigure {
  readonly series: string;
  /** What series that measure the same have in common, e.g. the country of two price indices. */
  readonly subject: string;
  /** ISO date, or year. */
  readonly period: string;
  /** Decimal text, above zero. */
  readonly value: string;
}

/** A figure that a file states. */
export interface Figure extends StoredFigure {
  /** By how many times it may be above or below the figure of the period before. */
  readonly growth_max: number;
}

/** By series, oldest first. */
export type StoredSeries = ReadonlyMap<string, readonly StoredFigure[]>;

/**
 * By how many times a figure may move from one period to the next. The largest moves of the ECB's reference rates since 1999 are those
 * of the Turkish lira: 1.67 from the mean of 2021 to that of 2022, 1.29 from November to December 2021. Consumer prices of the euro
 * area and of Denmark rose by at most 1.09 times a year since 1990.
 */
export const GROWTH_MAX = { monthly_rate: 1.5, annual_rate: 2, annual_index: 1.25 } as const;

/** Up to this share a figure is the stored one, rounded otherwise: publishers give means with 4 to 13 digits. */
const ROUNDING_SHARE_MAX = 0.0005;
/** From this share on the file measures something else than what is stored, e.g. the rate the other way round, or another base. */
const OTHER_MEASURE_SHARE = 0.01;
/** By how many times growth of a year may differ between two indices of one country. */
const OTHER_GROWTH_MAX = 1.03;

export type Verdict =
  | { readonly kind: "new" }
  | { readonly kind: "known" }
  | { readonly kind: "refused"; readonly reason: string };

const NEW: Verdict = { kind: "new" };
const KNOWN: Verdict = { kind: "known" };

/**
 * What becomes of each figure, in the order given: stored already, new, or refused with the reason. A figure that differs from the
 * stored one of its period is always refused, because the stored one stays. With `refusesImplausible` so are new figures that moved
 * too far, and all new ones of a series whose file disagrees with what is stored.
 */
export function judgeFigures(
  figures: readonly Figure[],
  stored: StoredSeries,
  refusesImplausible: boolean,
): readonly Verdict[] {
  const verdicts = new Map<Figure, Verdict>();
  for (const name of new Set(figures.map(({ series }) => series))) {
    const series = figures.filter((figure) => figure.series === name);
    const ordered = series.toSorted((one, other) => (one.period < other.period ? -1 : 1));
    judgeSeries(ordered, stored, { verdicts, refusesImplausible });
  }
  return figures.map((figure) => verdicts.get(figure) ?? NEW);
}

function judgeSeries(
  ordered: readonly Figure[],
  stored: StoredSeries,
  { verdicts, refusesImplausible }: { verdicts: Map<Figure, Verdict>; refusesImplausible: boolean },
): void {
  const [first] = ordered;
  if (first === undefined) return;
  const own = stored.get(first.series) ?? [];
  const known = new Map(own.map(({ period, value }) => [period, value]));
  const doubt = refusesImplausible ? doubtOfSeries(ordered, known, stored) : null;
  let accepted: StoredFigure | undefined;
  for (const figure of ordered) {
    const value = known.get(figure.period);
    const verdict =
      value !== undefined
        ? verdictOfKnown(figure, value)
        : doubt !== null
          ? refused(doubt)
          : refusesImplausible
            ? verdictOfMove(figure, previousOf(figure, own, accepted))
            : NEW;
    verdicts.set(figure, verdict);
    if (verdict.kind === "new") accepted = figure;
  }
}

function verdictOfKnown(figure: Figure, value: string): Verdict {
  if (shareApart(figure.value, value) <= ROUNDING_SHARE_MAX) return KNOWN;
  return refused(`${nameOf(figure)}: ${figure.value} differs from the stored ${value}, which is kept`);
}

function verdictOfMove(figure: Figure, previous: StoredFigure | undefined): Verdict {
  if (previous === undefined) return NEW;
  const times = timesApart(figure.value, previous.value);
  if (times <= figure.growth_max) return NEW;
  return refused(
    `${nameOf(figure)}: ${figure.value} is more than ${figure.growth_max} times away from ${previous.value} of ${previous.period}`,
  );
}

/** The newest figure before this one, of those that are stored and those that were taken from the file. */
function previousOf(
  figure: Figure,
  own: readonly StoredFigure[],
  accepted: StoredFigure | undefined,
): StoredFigure | undefined {
  const before = own.findLast(({ period }) => period < figure.period);
  if (before === undefined || accepted === undefined) return before ?? accepted;
  return accepted.period > before.period ? accepted : before;
}

/** Why nothing new of the series is taken; null: no doubt. */
function doubtOfSeries(
  ordered: readonly Figure[],
  known: ReadonlyMap<string, string>,
  stored: StoredSeries,
): string | null {
  for (const figure of ordered) {
    const value = known.get(figure.period);
    if (value !== undefined && shareApart(figure.value, value) >= OTHER_MEASURE_SHARE) {
      return `${figure.series}: nothing new is taken, because the file has ${figure.value} for ${figure.period} where ${value} is stored`;
    }
  }
  return known.size > 0 ? null : doubtOfNewSeries(ordered, stored);
}

/** A series that is not stored yet is held against the longest one of its subject: it may not begin later nor grow otherwise. */
function doubtOfNewSeries(ordered: readonly Figure[], stored: StoredSeries): string | null {
  const [first] = ordered;
  const others = [...stored.values()].filter((series) => series[0]?.subject === first?.subject);
  const [longest] = others.toSorted((one, other) => other.length - one.length);
  const begin = longest?.[0];
  if (first === undefined || longest === undefined || begin === undefined) return null;
  if (first.period > begin.period) {
    return `${first.series}: begins in ${first.period}, later than ${begin.series}, which it would replace`;
  }
  const levels = new Map(longest.map(({ period, value }) => [period, value]));
  for (const [index, figure] of ordered.entries()) {
    const before = ordered[index - 1];
    const level = levels.get(figure.period);
    const levelBefore = before === undefined ? undefined : levels.get(before.period);
    if (before === undefined || level === undefined || levelBefore === undefined) continue;
    const growth = decimal(figure.value).div(decimal(before.value));
    const otherGrowth = decimal(level).div(decimal(levelBefore));
    if (timesApart(growth.toFixed(), otherGrowth.toFixed()) > OTHER_GROWTH_MAX) {
      return `${first.series}: grows otherwise from ${before.period} to ${figure.period} than ${begin.series}`;
    }
  }
  return null;
}

function refused(reason: string): Verdict {
  return { kind: "refused", reason };
}

function nameOf({ series, period }: Figure): string {
  return `${series} ${period}`;
}

/** |one / other - 1|. */
function shareApart(one: string, other: string): number {
  return decimal(one).div(decimal(other)).minus(1).abs().toNumber();
}

/** How many times the larger is the smaller, at least 1. */
function timesApart(one: string, other: string): number {
  const ratio = decimal(one).div(decimal(other)).toNumber();
  return ratio >= 1 ? ratio : 1 / ratio;
}
