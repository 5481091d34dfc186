import { describe, expect, it } from "vitest";
import { NO_KNOWLEDGE } from "../../../src/modules/categorization/index.ts";
import { decisionOf } from "../../support/categorization-line.ts";

const keysOf = ({ category_key, candidates }: ReturnType<typeof decisionOf>) => [
  category_key,
  ...candidates.map((candidate) => candidate.category_key),
];
const isEmission = (key: string) => key.startsWith("energy.fugitive.");

describe("a row in kilometres", () => {
  it.each(["km", "Km", "kilometer"])("buys no vehicle: %s", (unit) => {
    const decision = decisionOf({ description: "Kundebesøg på cykel", unit, supplier_name: "Bo Lund", amount: "7.44" });
    expect(decision).toMatchObject({ status: "pending_review", category_key: "unclassified.pending" });
    expect(keysOf(decision)).not.toContain("capital.goods.vehicles");
    expect(decision.reason).toContain("kilometres");
  });

  it("is a journey where its words say so, and a cycle in pieces is bought", () => {
    expect(decisionOf({ description: "Kundebesøg Aarhus, egen bil", unit: "km" }).category_key).toBe(
      "transport.travel.private_car",
    );
    expect(decisionOf({ description: "Cykel", unit: "stk" }).category_key).toBe("capital.goods.vehicles");
    expect(decisionOf({ description: "Cykel" }).category_key).toBe("capital.goods.vehicles");
  });
});

describe("refrigerant that was taken out of a plant", () => {
  it.each([
    "Genindvundet R410A",
    "Aftappet kølemiddel R404A",
    "Tømning af anlæg R134a",
    "Anlæg tømt for R404A",
    "Udtaget kølemiddel R32",
    "Bortskaffelse af kølemiddel R410A",
    "Retur R134a til destruktion",
    "Refrigerant R-410A recovered",
    "R134a reclaimed from chiller",
    "Refrigerant R404A removed",
    "Kältemittel R410A abgesaugt",
    "Kältemittel R410A zurückgewonnen",
    "Återvunnet köldmedium R404A",
    "Tömd köldmedium R404A",
    "Kuldemedium R404A gjenvunnet",
  ])("%s waits, and nothing suggests an emission", (description) => {
    const decision = decisionOf({ description, supplier_name: "KøleTeknik Fyn ApS", gl_account_name: "Kølemidler" });
    expect(decision).toMatchObject({ status: "pending_review", category_key: "unclassified.pending" });
    expect(keysOf(decision).filter(isEmission)).toEqual([]);
    expect(decision.reason).toContain("taken out of a plant");
  });

  it.each(["Efterfyldning R410A", "Påfyldt kølemiddel R404A", "Refrigerant R-410A added (top-up)"])(
    "%s is filled in, and counts as before",
    (description) => expect(keysOf(decisionOf({ description })).filter(isEmission)).not.toEqual([]),
  );

  it("on a credit note, what is handed back was bought and not used", () => {
    const credit = decisionOf({
      description: "Retur kølemiddel R134a",
      document_type: "credit_note",
      amount: "-100.00",
    });
    expect(keysOf(credit).filter(isEmission)).not.toEqual([]);
    expect(keysOf(decisionOf({ description: "Retur kølemiddel R134a" })).filter(isEmission)).toEqual([]);
  });

  it("a rule or a decision about the supplier makes no emission of it", () => {
    const rule = {
      id: "r",
      position: 1,
      supplier_key: null,
      gl_account: null,
      text_contains: "R410A",
      category_key: "energy.fugitive.r410a",
    };
    const knowledge = { ...NO_KNOWLEDGE, rules: [rule] };
    expect(decisionOf({ description: "Efterfyldning R410A" }, knowledge)).toMatchObject({ status: "classified" });
    expect(decisionOf({ description: "Genindvundet R410A" }, knowledge)).toMatchObject({ status: "pending_review" });
  });
});
