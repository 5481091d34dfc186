import { z } from "zod";
import { isDatedAhead } from "../../core/dated-ahead.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { dayInput } from "../../core/moment.ts";
import { tooEarly } from "../../core/stated-year.ts";
import { lineInput } from "../../core/visible-text.ts";
import type { StatedCover } from "../activities/index.ts";

const ACCOUNTS_MAX = 50;

/** Which rows of the books a record stands for. */
export const coversInput = z.strictObject({
  period_from: dayInput.describe("First day of the rows, as YYYY-MM-DD; default service_period_start").optional(),
  period_to: dayInput.describe("Last day of the rows; default service_period_end").optional(),
  accounts: z
    .array(lineInput(100))
    .max(ACCOUNTS_MAX)
    .describe("Numbers or names of accounts, as rows of ledgers, payroll and bank files carry them")
    .optional(),
  supplier: lineInput(200).describe("Only rows of this supplier, by name or by CVR or VAT number").optional(),
});

interface CoveringInput {
  readonly covers?: z.output<typeof coversInput> | undefined;
  readonly service_period_start?: string | undefined;
  readonly service_period_end?: string | undefined;
}

/** The cover of a record, with what is wrong with it; null: it covers nothing. Pure. */
export function statedCover(
  { covers, service_period_start, service_period_end }: CoveringInput,
  now: Date,
): { readonly covers: StatedCover; readonly issues: readonly ValidationIssue[] } | null {
  if (covers === undefined) return null;
  const { accounts = [], supplier = null } = covers;
  const period_from = covers.period_from ?? service_period_start ?? "";
  const period_to = covers.period_to ?? service_period_end ?? "";
  const issues = [
    ...dayIssues("covers.period_from", period_from, now),
    ...dayIssues("covers.period_to", period_to, now),
  ];
  if (issues.length === 0 && period_from > period_to) {
    issues.push({ path: "covers.period_to", code: "before_start", message: "must not be before covers.period_from" });
  }
  if (accounts.length === 0 && supplier === null) {
    const message = "is missing: name at least one account, or the supplier";
    issues.push({ path: "covers.accounts", code: "required", message });
  }
  return { covers: { period_from, period_to, accounts: [...new Set(accounts)], supplier }, issues };
}

function dayIssues(path: string, day: string, now: Date): ValidationIssue[] {
  if (day === "") {
    const message = "is missing: state it, or the period of the record";
    return [{ path, code: "required", message }];
  }
  const early = tooEarly(path, day);
  if (early !== null) return [early];
  return isDatedAhead(day, now) ? [{ path, code: "in_future", message: "must be today or earlier" }] : [];
}
