import { describe, expect, test } from "vitest";
import type { CategorizationInput, Decision } from "../../../src/modules/categorization/index.ts";
import { decisionOf } from "../../support/categorization-line.ts";

function decide(description: string, rest: Partial<CategorizationInput> = {}): Decision {
  return decisionOf({ description, ...rest });
}

describe("the place of a word in the line", () => {
  test.each([
    ["the packaging that counts it", "Trykpapir 90 g, 4 paller", "purchases.materials.paper"],
    ["packaging bought by itself", "Paller, 60 stk", "purchases.materials.wood"],
    ["what an abbreviated preposition adds", "Vinterdæk inkl. montering", "purchases.services.car_repair"],
    ["what it comes with", "Syltetøjsglas m. låg", "purchases.materials.glass"],
    ["the machine that is filled with refrigerant", "R32 1,2 kg til varmepumpe", "energy.fugitive.r32"],
    ["a machine with its refrigerant", "Køb af varmepumpe R32", "capital.goods.machinery"],
    ["the vehicle that is fuelled", "Diesel varebil", "transport.own.diesel"],
    ["a vehicle by what drives it", "Ny varebil, diesel", "capital.goods.vehicles"],
    ["the machine that burns the fuel", "Diesel til skovmaskiner", "transport.own.offroad"],
    ["the first part of a word with a general head", "Ingeniørbistand", "purchases.services.engineering"],
    ["the reference that is glued to a name", "GOOGLE*ADS4471220", "purchases.services.marketing"],
    ["a word for any fuel", "Tankning, benzin", "transport.own.petrol"],
    ["a word for any waste", "Affald, kanyler", "waste.operations.hazardous"],
    ["waste by what is emptied", "Glas og flasker, tømning", "waste.operations.glass"],
  ])("tells what was bought beside %s", (_case, description, category_key) => {
    expect(decide(description).candidates[0]?.category_key).toBe(category_key);
  });

  test("airports beside freight are no flight", () => {
    expect(decide("Luftfragt HKG-BLL 112 kg")).toMatchObject({ category_key: "transport.upstream.air" });
    expect(decide("HKG-BLL retur")).toMatchObject({ category_key: "transport.travel.air_long" });
  });
});

describe("what the supplier adds", () => {
  test("freight that names no means of transport goes as the supplier goes", () => {
    const freightOf = (supplier_name: string): string => decide("Fragttillæg", { supplier_name }).category_key;
    expect(freightOf("GLS")).toBe("transport.upstream.courier");
    expect(freightOf("Maersk")).toBe("transport.upstream.sea");
    expect(freightOf("Vognmand Hansen")).toBe("transport.upstream.road");
  });

  test("gas of a supplier of bottles is bottled, of any other it is piped", () => {
    expect(decide("Gas", { supplier_name: "Kosan Gas" }).category_key).toBe("energy.stationary.lpg");
    expect(decide("Gas", { supplier_name: "Evida" }).category_key).toBe("energy.stationary.natural_gas");
  });

  test("a petrol station's usual fuel does not question the one that the text names", () => {
    expect(decide("Benzin", { supplier_name: "Q8" })).toMatchObject({
      status: "classified",
      category_key: "transport.own.petrol",
    });
  });

  test("a text with two meanings is taken when the supplier confirms one, and waits when nobody does", () => {
    const description = "Workshop, catering";
    expect(decide(description)).toMatchObject({ status: "pending_review" });
    expect(decide(description, { supplier_name: "Brasserie Havn" })).toMatchObject({
      category_key: "purchases.food.restaurant",
    });
    const alone = decide("Catering, workshop");
    const confirmed = decide("Catering, workshop", { supplier_name: "Brasserie Havn" });
    expect(alone).toMatchObject({ status: "pending_review", category_key: "purchases.food.restaurant" });
    expect(confirmed.confidence).toBeGreaterThan(alone.confidence);
  });

  test("supplier and account with one voice outweigh a word of the text", () => {
    const line = { supplier_name: "Jeudan", gl_account: "2030" };
    expect(decide("Leje af p-plads", line).category_key).toBe("purchases.services.rent");
    expect(decide("Leje af p-plads").category_key).not.toBe("purchases.services.rent");
  });
});

describe("electricity abroad", () => {
  test("is what no Danish supplier bills so: another currency than kroner or euros, or another language", () => {
    const key = "energy.electricity.grid_other";
    expect(decide("Power supply office", { currency: "SEK" }).category_key).toBe(key);
    expect(decide("Stromverbrauch März", { currency: "EUR" }).category_key).toBe(key);
    expect(decide("Power supply office", { currency: "EUR" }).category_key).toBe("energy.electricity.grid_dk");
  });
});

describe("the guard", () => {
  test("takes goods for sale for a purchase, and a sale for none", () => {
    expect(decide("Juletræer til salg")).toMatchObject({ category_key: "purchases.materials.agricultural" });
    expect(decide("Salg af juletræer")).toMatchObject({ status: "excluded" });
    expect(decide("Kontingentindbetaling medlemmer")).toMatchObject({ status: "excluded" });
    expect(decide("Kontingent brancheforening")).toMatchObject({ category_key: "purchases.services.memberships" });
  });
});
