import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/core/content-hash.ts";

const names = fc.oneof(fc.string(), fc.constantFrom("10", "9", "a", "é", "\u{1f600}", "￿", "__proto__", "toJSON", ""));
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false, -0, 1e21, "\ud800"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 6 }),
  ),
})).value;

test("the canonical text is that of the reference implementation of RFC 8785", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  [
    "members in the order of their code units",
    { b: 1, a: { d: 2, c: [{ f: 3, e: 4 }] } },
    '{"a":{"c":[{"e":4,"f":3}],"d":2},"b":1}',
  ],
  ["members that are numbers", { a: 1, 9: 2, 10: 3 }, '{"10":3,"9":2,"a":1}'],
  ["a member that is not there", { a: undefined, b: 1 }, '{"b":1}'],
  ["a date", { a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z"}'],
])("%s", (_what, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test("what JSON cannot hold is refused", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const value of [Number.NaN, { a: Infinity }, [circle], undefined]) expect(() => canonicalJson(value)).toThrow();
});
