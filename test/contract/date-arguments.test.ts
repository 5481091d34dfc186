import { describe, expect, test } from "vitest";
import { parseInput } from "../../src/core/input.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { argumentSchemas } from "./calls.ts";

/** Each argument that is a day or a moment, at the top level of an operation's input. */
const dates = OPERATIONS.flatMap((operation) =>
  argumentSchemas(operation)
    .filter(([, schema]) => schema["type"] !== "object" && schema["type"] !== "array")
    .filter(([, schema]) => /"format":"date(-time)?"/.test(JSON.stringify(schema)))
    .map(([argument, schema]) => ({ operation, name: operation.name, argument, isDay: schema["format"] === "date" })),
);

function messagesFor(operation: (typeof OPERATIONS)[number], input: object, path: string): string[] {
  try {
    parseInput(operation.input, input);
    return [];
  } catch (error) {
    const issues = (error as { extras?: { issues?: { path: string; message: string }[] } }).extras?.issues ?? [];
    return issues.filter((issue) => issue.path === path).map(({ message }) => message);
  }
}

describe.each(dates)("$name $argument", ({ operation, argument, isDay }) => {
  test.each(["yesterday", "31-12-2026", "2026-02-30", "2026-6-1", "20260630", ""])(
    "refuses %j and names the form",
    (text) => {
      const messages = messagesFor(operation, { ...operation.example.input, [argument]: text }, argument);
      expect(messages.length).toBeGreaterThan(0);
      expect(messages[0]).toMatch(
        isDay ? /YYYY-MM-DD, e\.g\. \d{4}-\d\d-\d\d/ : /datetime with offset, e\.g\. .*\d{4}-\d\d-\d\d/,
      );
    },
  );
});
