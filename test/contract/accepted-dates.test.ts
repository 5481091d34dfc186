import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, type DemoInput, demoTenant } from "../support/demo.ts";
import { callerOf, forConsultantsAtClients, viaRest } from "./calls.ts";
import { dateInputs, type InputPlace, withValue } from "./input-places.ts";

/** Days and moments over the running service and PostgreSQL: whatever is valid is taken, and the rest told in one sentence. */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

const DAYS = ["0000-01-01", "0001-01-01", "0099-12-31", "1899-12-31", "2200-01-01", "9999-12-31"];
const MOMENTS = [
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+23:59",
  "0050-06-15T12:00:00Z",
  "2016-12-31T23:59:60Z",
  "2025-01-01T00:00Z",
  "2025-01-01t00:00:00z",
  "2025-01-01T00:00:00-00:00",
  "2025-01-01T00:00:00+16:00",
  "2025-01-01T00:00:00-23:59",
  "2025-01-01T00:00:00.123456789Z",
  "9999-12-31T23:59:59-23:59",
];
const NONE = [
  "2025-W01-1",
  "2025-001",
  "2025-02-29",
  "2025-01-01T24:00:00Z",
  "2025-01-01T00:00:00",
  "2025-01-01T00:00:00+24:00",
  "10000-01-01",
];

/** Days that name a year of the company: others name none, and the refusal says which there are. */
const NAMES = ["period_end"];

/** Members that the example has no place for, by operation. */
const FURTHER: Readonly<Record<string, DemoInput>> = {
  restate_financial_year: {
    decisions: [{ id: "0198c0de-0000-7000-8000-00000000dead", decision: "accept", facts: {} }],
    also_period_ends: ["2014-12-31"],
  },
};

const places = OPERATIONS.filter((operation) => !forConsultantsAtClients(operation)).flatMap(dateInputs);
const named = places.map((place) => ({ ...place, name: `${place.operation.name} ${place.path.join(".")}` }));

async function ask({ operation, path }: InputPlace, value: string) {
  const [member = ""] = path;
  const further = FURTHER[operation.name]?.[member];
  const example = await demo.example(operation);
  const input: DemoInput = withValue(further === undefined ? example : { ...example, [member]: further }, path, value);
  // Where both ends are given, the other one could come first.
  const alone = path[0] === "from" || path[0] === "to" ? without(input, path[0] === "from" ? "to" : "from") : input;
  return await viaRest(demo, await callerOf(demo, key, operation), operation, alone);
}

function without(input: DemoInput, name: string): DemoInput {
  return Object.fromEntries(Object.entries(input).filter(([member]) => member !== name));
}

describe.each(named)("$name", (place) => {
  const { path, schema, operation } = place;
  const isPeriod = path[0] === "from" || path[0] === "to";
  const valid = isPeriod ? [...DAYS, ...MOMENTS] : schema["format"] === "date" ? DAYS : MOMENTS;

  test("takes every valid one, or says in its own words why not", { timeout: 120_000 }, async () => {
    for (const value of valid) {
      const answer = await ask(place, value);
      expect(answer.status, `${value}: ${answer.text}`).toBeLessThan(500);
      if (operation.access === "read" && !NAMES.includes(path.join(".")))
        expect(answer.status, `${value}: ${answer.text}`).toBe(200);
      if (answer.status >= 400) expect(answer.text).not.toMatch(/YYYY-MM-DD|datetime with offset/);
    }
  });

  test("refuses what is none with one sentence that names the form", async () => {
    for (const value of NONE) {
      const answer = await ask(place, value);
      expect(answer.json(), value).toMatchObject({ status: 400, code: "request.validation_failed" });
      const { issues = [] } = answer.json();
      expect(issues, value).toHaveLength(1);
      expect(issues[0]?.path).toBe(path.join("."));
      expect(issues[0]?.message).toMatch(
        /YYYY-MM-DD, e\.g\. \d{4}-\d\d-\d\d|datetime with offset, e\.g\. .*\d{4}-\d\d-\d\d/,
      );
    }
  });
});

test.each(["get_emissions_summary", "get_emissions_by_category", "get_emissions_by_scope3_category"])(
  "%s of all years that have a number is that of no period at all",
  async (name) => {
    const operation = OPERATIONS.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`no ${name}`);
    const sums = async (input: DemoInput) => {
      const answer = (await viaRest(demo, key, operation, input)).json() as Record<string, unknown>;
      return without(answer, "period");
    };
    const whole = await sums({});
    for (const from of ["0000-01-01", "0001-01-01", "0050-06-15", "0050-06-15T12:00:00Z"]) {
      for (const to of ["9999-12-31", "9999-12-31T23:59:59-23:59"])
        expect(await sums({ from, to }), from).toEqual(whole);
    }
  },
);
