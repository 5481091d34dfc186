import { expect, test } from "vitest";
import { conditionHolds } from "../../../../src/modules/reports/datapoints/condition.ts";
import type { FactValue } from "../../../../src/modules/reports/datapoints/fact.ts";

const KNOWN: Readonly<Record<string, FactValue>> = {
  Yes: true,
  No: false,
  Form: "vsme:CooperativeMember",
  Set: ["vsme:A", "vsme:B"],
  Count: 50,
};

test.each([
  [null, true],
  ["Yes", true],
  ["!Yes", false],
  ["No", false],
  ["!No", true],
  ["Form=vsme:CooperativeMember", true],
  ["Form=vsme:OtherMember", false],
  ["Set~vsme:B", true],
  ["Set~vsme:C", false],
  ["Count>=50", true],
  ["Count>=51", false],
  ["Yes & Count>=50", true],
  ["Unknown", null],
  ["!Unknown", null],
  ["Yes & Unknown", null],
  // One part that does not hold decides, whatever the others are.
  ["Unknown & No", false],
])("%s: %s", (condition, verdict) => {
  expect(conditionHolds(condition, (id) => KNOWN[id])).toBe(verdict);
});
