import { existsSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { HELD_OUT_FILES, type LabelledRow, readLabelled, scoresOf } from "../../support/labelled-rows.ts";
import { sharedPath } from "../../support/shared-data.ts";

const DEV_ROWS = sharedPath("samples", "categorization-dev.csv");
/**
 * Since books of ten companies were measured, a line of a supplier whom the tables do not know waits where nothing else confirms its words:
 * such lines were right in 64 %. These rows state no name of an account, so that less of them is taken than of a ledger.
 */
const TAKEN_OF_HELD_OUT = 0.45;

function expectScores(name: string, rows: readonly LabelledRow[], taken: number): void {
  const scores = scoresOf(rows);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    `${name}: ${rows.length} rows, exact ${percent(scores.exact)}, accepted ${percent(scores.accepted)}, ` +
      `right among accepted ${percent(scores.accepted_exact)}\n${scores.wrong.map((line) => `  ${line}\n`).join("")}`,
  );
  expect(scores.exact).toBeGreaterThanOrEqual(0.92);
  expect(scores.accepted_exact).toBeGreaterThanOrEqual(0.98);
  expect(scores.accepted).toBeGreaterThanOrEqual(taken);
}

test.skipIf(!existsSync(DEV_ROWS))(
  "of the labelled development rows (../shared/samples/categorization-dev.csv) 92 % are right, 98 % of those taken without review, and 70 % are taken",
  () => {
    expectScores("development rows", readLabelled(DEV_ROWS), 0.7);
  },
);

test.each(HELD_OUT_FILES.map((path) => [basename(path), path] as const))(
  "as many are right of rows that were written before they were first measured, and 45 % are taken: %s",
  (file, path) => {
    const rows = readLabelled(path);
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expectScores(file, rows, TAKEN_OF_HELD_OUT);
  },
);
