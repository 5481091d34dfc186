import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EmissionCategory } from "../../../src/core/catalog.ts";
import { decimal } from "../../../src/core/quantity.ts";
import { convert, isUnit, parseUnit, type Unit } from "../../../src/core/units.ts";
import { calculate, DEFAULT_CALCULATION_SETTINGS } from "../../../src/modules/emissions/index.ts";
import { catalog, entriesOf, entryOf, request, shippedFactor, tables } from "../../support/calculation.ts";

const leaves = catalog.categories().filter((category) => category.level === 3);
const withFactor = leaves.filter((category) => category.default_factor_key !== null);
const withSpend = leaves.filter((category) => category.spend_factor_key !== null);

/** Up to 12 digits before and 6 after the point. */
const quantities = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => decimal(digits.toString()).div(decimal(10).pow(places)).toFixed());

function unitOf(category: EmissionCategory): string {
  return shippedFactor(category.default_factor_key ?? "").unit;
}

interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function rational(text: string): Rational {
  const [whole = "0", part = ""] = text.split(".");
  return { numerator: BigInt(whole + part), denominator: 10n ** BigInt(part.length) };
}

function isProduct(a: string, b: string, product: string): boolean {
  const [x, y, z] = [rational(a), rational(b), rational(product)];
  return x.numerator * y.numerator * z.denominator === z.numerator * x.denominator * y.denominator;
}

/** Three figures, each rounded at the 24th decimal. */
const LAST_DECIMALS = "0.000000000000000000000003";

describe("properties of the engine", () => {
  it("quantity times factor is exact, checked with integer fractions", () => {
    fc.assert(
      fc.property(fc.constantFrom(...withFactor), quantities, (category, quantity) => {
        const entry = entryOf(request(category.key, `${quantity} ${unitOf(category)}`));
        expect(isProduct(quantity, entry.factor.value, entry.location_based_kg)).toBe(true);
      }),
    );
  });

  it("the entries of the parts of a quantity add up to the entry of the whole, up to the last of 24 decimals where a density divides", () => {
    fc.assert(
      fc.property(fc.constantFrom(...withFactor), quantities, quantities, (category, a, b) => {
        const unit = unitOf(category);
        const entries = (quantity: string) => entriesOf(request(category.key, `${quantity} ${unit}`));
        const kg = (quantity: string) =>
          entries(quantity).reduce((sum, entry) => sum.plus(entry.location_based_kg), decimal(0));
        const difference = kg(a)
          .plus(kg(b))
          .minus(kg(decimal(a).plus(b).toFixed()))
          .abs();
        const isDivided = entries(a).some(({ factor }) => factor.unit !== unit);
        expect(difference.lte(isDivided ? LAST_DECIMALS : "0")).toBe(true);
      }),
    );
  });

  it("the sign of the emissions is the sign of the quantity or the amount", () => {
    fc.assert(
      fc.property(fc.constantFrom(...withSpend), quantities, (category, amount) => {
        const entry = entryOf({ ...request(category.key, "1 EUR"), amount: { value: amount, currency: "DKK" } });
        expect(Math.sign(Number(entry.market_based_kg))).toBe(Math.sign(Number(amount)));
      }),
    );
  });

  it("spend is linear up to the last of 24 decimals", () => {
    fc.assert(
      fc.property(fc.constantFrom(...withSpend), quantities, quantities, (category, a, b) => {
        const kg = (value: string) =>
          decimal(entryOf({ ...request(category.key, "1 EUR"), amount: { value, currency: "DKK" } }).market_based_kg);
        const difference = kg(a)
          .plus(kg(b))
          .minus(kg(decimal(a).plus(b).toFixed()))
          .abs();
        expect(difference.lte(LAST_DECIMALS)).toBe(true);
      }),
    );
  });

  it("a gas split is given only where the factor has one, and the total is the published one", () => {
    for (const category of withFactor) {
      const entry = entryOf(request(category.key, `10 ${unitOf(category)}`));
      const factor = tables.factors.find(({ id, key }) => id === entry.factor.id && key === entry.factor.key);
      expect(entry.ch4_kg_co2e === null, category.key).toBe(factor?.ch4_kg_co2e === null);
      expect(decimal(entry.location_based_kg).eq(decimal(entry.factor.value).times(10)), category.key).toBe(true);
    }
  });
});

describe("all 149 leaf categories", () => {
  it("there are 149", () => {
    expect(leaves).toHaveLength(149);
  });

  it.each(leaves)("$key calculates with its default unit and with money, or gives a reason", (category) => {
    const stated = category.default_factor_key === null ? "100 kWh" : `100 ${unitOf(category)}`;
    const physical = calculate(request(category.key, stated), catalog, DEFAULT_CALCULATION_SETTINGS);
    const money = calculate(request(category.key, "1000 DKK"), catalog, DEFAULT_CALCULATION_SETTINGS);
    expect(physical.kind).toBe(category.default_factor_key === null ? "review" : "calculated");
    expect(money.kind).toBe(category.spend_factor_key === null ? "review" : "calculated");
    for (const result of [physical, money]) {
      if (result.kind === "review") {
        // Measured electricity abroad asks where, and nothing else.
        const codes =
          category.key === "energy.electricity.grid_other"
            ? ["country_unclear"]
            : ["quantity_missing", "no_amount_or_quantity", "category_needs_person", "no_factor"];
        expect(codes).toContain(result.reviewReason.code);
        continue;
      }
      const [entry] = result.entries;
      expect(entry?.scope).toBe(category.default_scope);
      expect(entry?.scope3_category).toBe(category.default_scope3_category);
      expect(Number(entry?.market_based_kg)).toBeGreaterThan(0);
    }
  });

  it("every unit of a shipped activity factor is a unit of this service", () => {
    const units = new Set(tables.factors.filter(({ currency }) => currency === null).map(({ unit }) => unit));
    for (const unit of units) expect(isUnit(unit), unit).toBe(true);
  });
});

describe("units", () => {
  it.each([
    ["KWH", "kWh"],
    ["MWH", "MWh"],
    ["LTR", "l"],
    ["MTQ", "m3"],
    ["KGM", "kg"],
    ["TNE", "t"],
    ["KMT", "km"],
    ["KTM", "km"],
    ["TKM", "tonne_km"],
    ["DAY", "day"],
    ["EA", "piece"],
    ["C62", "piece"],
    ["H87", "piece"],
    ["kWh", "kWh"],
    ["liter", "l"],
    ["ltr.", "l"],
    ["ton", "t"],
    ["stk", "piece"],
    ["Stk.", "piece"],
    ["Nm³", "Nm3"],
    ["m3", "m3"],
    ["passenger-km", "passenger_km"],
    ["kWh (Gross CV)", "kWh_gross"],
    ["GJ", "GJ"],
    ["overnatning", null],
    ["ZZ", null],
    ["", null],
    ["constructor", null],
  ] as const)("%s is %s", (code, unit) => {
    expect(parseUnit(code)).toBe(unit);
  });

  it.each([
    ["1.5", "MWh", "kWh", "1500"],
    ["1", "GWh", "MWh", "1000"],
    ["3.6", "GJ", "MWh", "1"],
    ["250", "kg", "t", "0.25"],
    ["1", "l", "m3", "0.001"],
    ["12", "hl", "l", "1200"],
    ["10", "mile", "km", "16.09344"],
    ["7", "Nm3", "m3", null],
    ["7", "m3", "Nm3", null],
    ["7", "kWh", "kWh_gross", null],
    ["7", "kWh_gross", "kWh_net", null],
    ["7", "l", "kg", null],
    ["7", "km", "passenger_km", null],
    ["7", "kg", "kg_gas", null],
    ["7", "day", "hour", null],
    ["x", "kg", "t", null],
  ] as const)("%s %s in %s is %s", (value, from, to, result) => {
    expect(convert(value, from, to)).toBe(result);
  });

  it("there and back again is the same quantity wherever units convert by powers of ten", () => {
    const pairs: [Unit, Unit][] = [
      ["kWh", "GWh"],
      ["g", "t"],
      ["ml", "m3"],
      ["m", "km"],
      ["kg_km", "tonne_km"],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...pairs), quantities, ([from, to], value) => {
        const back = convert(convert(value, from, to) ?? "", to, from);
        expect(decimal(back ?? "1").eq(value)).toBe(true);
      }),
    );
  });
});
