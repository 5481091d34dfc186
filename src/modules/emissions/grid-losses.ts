import { z } from "zod";
import type { EmissionFactor } from "../../core/catalog.ts";
import { canonicalHash, namedUuid } from "../../core/content-hash.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { figureAsFactor } from "./figure-as-factor.ts";
import { amountCell, shippedRows } from "./shipped-rows.ts";

const lossCells = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  valid_year: z.string().transform(Number),
  /** kWh lost per kWh delivered. */
  share: amountCell,
  what: z.literal("distribution"),
  source: z.string().min(1),
  source_url: z.url(),
  licence: z.string().min(1),
  note: z.string(),
});

/** A published share of electricity that is lost on its way, of delivered kWh. */
export type GridLoss = z.output<typeof lossCells>;

/** All rows of data/grid-losses.csv. @throws Error at a row that does not fit: it ships with the code. */
export const gridLosses = shippedRows("grid-losses.csv", lossCells);

/** Name space of the ids by which entries name their copy: a random UUID, fixed for ever. */
const LOSS_NAMESPACE = Buffer.from("1f0c9d6b7a2e4c58b3d1e4a6907c5f3d", "hex");

/**
 * What the losses of a grid emit per kWh delivered, scope 3 category 3 (GHG Protocol Scope 3 Standard, category 3 c): the location-based
 * factor of generation x the published share of the year, else of the newest year before, else of the first after. Null: the factor
 * is none of generation alone, or nothing is published for its country.
 */
export function lossFactor(grid: EmissionFactor, year: number): EmissionFactor | null {
  if (!grid.key.startsWith("electricity.") || grid.boundary !== "generation" || grid.scope === 3) return null;
  const rows = gridLosses()
    .filter(({ country }) => country === grid.region.slice(0, 2))
    .toSorted((one, other) => one.valid_year - other.valid_year);
  const loss = rows.findLast(({ valid_year }) => valid_year <= year) ?? rows[0];
  if (loss === undefined) return null;
  const key = `${grid.key.split(".").slice(0, 2).join(".")}.losses.${loss.valid_year}.kwh`;
  const kg = decimalText(decimal(grid.kg_co2e_per_unit).times(loss.share));
  const stated = { key, share: loss.share, grid: grid.content_hash };
  const percent = decimalText(decimal(loss.share).times(100));
  return figureAsFactor({
    id: namedUuid(LOSS_NAMESPACE, canonicalHash(stated)),
    key,
    release: grid.release,
    name_en: `Losses of distribution, ${percent} % of ${grid.name_en}`,
    name_da: `Nettab i distributionen, ${percent} % af ${grid.name_da}`,
    scope: 3,
    scope3_category: 3,
    unit: grid.unit,
    kg_co2e_per_unit: kg,
    region: grid.region,
    valid_year: loss.valid_year,
    boundary: "generation",
    gwp_set: grid.gwp_set,
    source: `${loss.source}; ${grid.source}`,
    source_url: loss.source_url,
    licence: `${loss.licence}; ${grid.licence}`,
    content_hash: canonicalHash(stated),
  });
}
