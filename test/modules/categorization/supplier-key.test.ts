import { describe, expect, test } from "vitest";
import { supplierKey } from "../../../src/modules/categorization/index.ts";

describe("supplierKey", () => {
  test.each([
    ["Nordisk Drift A/S", "DK12345674"],
    ["Nordisk drift", "DK 12 34 56 74"],
    [null, "0184:12345674"],
  ])("%s, %s is known by its company number", (name, identifier) => {
    expect(supplierKey(name, identifier)).toBe("id:12345674");
  });

  test.each(["Møllers Smedje ApS", "MØLLERS SMEDJE", "Moellers Smedje A/S", " Møllers  Smedje, Danmark A/S"])(
    "%s is the same supplier with and without legal form",
    (name) => {
      expect(supplierKey(name, null)).toBe("name:moellers smedje");
    },
  );

  test("nothing to go by gives no key", () => {
    expect(supplierKey(null, null)).toBeNull();
    expect(supplierKey(" - ", "")).toBeNull();
  });
});
