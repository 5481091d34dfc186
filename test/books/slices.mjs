// Days, months and financial years. All days are UTC and both ends of a period count.
const DAY_MS = 86_400_000;
const MILLIONTHS = 1_000_000;

const dayNumber = (day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayText = (number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

export function daysBetween(from, to) {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** Last day of the month that a day lies in. */
export function lastDayOfMonth(day) {
  return dayText(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0) / DAY_MS);
}

/**
 * Parts of a period by calendar month, in order. `share` has 6 decimals: days of the month / days of the period, rounded
 * down, and what is missing to 1 goes to the largest remainders one millionth each, of equal ones to the earlier month.
 */
export function monthlySlices(from, to) {
  const slices = [];
  for (let start = from; start <= to;) {
    const monthEnd = lastDayOfMonth(start);
    const end = monthEnd < to ? monthEnd : to;
    slices.push({ from: start, to: end, days: daysBetween(start, end) });
    start = dayText(dayNumber(end) + 1);
  }
  const total = daysBetween(from, to);
  for (const slice of slices) {
    slice.millionths = Math.floor((slice.days * MILLIONTHS) / total);
    slice.remainder = (slice.days * MILLIONTHS) % total;
  }
  const missing = MILLIONTHS - slices.reduce((sum, slice) => sum + slice.millionths, 0);
  const byRemainder = [...slices].sort((a, b) => b.remainder - a.remainder || (a.from < b.from ? -1 : 1));
  for (const slice of byRemainder.slice(0, missing)) slice.millionths += 1;
  return slices.map(({ from, to, days, millionths }) => ({
    from,
    to,
    days,
    share: (millionths / MILLIONTHS).toFixed(6),
  }));
}

/** Last day of the financial year of twelve months that a day lies in. */
export function financialYearEnd(day, firstMonth) {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const firstYear = month >= firstMonth ? year : year - 1;
  return dayText(Date.UTC(firstYear + 1, firstMonth - 1, 0) / DAY_MS);
}

/** First day of the financial year of twelve months that ends on a day. */
export function financialYearStart(end) {
  return dayText(Date.UTC(Number(end.slice(0, 4)) - 1, Number(end.slice(5, 7)), 1) / DAY_MS);
}
