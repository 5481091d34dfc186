import { describe, expect, it } from "vitest";
import { countBill } from "../../support/bill-lines.ts";
import { decisionOf } from "../../support/categorization-line.ts";

/** What is decided of a bill's only line, with the commodity that its quantity is counted as. */
function decided(description: string, quantity: string, unit: string, supplier_name: string | null = null) {
  const [counted] = countBill([[description, quantity, unit, "1000.00"]], supplier_name ?? "");
  const commodity = counted === undefined || counted.commodity === "energy" ? null : counted.commodity;
  return decisionOf({ description, supplier_name, commodity, unit, amount: "1000.00" });
}

describe("words of the trade that say what a measured quantity is", () => {
  it.each(["Farvet diesel", "Farvet dieselolie", "Diesel B7 farvet"])("%s drives no car", (text) => {
    expect(decided(text, "900", "l")).toMatchObject({ status: "classified", category_key: "transport.own.offroad" });
  });

  it.each([
    ["Opladning elbil", "Clever A/S"],
    ["Ladestrøm", "Clever A/S"],
    ["Strøm ladestander", "Hotel Skovly"],
    ["kWh ladestander", "Hotel Skovly"],
  ])("%s is the charging of a car", (text, supplier) => {
    const decision = decided(text, "30", "kWh", supplier);
    expect(decision).toMatchObject({ status: "classified", category_key: "energy.electricity.ev_charging" });
  });

  it("charging behind a metering point of the company's own is the grid's, and a standing charge charges nothing", () => {
    const own = decisionOf({ description: "Elforbrug ladestander", commodity: "electricity", is_place_stated: true });
    expect(own.category_key).toMatch(/^energy\.electricity\.grid_dk/);
    expect(decided("Electricity standing charge", "30", "kWh").category_key).not.toContain("ev_charging");
  });

  it("oil in water is no drinking water", () => {
    const decision = decided("Olie/vand-blanding, slamsuger", "2.5", "m3", "Kloakservice Midt ApS");
    expect(decision).toMatchObject({ status: "pending_review", category_key: "waste.operations.hazardous" });
  });

  it.each([
    ["a flow of water", "Vandgennemstrømning", "120", "m3", "energy.electricity."],
    ["a rate of exchange", "Kurs 7,4606", "1", "stk", "purchases.services.training"],
    ["a rate of exchange by its currency", "Valutakurs EUR 745,98", "1", "stk", "purchases.services.training"],
    ["a tank by what it holds", "Dieseltank 2.500 l", "2500", "l", "transport.own.diesel"],
    ["a tank", "Dieseltank 2.500 l", "1", "stk", "transport.own.diesel"],
  ])("%s is not even suggested as what stands in its word", (_, text, quantity, unit, category) => {
    const { status, category_key, candidates } = decided(text, quantity, unit);
    expect(status).toBe("pending_review");
    const keys = [category_key, ...candidates.map((one) => one.category_key)];
    expect(keys.filter((key) => key.startsWith(category))).toEqual([]);
  });

  it("what is filled into a tank is fuel, and a course has a price", () => {
    expect(decided("Diesel til dieseltank", "2500", "l").category_key).toBe("transport.own.diesel");
    expect(decided("Påfyldning dieseltank", "2500", "l").category_key).toBe("transport.own.diesel");
    expect(decisionOf({ description: "Kurs 1.200,00" }).reason).not.toContain("exchange");
  });
});
