import { calendarDay } from "../../../core/days.ts";
import { type DateOrder, parseDate } from "../amounts.ts";

/** Minutes on the wall clock since 1970, as if no clock were ever changed. */
export type WallMinutes = number;

export const DAY_MINUTES = 1440;

const TIME = /[ T](\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:[.,]\d+)?)? ?(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

/**
 * "01-01-2025 00:00:00", "2025-01-01 00.00", "2025-01-01T00:00:00" or a day alone; with its distance from UTC ("Z", "+02:00") as
 * the clock showed it in Denmark. Null: no such moment.
 */
export function wallMinutes(text: string, order: DateOrder): WallMinutes | null {
  const date = parseDate(text, order);
  if (date === null) return null;
  const [, hours = "0", minutes = "0", utc, sign, ...ahead] = TIME.exec(text.trim()) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > 24 || minute > 59) return null;
  const wall = Date.parse(`${date}T00:00:00Z`) / 60_000 + hour * 60 + minute;
  if (utc === undefined && sign === undefined) return wall;
  const distance = Number(ahead[0] ?? 0) * 60 + Number(ahead[1] ?? 0);
  return inDenmark(wall - (sign === "-" ? -distance : distance));
}

/** What a Danish clock shows; summer time begins and ends at one o'clock UTC (directive 2000/84/EC). */
function inDenmark(utc: number): WallMinutes {
  const day = dayOf(utc);
  const changeOn = (month: 3 | 10): number => Date.parse(`${lastSunday(day, month)}T01:00:00Z`) / 60_000;
  return utc + (utc >= changeOn(3) && utc < changeOn(10) ? 120 : 60);
}

/** ISO date. */
export function dayOf(minutes: WallMinutes): string {
  return calendarDay(new Date(minutes * 60_000));
}

/** "2025-03". */
export function monthOf(minutes: WallMinutes): string {
  return dayOf(minutes).slice(0, 7);
}

/** Minutes of a Danish day: 23 hours where clocks go forward, 25 where they go back (directive 2000/84/EC). */
export function minutesOfDay(day: string): number {
  if (day === lastSunday(day, 3)) return DAY_MINUTES - 60;
  return day === lastSunday(day, 10) ? DAY_MINUTES + 60 : DAY_MINUTES;
}

/** Minutes of the days from the one to the other, both included. */
export function minutesOfDays(first: string, last: string): number {
  let minutes = 0;
  const end = Date.parse(last);
  for (let at = Date.parse(first); at <= end; at += DAY_MINUTES * 60_000) {
    minutes += minutesOfDay(calendarDay(new Date(at)));
  }
  return minutes;
}

/**
 * Real minutes between two moments of one day, which only clocks that change make differ from what the clock shows. The last
 * period of an hour that comes twice ends where the hour begins anew. Zero or less: the one is not after the other.
 */
export function minutesBetween(from: WallMinutes, to: WallMinutes): number {
  const length = to - from;
  if (length <= 0) return length > -60 && comesTwice(from) && comesTwice(to) && to % 60 === 0 ? length + 60 : length;
  const isOver = from % DAY_MINUTES < 120 && (from % DAY_MINUTES) + length >= 180;
  return isOver ? length + minutesOfDay(dayOf(from)) - DAY_MINUTES : length;
}

/** Whether the moment comes twice on its day: between two and three o'clock where clocks go back. */
export function comesTwice(minutes: WallMinutes): boolean {
  const day = dayOf(minutes);
  return Math.floor((minutes % DAY_MINUTES) / 60) === 2 && minutesOfDay(day) > DAY_MINUTES;
}

function lastSunday(day: string, month: 3 | 10): string {
  const last = new Date(Date.UTC(Number(day.slice(0, 4)), month, 0));
  last.setUTCDate(last.getUTCDate() - last.getUTCDay());
  return calendarDay(last);
}
