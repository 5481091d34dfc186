/**
 * Prints how often the categories of the labelled sets are right: per set, by confidence, and what was wrong.
 * `npx tsx scripts/measure-categories.ts [set ...] [--wrong]`
 */
import { measuredSet, type MeasuredLine, SET_NAMES, wilsonLowerBound } from "../test/support/labelled-sets.ts";

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isWrongListed = process.argv.includes("--wrong");

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);

function summary(name: string, lines: readonly MeasuredLine[]): string {
  const taken = lines.filter(({ isTaken }) => isTaken);
  const right = taken.filter(({ isRight }) => isRight).length;
  const agreed = lines.filter(({ first, second }) => first === second).length;
  const bound = (100 * wilsonLowerBound(right, taken.length)).toFixed(1);
  return (
    `| ${name} | ${lines.length} | ${percent(agreed, lines.length)} | ${percent(taken.length, lines.length)} | ` +
    `${percent(right, taken.length)} | ${bound} % | ${percent(taken.filter(({ isExact }) => isExact).length, taken.length)} |`
  );
}

const measured = (wanted.length === 0 ? SET_NAMES : wanted).map((set) => ({ set, lines: measuredSet(set) }));
const all = measured.flatMap(({ lines }) => lines);
console.log(
  "| Set | Rows | Same label twice | Taken | Right of those | Wilson, lower | Own label of both |\n|---|---|---|---|---|---|---|",
);
for (const { set, lines } of measured) console.log(summary(set, lines));
console.log(summary("all", all));
console.log("\n| Confidence | Taken or suggested | Right |\n|---|---|---|");
for (const from of [0.35, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9]) {
  const to = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1.01].find((next) => next > from) ?? 1.01;
  const band = all.filter(({ decision }) => decision.confidence >= from && decision.confidence < to);
  console.log(
    `| ${from} to ${Math.min(1, to)} | ${band.length} | ${percent(band.filter((line) => line.isRight).length, band.length)} |`,
  );
}
if (isWrongListed) {
  for (const { set, row, decided, right, decision } of all.filter((line) => line.isTaken && !line.isRight)) {
    console.log(
      `${set} ${row.row}: ${row.account_name} / ${row.supplier} / ${row.text}: ${decided} (${decision.confidence}), ` +
        `not ${[...right].join("|")}; ${decision.reason}`,
    );
  }
}
