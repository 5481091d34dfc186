import { describe, expect, test } from "vitest";
import { ServiceError } from "../../src/core/errors.ts";
import { cursorCodecFor } from "../../src/platform/cursor-codec.ts";

const TENANT = "0190a0de-0000-7000-8000-000000000001";
const OTHER = "0190a0de-0000-7000-8000-000000000002";
const codecs = cursorCodecFor(Buffer.alloc(32, 1));
const codec = codecs(TENANT, "live");
const purpose = { list: "list_emissions", filters: { from: "2026-01-01", scope: "1" } };
const position = ["2026-01-05T00:00:00.000001Z", "0190a0de-0000-7000-8000-00000000000a"];
const sealed = codec.seal(purpose, position);

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
  return "opened";
}
const REFUSED = "pagination.invalid_cursor";

describe("a cursor", () => {
  test("opens to its position for the same list and filters, whatever their order", () => {
    expect(codec.open(purpose, sealed)).toEqual(position);
    const reordered = { list: "list_emissions", filters: { scope: "1", to: undefined, from: "2026-01-01" } };
    expect(codec.open(reordered, sealed)).toEqual(position);
  });

  test("[contract 11.3] is refused for another tenant, environment, list, filter or secret", () => {
    expect(codeOf(() => codecs(OTHER, "live").open(purpose, sealed))).toBe(REFUSED);
    expect(codeOf(() => codecs(TENANT, "sandbox").open(purpose, sealed))).toBe(REFUSED);
    expect(codeOf(() => codec.open({ ...purpose, list: "list_activities" }, sealed))).toBe(REFUSED);
    expect(codeOf(() => codec.open({ ...purpose, filters: { from: "2026-01-01" } }, sealed))).toBe(REFUSED);
    expect(codeOf(() => codec.open({ ...purpose, filters: { ...purpose.filters, from: "2026-01-02" } }, sealed))).toBe(
      REFUSED,
    );
    expect(codeOf(() => cursorCodecFor(Buffer.alloc(32, 2))(TENANT, "live").open(purpose, sealed))).toBe(REFUSED);
  });

  test("is refused after any single character was changed, cut or added", () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed.slice(0, index) + (sealed[index] === "A" ? "B" : "A") + sealed.slice(index + 1);
      expect(
        codeOf(() => codec.open(purpose, changed)),
        `character ${index}`,
      ).toBe(REFUSED);
      expect(
        codeOf(() => codec.open(purpose, sealed.slice(0, index))),
        `cut at ${index}`,
      ).toBe(REFUSED);
    }
    for (const extra of ["A", "=", " ", "\n"]) expect(codeOf(() => codec.open(purpose, sealed + extra))).toBe(REFUSED);
    for (const junk of ["", "null", "-1", "../..", "💥", "A".repeat(999)]) {
      expect(
        codeOf(() => codec.open(purpose, junk)),
        junk,
      ).toBe(REFUSED);
    }
  });
});
