import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type MeasuredLine,
  measuredSet,
  SET_NAMES,
  UNSEEN_SETS,
  wilsonLowerBound,
} from "../../support/labelled-sets.ts";

const SETS = join(import.meta.dirname, "sets");

/** What has been reached on all that are not kept unseen: fewer may be taken only where more of these are right. */
const REACHED = { taken: 0.52, right_of_taken: 0.995 };

describe("books of companies, labelled twice before they were measured", () => {
  test("rows and labels are those that were there before the first measurement", () => {
    const listed = readFileSync(join(SETS, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(listed).toHaveLength(3 * SET_NAMES.length);
    for (const line of listed) {
      const [sum = "", file = ""] = line.split(/\s+/);
      expect(
        createHash("sha256")
          .update(readFileSync(join(SETS, file)))
          .digest("hex"),
        file,
      ).toBe(sum);
    }
  });

  test("what is taken without a question is not less often right than it was, and not less is taken", () => {
    const lines: MeasuredLine[] = SET_NAMES.filter((set) => !UNSEEN_SETS.includes(set)).flatMap((set) =>
      measuredSet(set),
    );
    const taken = lines.filter(({ isTaken }) => isTaken);
    expect(taken.length / lines.length).toBeGreaterThanOrEqual(REACHED.taken);
    expect(taken.filter(({ isRight }) => isRight).length / taken.length).toBeGreaterThanOrEqual(REACHED.right_of_taken);
  });

  test("the lower bound is Wilson's", () => {
    // Newcombe 1998 (Statistics in Medicine 17, 857-872), score method: 81 of 263 gives 0.2553. With all of n right it is n / (n + z^2).
    expect(wilsonLowerBound(10, 10)).toBeCloseTo(10 / (10 + 1.959964 ** 2), 6);
    expect(wilsonLowerBound(81, 263)).toBeCloseTo(0.2553, 4);
    expect(wilsonLowerBound(0, 0)).toBe(0);
  });
});
