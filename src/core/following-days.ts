import { plusDays } from "./days.ts";

/** Days, both included; ISO dates. */
export interface Days {
  readonly start: string;
  readonly end: string;
}

/** Whether stretches of days, several and in order, are all of a period: from its first day to its last, one after the other. Pure. */
export function areAllOf(parts: readonly Days[], { start, end }: Days): boolean {
  if (parts.length < 2 || parts[0]?.start !== start || parts.at(-1)?.end !== end) return false;
  return parts.every((part, index) => {
    const next = parts[index + 1];
    return part.start <= part.end && (next === undefined || next.start === plusDays(part.end, 1));
  });
}
