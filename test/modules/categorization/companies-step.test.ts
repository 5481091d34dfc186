import { describe, expect, test } from "vitest";
import { supplierCvr, withCompanies } from "../../../src/modules/categorization/index.ts";
import { companiesDecisions } from "../../../src/modules/categorization/companies.ts";
import type { Decision } from "../../../src/modules/categorization/decision.ts";

const CVR = "31415926";
const SUPPLIER = { name: "Zorba ApS", identifier: "DK 31 41 59 26" };
const TRAINING = "purchases.services.training";
const CLEANING = "purchases.services.cleaning";
const said = companiesDecisions([{ cvr: CVR, category_key: TRAINING, companies: 3 }]);
const REASON = "at least 3 other companies decided so for this supplier";

const lexicon = (category_key: string, weight: number) =>
  ({ category_key, weight, reason: '"x" in the text', step: "lexicon" }) as const;
const waiting = (category_key: string, confidence: number, ...candidates: Decision["candidates"]): Decision => ({
  status: "pending_review",
  category_key,
  mapped_by: "rule",
  confidence,
  reason: "as read",
  candidates,
});
const PENDING = "unclassified.pending";

describe("what other companies decided", () => {
  test("becomes the suggestion where nothing was suggested", () => {
    expect(withCompanies(waiting(PENDING, 0), said, SUPPLIER)).toEqual({
      ...waiting(TRAINING, 0.4286),
      reason: REASON,
      candidates: [{ category_key: TRAINING, weight: 0.6, reason: REASON, step: "companies" }],
    });
  });

  test("adds to a word that was too little to suggest, and stays below what is taken", () => {
    const { confidence, reason, candidates } = withCompanies(
      waiting(PENDING, 0.3443, lexicon(TRAINING, 0.42)),
      said,
      SUPPLIER,
    );
    expect(confidence).toBeGreaterThan(0.5);
    expect(confidence).toBeLessThan(0.6);
    expect(reason).toBe(`"x" in the text; ${REASON}`);
    expect(candidates).toHaveLength(1);
  });

  test("stands beside another suggestion, and behind words of which several are equally likely", () => {
    const other = waiting(CLEANING, 0.5, lexicon(CLEANING, 1));
    expect(withCompanies(other, said, SUPPLIER)).toEqual({
      ...other,
      candidates: [lexicon(CLEANING, 1), { category_key: TRAINING, weight: 0.6, reason: REASON, step: "companies" }],
    });
    const tie = waiting(PENDING, 0.31, lexicon(CLEANING, 0.9), lexicon("purchases.materials.paper", 0.9));
    expect(withCompanies(tie, said, SUPPLIER)).toMatchObject({ category_key: PENDING, confidence: 0.31 });
  });

  test("is told beside the same suggestion, whose confidence stays", () => {
    const same = waiting(TRAINING, 0.5556, lexicon(TRAINING, 1));
    const told = withCompanies(same, said, SUPPLIER);
    expect(told).toMatchObject({ status: "pending_review", confidence: 0.5556, reason: `as read; ${REASON}` });
    expect(told.candidates.map(({ weight }) => weight)).toEqual([1]);
  });

  test("never takes a line, whatever else speaks for it", () => {
    for (let weight = 0; weight <= 3; weight += 0.01) {
      for (const rival of [0, 0.3, 0.6, 0.9, 1.2]) {
        const before = waiting(PENDING, 0, lexicon(TRAINING, weight), lexicon(CLEANING, rival));
        const confidence = weight / (weight + rival + 0.8);
        // Above, the chain suggests by itself.
        if (confidence >= 0.35 || rival > weight) continue;
        const after = withCompanies({ ...before, confidence }, said, SUPPLIER);
        expect(after.status).toBe("pending_review");
        expect(after.confidence).toBeLessThan(0.6);
      }
    }
  });

  test.each(["classified", "excluded"] as const)("changes nothing of a line that is %s", (status) => {
    const settled: Decision = { ...waiting(CLEANING, 0.9), status };
    expect(withCompanies(settled, said, SUPPLIER)).toBe(settled);
  });

  test("is not asked for suppliers without a right CVR number, and of others", () => {
    const line = waiting(PENDING, 0);
    for (const identifier of [null, "31415927", "SE556012579001", "314159"]) {
      expect(withCompanies(line, said, { name: "Zorba ApS", identifier })).toBe(line);
    }
    expect(withCompanies(line, said, { name: "Zorba ApS", identifier: "12345674" })).toBe(line);
    expect(withCompanies(line, said, null)).toBe(line);
    expect(withCompanies(line, undefined, SUPPLIER)).toBe(line);
    expect(supplierCvr(SUPPLIER)).toBe(CVR);
  });

  test("says nothing where two categories lead alike, nor of siblings that a line's own facts decide between", () => {
    const rows = (...all: readonly (readonly [string, number])[]) =>
      companiesDecisions(all.map(([category_key, companies]) => ({ cvr: CVR, category_key, companies })));
    expect(rows([TRAINING, 3], [CLEANING, 3]).size).toBe(0);
    expect(rows([TRAINING, 3], [CLEANING, 3], ["purchases.materials.paper", 3]).size).toBe(0);
    expect(rows([CLEANING, 3], [TRAINING, 5]).get(CVR)?.category_key).toBe(TRAINING);
    expect(rows(["energy.electricity.grid_dk1", 10]).size).toBe(0);
    expect(rows(["transport.travel.air_short", 10]).size).toBe(0);
  });
});
