import { z } from "zod";
import type { Catalog } from "../../core/catalog.ts";
import { canonicalHash, namedUuid } from "../../core/content-hash.ts";
import { CALCULATION_METHODS } from "../../core/ghg.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { FIGURE_MAX, figureBetween } from "../../core/stated-figure.ts";
import { statedYear } from "../../core/stated-year.ts";
import { lineInput } from "../../core/visible-text.ts";
import type { CalculationRequest, CalculationResult, CalculationSettings, ConversionStep } from "./calculation.ts";
import { overPeriod } from "./calculation-slice.ts";
import { countableUnits } from "./countable-units.ts";
import { countedCategory, NOT_COUNTED } from "./counted-category.ts";
import { isOwnGeneration } from "./own-generation.ts";
import { statedEntry, type StatedEmissions } from "./stated-entry.ts";

/** How a request states emissions that somebody else worked out. */
export const statedEmissionsInput = z.strictObject({
  kg_co2e: figureBetween(0, FIGURE_MAX).describe("kg CO2e, as the source states them"),
  biogenic_co2_kg: figureBetween(0, FIGURE_MAX).describe("kg of biogenic CO2, told apart; default 0").optional(),
  source: lineInput(300).describe("Who states the figure and where, e.g. a report with its page"),
  year: statedYear.describe("The year that the figure describes"),
  method: z.enum(CALCULATION_METHODS).describe("How the source calculated it"),
  verified_by: lineInput(200).describe("Who verified the figure, where somebody has").optional(),
});

export function toStatedEmissions(input: z.output<typeof statedEmissionsInput>): StatedEmissions {
  const { kg_co2e, biogenic_co2_kg, verified_by, ...rest } = input;
  return {
    ...rest,
    kg_co2e: decimalText(decimal(kg_co2e)),
    biogenic_co2_kg: decimalText(decimal(biogenic_co2_kg ?? 0)),
    verified_by: verified_by ?? null,
  };
}

/** Electricity under a contract has a market-based figure of its own beside the grid's. */
const CONTRACT = "energy.electricity.contract";

const OF_OWN_GENERATION = ["kWh", "MWh", "GWh", "MJ", "GJ", "TJ"] as const;

interface Tables {
  readonly catalog: Catalog;
  readonly settings: CalculationSettings;
}

type Place = Pick<CalculationRequest, "category_key" | "transaction_date" | "region">;

/** The units in which a category is counted by a physical quantity. */
export function unitsOfCategory(place: Place, { catalog, settings }: Tables): readonly string[] {
  return isOwnGeneration(place.category_key) ? OF_OWN_GENERATION : countableUnits(place, catalog, settings);
}

/** Whether emissions can be stated in a category: where a factor counts a quantity, they would pass over what the company knows better. */
export function takesStatedEmissions(place: Place, tables: Tables): boolean {
  return place.category_key !== CONTRACT && unitsOfCategory(place, tables).length === 0;
}

/** Name space of the ids by which entries name their copy of a statement: a random UUID, fixed for ever. */
const STATEMENT_NAMESPACE = Buffer.from("0f3c9f4e7d1b4b6f9a52c86e3b1d7a45", "hex");

/**
 * What stated emissions count over the period of a line, with what is kept beside them. The same statement in the same category has the same
 * id. Pure.
 */
export function statedResult(
  request: Pick<
    CalculationRequest,
    "category_key" | "transaction_date" | "region" | "service_period" | "quantity" | "amount"
  >,
  stated: StatedEmissions,
  { catalog, settings }: Tables,
): CalculationResult {
  const category = countedCategory(catalog, request.category_key);
  if (category === null) {
    return {
      kind: "review",
      reviewReason: { code: "unclassified", detail: `"${request.category_key}" ${NOT_COUNTED.message}.` },
    };
  }
  const { transaction_date, region, quantity, amount } = request;
  const id = namedUuid(STATEMENT_NAMESPACE, canonicalHash({ ...stated, category_key: category.key }));
  const beside = [
    ...(quantity === null ? [] : [`${quantity.value} ${quantity.unit}`]),
    ...(amount === null ? [] : [`${amount.value} ${amount.currency}`]),
  ];
  return overPeriod(request, settings.heat, (slice) => {
    const entry = statedEntry({ category, id, stated, transaction_date, region, ...(slice && { slice }) });
    return { kind: "calculated", entries: [{ ...entry, conversions: beside.map(keptBeside) }] };
  });
}

function keptBeside(from: string): ConversionStep {
  const note = `${from} is kept beside the stated emissions and was not multiplied with a factor.`;
  return { kind: "choice", from, to: "emissions", factor: null, note };
}
