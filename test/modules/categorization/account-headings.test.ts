import { describe, expect, test } from "vitest";
import { decisionOf as decide } from "../../support/categorization-line.ts";

describe("the heading of an account", () => {
  test.each([
    ["a department's pay", "Løn rengøring", "Rengøringspersonale marts"],
    ["stock", "Varelagerforskydning", "Regulering af lager"],
    ["debt", "Verbindlichkeiten ggü. Kreditinstituten", "Tilgung Lkw"],
    ["pay", "Semesterlöner", "Städning juli"],
  ])("of %s leaves a line out, whatever its words say", (_, gl_account_name, description) => {
    expect(decide({ description, gl_account_name }).status).toBe("excluded");
  });

  test("that a word does not fit keeps the word from being taken", () => {
    const description = "Flame retard duvet 10.5 tog";
    expect(decide({ description, supplier_name: "Linen House", gl_account_name: "Uniforms" }).category_key).not.toBe(
      "transport.travel.rail",
    );
  });

  test("of repairs is one where the line says what was done, and else the thing that is bought", () => {
    const gl_account_name = "Reparation maskiner";
    const repaired = decide({ description: "Udskiftning af pumpe", supplier_name: "Nordlyn", gl_account_name });
    expect(repaired.candidates[0]?.category_key).toBe("purchases.services.repair");
    const bought = decide({ description: "Kilerem og kuglelejer", supplier_name: "Nordlyn", gl_account_name });
    expect(bought.candidates[0]?.category_key).toBe("purchases.goods.spare_parts");
  });

  test.each(["Diverse", "Sundry Expenses", "Suspense", "Sonstige betriebliche Aufwendungen"])(
    "that holds anything takes nothing: %s",
    (gl_account_name) => {
      const line = { description: "Kontorartikler", supplier_name: "Lomax", gl_account_name };
      expect(decide(line).status).toBe("pending_review");
    },
  );
});

describe("what is only suggested, whatever speaks for it", () => {
  test.each([
    ["Nettarif C + abonnement", "Vores Elnet", "El"],
    ["Oprindelsesgarantier, strøm", "Ørsted", "El"],
    ["Selvrisiko vandskade", "Alm. Brand", "Forsikringer"],
    ["brændstof 32 l", "Uno-X", "Brændstof biler"],
    ["AAL-AMS-ZZV t/r", "KLM", "Rejser"],
    ["Rockwoolaffald", "Stena Recycling", "Affald"],
    ["tur til hotel", "Dantaxi", "Rejser"],
  ])("%s of %s on %s", (description, supplier_name, gl_account_name) => {
    expect(decide({ description, supplier_name, gl_account_name }).status).toBe("pending_review");
  });

  test("says why", () => {
    const line = { description: "Nettarif C", supplier_name: "Vores Elnet", gl_account_name: "El" };
    expect(decide(line).reason).toContain("only suggested: its words name the grid, the tax or the meter");
  });
});

test("text, supplier and account that agree are taken, with the share of such lines that is right as confidence", () => {
  const decision = decide({
    description: "Erhvervsforsikring 2026",
    supplier_name: "Tryg Forsikring",
    gl_account_name: "Forsikringer",
  });
  expect(decision).toMatchObject({ status: "classified", category_key: "purchases.services.insurance" });
  expect(decision.confidence).toBeGreaterThanOrEqual(0.95);
  expect(decision.confidence).toBeLessThanOrEqual(0.985);
});
