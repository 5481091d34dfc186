/** What is stated may be dated for the next day, and somewhere it is that day already. */
const AHEAD_MS = 24 * 3600 * 1000;

/** Whether a day (YYYY-MM-DD) lies further ahead than anything that has happened can be dated. */
export function isDatedAhead(day: string, now: Date): boolean {
  return Date.parse(day) > now.getTime() + AHEAD_MS;
}
