import { describe, expect, test } from "vitest";
import {
  firstStatus,
  isOpenFor,
  nextStatus,
  SCENARIO_STATUSES,
  type ScenarioAction,
} from "../../../src/modules/scenarios/scenario-status.ts";

const ALLOWED: Readonly<Record<ScenarioAction, readonly (readonly [string, string])[]>> = {
  submit: [["draft", "pending_review"]],
  approve: [["pending_review", "approved"]],
  reject: [["pending_review", "rejected"]],
  archive: [
    ["approved", "archived"],
    ["rejected", "archived"],
    ["active", "archived"],
  ],
};

describe("the states of a scenario", () => {
  // Written by hand beside the table of the code, so that a slip in either is seen.
  test.each(["submit", "approve", "reject", "archive"] as const)(
    "%s leads where it should and nowhere else",
    (action) => {
      const found = SCENARIO_STATUSES.flatMap((status) => {
        const next = nextStatus(status, action);
        return next === null ? [] : [[status, next]];
      });
      expect(found).toEqual(ALLOWED[action]);
    },
  );

  test("a consultant begins with a draft, the company with an active plan; each adds tiltag to its own kind only", () => {
    expect([firstStatus(true), firstStatus(false)]).toEqual(["draft", "active"]);
    const open = (isConsultant: boolean) => SCENARIO_STATUSES.filter((status) => isOpenFor(status, isConsultant));
    expect([open(true), open(false)]).toEqual([["draft"], ["active"]]);
  });
});
