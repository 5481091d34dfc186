import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { categoryOfCode } from "../../../src/modules/categorization/classification-codes.ts";
import { ACCOUNTS } from "../../../src/modules/categorization/lexicon/accounts.ts";
import { CPV, UNSPSC } from "../../../src/modules/categorization/lexicon/classification-codes.ts";
import { categorizationTables } from "../../../src/modules/categorization/index.ts";
import { sharedPath } from "../../support/shared-data.ts";

const root = join(import.meta.dirname, "../../..");
const CPV_MAP = sharedPath("samples", "cpv-category-map.csv");

const categories = z
  .array(z.object({ key: z.string(), level: z.string() }))
  .parse(
    Papa.parse(readFileSync(join(root, "data/categories.csv"), "utf8"), { header: true, skipEmptyLines: true }).data,
  );
const leaves = new Set(categories.filter((row) => row.level === "3").map((row) => row.key));

/** Decided by a fact beside the words: the region of the supply, and whether a person sold the certificates of own generation. */
const BY_REGION = [
  "energy.electricity.grid_dk1",
  "energy.electricity.grid_dk2",
  "energy.electricity.own_generation_sold",
];
/** Others pay for it: no line of the books is about it, and it is recorded. */
const PAID_BY_OTHERS = ["transport.downstream.air", "transport.downstream.road", "transport.downstream.sea"];

function keysOfTables(): Set<string> {
  const { lexicon, suppliers } = categorizationTables();
  const terms = [lexicon, suppliers].flatMap((index) => [...index.words.values(), ...index.phrases.values()].flat());
  return new Set(terms.map((term) => term.category_key));
}

describe("the tables", () => {
  test("name only categories of the lowest level that the catalog holds", () => {
    const decided = ACCOUNTS.flatMap((account) => account.decides ?? []);
    const codes = [...CPV.values(), ...UNSPSC.values()].filter((key) => key !== "");
    const unknown = [...keysOfTables(), ...decided, ...codes].filter((key) => !leaves.has(key));
    expect(unknown).toEqual([]);
  });

  test("have words for every category of the lowest level", () => {
    const known = keysOfTables();
    expect([...leaves].filter((key) => !known.has(key)).sort()).toEqual([...BY_REGION, ...PAID_BY_OTHERS].toSorted());
  });

  test("account families are beginnings of category keys", () => {
    const starts = ACCOUNTS.flatMap((account) => account.family ?? []);
    expect(starts.filter((start) => ![...leaves].some((key) => key.startsWith(start)))).toEqual([]);
  });

  test.skipIf(!existsSync(CPV_MAP))(
    "CPV prefixes agree with 97 % of the mapped codes (../shared/samples/cpv-category-map.csv)",
    () => {
      const text = readFileSync(CPV_MAP, "utf8");
      const rows = z
        .array(z.object({ cpv_code: z.string(), category: z.string() }))
        .parse(Papa.parse(text, { header: true, skipEmptyLines: true }).data);
      const agreed = rows.filter((row) => categoryOfCode("STI", row.cpv_code)?.category_key === row.category);
      expect(agreed.length / rows.length).toBeGreaterThan(0.97);
    },
  );

  test("codes of other lists, malformed codes and prefixes that say too little decide nothing", () => {
    expect(categoryOfCode("XYZ", "09310000")).toBeNull();
    expect(categoryOfCode("STI", "el")).toBeNull();
    expect(categoryOfCode("STI", "79000000")).toBeNull();
    expect(categoryOfCode("TST", "78102200")?.category_key).toBe("transport.upstream.courier");
  });
});
