import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { supplierKey } from "../../../src/modules/categorization/index.ts";
import { tenantKnowledge } from "../../../src/modules/categorization/knowledge.ts";
import { decisionOf as decide } from "../../support/categorization-line.ts";

const RULE = { id: "1", position: 1, supplier_key: null, gl_account: null, text_contains: null };

describe("the decision chain", () => {
  test.each([
    ["Lønninger", {}],
    ["Moms 25 %", {}],
    ["Renter", {}],
    ["Overførsel til egen konto", {}],
    ["Betaling faktura 1182", { document_type: "bank_statement", amount: "12500.00" }],
    ["Bilag 4410", { gl_account: "2850" }],
    ["Bilag 4411", { gl_account: "7120", gl_account_name: "Lønninger" }],
    ["Rengøring, timelønnede uge 12", { gl_account: "2210", gl_account_name: "Lønninger" }],
    ["Chauffører, diesel og kørsel marts", { gl_account: "2215", gl_account_name: "Løn, produktion" }],
    ["Kontorrengøring, marts", { gl_account: "5010", gl_account_name: "Salaries and wages" }],
  ])("%s buys nothing and is excluded", (description, rest) => {
    expect(decide({ description, ...rest })).toMatchObject({
      status: "excluded",
      category_key: "unclassified.not_relevant",
    });
  });

  test.each([
    ["Lønsystem abonnement", "purchases.services.it_services"],
    ["Varer til videresalg", "purchases.goods.wholesale"],
    ["Kursus i momsregler", "purchases.services.training"],
  ])("%s is about pay, tax or sales but is bought", (description, category_key) => {
    expect(decide({ description })).toMatchObject({ status: "classified", category_key });
  });

  test.each([
    ["Km-godtgørelse september, S. Holt", "classified"],
    ["Km godtgørelse maj", "classified"],
    ["Mileage reimbursement, May", "classified"],
    ["Godtgørelse af kilometerpenge", "pending_review"],
    ["Km-godtgørelse, refusion fra kommunen", "pending_review"],
  ])("an allowance for kilometres is no refund: %s", (description, status) => {
    const line = { description, gl_account: "2240", gl_account_name: "Kilometergodtgørelse" };
    const decision = decide(line);
    expect(decision.status).toBe(status);
    expect(decision.candidates[0]?.category_key).toBe("transport.travel.private_car");
  });

  test.each([
    ["Kontorrengøring, marts", "Lønninger og øvrige personaleomkostninger"],
    ["Kontorrengøring, marts", "Lønadministration"],
    ["Kontorrengøring, marts", "Rengøring, løn og materialer"],
  ])("%s is bought, although the account is called %s", (description, gl_account_name) => {
    expect(decide({ description, gl_account: "2210", gl_account_name }).status).not.toBe("excluded");
  });

  test("an account number outside the standard chart's meaning does not exclude a line that says what it buys", () => {
    expect(decide({ description: "Husleje april", gl_account: "3410" })).toMatchObject({
      category_key: "purchases.services.rent",
    });
  });

  test("a rule of the company decides before everything else, the guard included, lowest position first", () => {
    const rules = [
      { ...RULE, id: "2", position: 2, gl_account: "2850", category_key: "purchases.services.training" },
      { ...RULE, id: "1", position: 1, text_contains: "VIKARLØN", category_key: "purchases.services.staffing" },
    ];
    const decision = decide({ description: "Vikarløn uge 7", gl_account: "2850" }, tenantKnowledge(rules, []));
    expect(decision).toMatchObject({ status: "classified", category_key: "purchases.services.staffing" });
    expect(decision.candidates[0]?.step).toBe("rule");
  });

  test("all conditions of a rule must hold", () => {
    const rule = {
      ...RULE,
      supplier_key: "name:nordisk drift",
      gl_account: "2510",
      category_key: "purchases.services.it_services",
    };
    const knowledge = tenantKnowledge([rule], []);
    const line = { description: "Faktura", supplier_name: "Nordisk Drift ApS", gl_account: "2520" };
    expect(decide(line, knowledge).candidates.some((one) => one.step === "rule")).toBe(false);
    expect(decide({ ...line, gl_account: "2510" }, knowledge).candidates[0]?.step).toBe("rule");
  });

  test("what a person decided for supplier and account decides again, and counts as a person's mapping", () => {
    const supplier_key = supplierKey("Kølegruppen A/S", "DK12345674") ?? "";
    const row = { supplier_key, gl_account: "2160", category_key: "energy.fugitive.r404a", decided_by: "user:1" };
    const knowledge = tenantKnowledge([], [row]);
    const line = {
      description: "Service på køleanlæg",
      supplier_name: "Koelegruppen",
      supplier_identifier: "12345674",
    };
    expect(decide({ ...line, gl_account: "2160" }, knowledge)).toMatchObject({
      status: "classified",
      category_key: "energy.fugitive.r404a",
      mapped_by: "person",
    });
    // Another account: the memory is only a candidate beside what the text says.
    expect(decide({ ...line, gl_account: "1610" }, knowledge).category_key).toBe("purchases.services.repair");
  });

  test("a decision for the supplier alone decides silent lines and is questioned by a clear text", () => {
    const row = {
      supplier_key: "name:havnens handel",
      gl_account: "",
      category_key: "purchases.goods.retail",
      decided_by: "user:1",
    };
    const knowledge = tenantKnowledge([], [row]);
    const line = { supplier_name: "Havnens Handel I/S" };
    expect(decide({ ...line, description: "Bilag 18" }, knowledge)).toMatchObject({
      category_key: "purchases.goods.retail",
      status: "classified",
      mapped_by: "person",
    });
    expect(decide({ ...line, description: "Forsikringspræmie" }, knowledge).status).toBe("pending_review");
  });

  test("a counted commodity decides whatever the words say, and the region chooses the grid", () => {
    const line = { description: "Moms og gebyr", commodity: "electricity" };
    expect(decide(line)).toMatchObject({ status: "classified", category_key: "energy.electricity.grid_dk" });
    expect(decide({ ...line, region: "DK1" }).category_key).toBe("energy.electricity.grid_dk1");
    expect(decide({ ...line, region: "SE" }).category_key).toBe("energy.electricity.grid_other");
    expect(decide({ description: "", commodity: "diesel" }).category_key).toBe("transport.own.diesel");
  });

  test("measured waste is of the material that the words name, and mixed when they name none", () => {
    const waste = (description: string) => decide({ description, commodity: "waste" }).category_key;
    expect(waste("Træaffald, genanvendelse")).toBe("waste.operations.wood");
    expect(waste("Pap til genanvendelse")).toBe("waste.operations.paper");
    expect(waste("Entsorgung")).toBe("waste.operations.residual_incineration");
  });

  test("a bill that does not say which energy it is about is not taken for electricity", () => {
    expect(decide({ description: "Arbeitspreis" }).status).toBe("pending_review");
  });

  test("a CPV code decides a line whose words say nothing", () => {
    const classification_codes = [{ list: "STI", code: "90911200-8" }];
    const decision = decide({ description: "Ydelse jf. aftale", classification_codes });
    expect(decision).toMatchObject({ status: "classified", category_key: "purchases.services.cleaning" });
    expect(decision.reason).toContain("CPV");
  });

  test("the name of the account decides before its number", () => {
    const line = { description: "Bilag 77", gl_account: "2050", gl_account_name: "Forsikringer" };
    expect(decide(line).category_key).toBe("purchases.services.insurance");
  });

  test.each([
    ["Flybillet København-Aalborg", "transport.travel.air_domestic"],
    ["Flybillet København-London", "transport.travel.air_short"],
    ["Flybillet København-New York", "transport.travel.air_long"],
    ["CPH-BKK retur", "transport.travel.air_long"],
  ])("%s is classed by the distance of its places", (description, category_key) => {
    expect(decide({ description }).category_key).toBe(category_key);
  });

  test("computers count as capital goods from the limit for small assets on", () => {
    const description = "Bærbar computer";
    expect(decide({ description, amount: "34399.99" }).category_key).toBe("purchases.goods.small_it");
    expect(decide({ description, amount: "34400.00" }).category_key).toBe("capital.goods.it");
    expect(decide({ description, amount: "5000.00", currency: "EUR" }).category_key).toBe("capital.goods.it");
  });

  test("a text that says nothing waits for a person without a guess", () => {
    expect(decide({ description: "Faktura 4711" })).toMatchObject({
      status: "pending_review",
      category_key: "unclassified.pending",
      confidence: 0,
    });
  });

  test("[contract 10.4] confidence is top / (top + second + 0.8), and 0.6 and 0.35 are its thresholds", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("papir", "stål", "taxa", "leje", "service", "gebyr", "glas"),
        fc.string(),
        (word, rest) => {
          const decision = decide({ description: `${word} ${rest}` });
          const [top, second] = decision.candidates;
          const expected = top === undefined ? 0 : top.weight / (top.weight + (second?.weight ?? 0) + 0.8);
          expect(decision.confidence).toBeCloseTo(expected, 3);
          expect(decision.status === "pending_review").toBe(decision.confidence < 0.6);
          expect(decision.category_key === "unclassified.pending").toBe(decision.confidence < 0.35);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("never throws and always gives the same decision, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 600 }),
        fc.option(fc.string()),
        (description, supplier_name) => {
          expect(decide({ description, supplier_name })).toEqual(decide({ description, supplier_name }));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the supplier's branch in the company register", () => {
  test("suggests what it mostly sells, with the reason, and never decides alone", () => {
    const decision = decide({ description: "Faktura 4711", supplier_branch: "812100" });
    expect(decision).toMatchObject({ status: "pending_review", category_key: "purchases.services.cleaning" });
    expect(decision.reason).toBe("the supplier's branch in the company register: 812100 (812...)");
  });

  test("confirms words that say too little alone", () => {
    const line = { description: "Trappevask, opgang mod gården", supplier_name: "Nordnet 24 ApS" };
    expect(decide(line).status).toBe("pending_review");
    expect(decide({ ...line, supplier_branch: "812100" })).toMatchObject({
      status: "classified",
      category_key: "purchases.services.cleaning",
    });
  });

  test("gives way to a text that names something else", () => {
    expect(decide({ description: "Diesel 200 liter", supplier_branch: "812100" })).toMatchObject({
      status: "classified",
      category_key: "transport.own.diesel",
    });
  });

  test.each(["461900", "99", "", "000000"])(
    "says nothing for a branch that sells everything or is unknown: %s",
    (supplier_branch) => {
      expect(decide({ description: "Faktura 4711", supplier_branch })).toMatchObject({
        confidence: 0,
        category_key: "unclassified.pending",
      });
    },
  );
});
