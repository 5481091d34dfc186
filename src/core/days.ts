const DAY_MS = 86_400_000;

/** The calendar day on which a moment lies, in UTC; ISO date. RangeError where the moment is no date. */
export function calendarDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day so many days after an ISO date, before it when negative; ISO date. */
export function plusDays(day: string, days: number): string {
  return calendarDay(new Date(Date.parse(day) + days * DAY_MS));
}

/** Days from one ISO date or UTC moment to another, rounded; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
