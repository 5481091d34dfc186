import type { EmissionFactor } from "../../core/catalog.ts";

/** What a figure that is no row of the catalogue says of itself. */
type UncataloguedFigure = Omit<
  EmissionFactor,
  "co2_kg" | "ch4_kg_co2e" | "n2o_kg_co2e" | "biogenic_co2_kg" | "currency" | "price_year" | "note"
> &
  Partial<Pick<EmissionFactor, "biogenic_co2_kg">>;

/**
 * A footprint, statement, rule or factor of the company in the form of a factor, so that the entry keeps a copy of it like of any factor: without a
 * split by gas, and per no currency.
 */
export function figureAsFactor(figure: UncataloguedFigure): EmissionFactor {
  return {
    biogenic_co2_kg: null,
    ...figure,
    co2_kg: null,
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    currency: null,
    price_year: null,
    note: null,
  };
}
