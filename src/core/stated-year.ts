import { z } from "zod";
import type { ValidationIssue } from "./errors.ts";

/** The base year of the first climate agreements; inventories do not go further back. */
const YEAR_MIN = 1990;
const FIRST_DAY = `${YEAR_MIN}-01-01`;
const YEAR_MAX = 2100;

/** A year that a stated figure describes. */
export const statedYear = z.int().min(YEAR_MIN).max(YEAR_MAX);

/** The issue of a stated day (ISO date) of before all inventories; null: it is none, or no day is stated. */
export function tooEarly(path: string, day: string | undefined): ValidationIssue | null {
  if (day === undefined || day >= FIRST_DAY) return null;
  return { path, code: "too_early", message: `must be ${FIRST_DAY} or later` };
}
