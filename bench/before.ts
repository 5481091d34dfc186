import { readFileSync } from "node:fs";
import { type CaseResult, ratioAtLeast, type ResultRow } from "./result.ts";

/** What may not become slower: the title of the case and how the name of its row begins. */
const KEPT_RATES: readonly (readonly [title: string, row: RegExp])[] = [
  ["UBL upload to calculated entries", /^\d+ invoices of 4 lines/],
];
/** Share of the rate of before that a rate must reach. */
const BUDGET = 0.9;

/**
 * Rates beside those of an earlier run on the same machine, as `--json` wrote it; empty: one of the two has not measured any.
 * @throws Error for a file that is no such report
 */
export function besideBefore(file: string, results: readonly CaseResult[]): CaseResult[] {
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases?: readonly CaseResult[] };
  if (cases === undefined) throw new Error(`${file} is no report of the bench: npm run bench -- --json ${file}`);
  const rows = KEPT_RATES.flatMap(([title, row]): ResultRow[] => {
    const [before, now] = [cases, results].map((all) => rateOf(all, title, row));
    return before == null || now == null ? [] : [ratioAtLeast(title, now, before, BUDGET)];
  });
  if (rows.length === 0) return [];
  const notes = ["The floor is the earlier run. Both say something only when nothing else ran on the machine."];
  return [{ title: "Against an earlier run", rows, notes }];
}

/** As it is shown, "365/s". */
function rateOf(results: readonly CaseResult[], title: string, name: RegExp): number | null {
  const row = results.find((one) => one.title === title)?.rows.find((one) => name.test(one.name));
  const rate = Number.parseFloat(row?.ours ?? "");
  return Number.isNaN(rate) ? null : rate;
}
