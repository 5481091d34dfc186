import { z } from "zod";
import type { EmissionFactor } from "../../core/catalog.ts";
import { danishFactorName } from "../../core/danish-factor-name.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** A factor version as stored. */
export type FactorRecord = EmissionFactor & { readonly created_at: string };

/** cradle_to_gate: a supplier's product footprint. */
const BOUNDARIES = ["generation", "life_cycle", "cradle_to_gate"] as const;

/** Times are ISO 8601 UTC. */
export type FrozenFootprint = FactorRecord & { readonly valid_from: string; readonly valid_to: string };

const nullable = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

/**
 * A factor as lists show it: 200 of them stay under 120,000 characters, so addresses and notes are left to the full
 * version. `factor_value` is kg CO2e per `unit_denominator`; `name_da` is null where the source has no Danish name.
 */
export const factorSummary = z.object({
  id: z.uuid(),
  key: z.string(),
  name_en: z.string(),
  name_da: nullable(z.string()),
  category: z.string(),
  scope: nullable(z.enum(["1", "2", "3"])),
  scope3_category: nullable(z.int()),
  region: z.string(),
  year: z.int(),
  factor_value: z.number(),
  unit_numerator: z.literal("kg CO2e"),
  unit_denominator: z.string(),
  gas_split: nullable(
    z.object({ co2_kg: nullable(z.number()), ch4_kg_co2e: nullable(z.number()), n2o_kg_co2e: nullable(z.number()) }),
  ),
  biogenic_co2_kg: nullable(z.number()),
  gwp_set: nullable(z.string()),
  boundary: nullable(z.enum(BOUNDARIES)),
  source: z.string(),
  licence: z.string(),
  created_at: z.string(),
});
SCHEMA_NAMES.add(factorSummary, { name: "EmissionFactor" });

/** A factor of the shipped catalog, for the examples of the operations that show factors. */
export const EXAMPLE_FACTOR: z.input<typeof factorSummary> = {
  id: "225afc45-3210-5493-b26c-29cf734c4926",
  key: "fuel.dk.natural_gas.2023.nm3",
  name_en: "Natural gas, Danish grid 2023",
  name_da: "Naturgas, dansk net 2023",
  category: "fuel",
  scope: "1",
  scope3_category: null,
  region: "DK",
  year: 2023,
  factor_value: 2.2627,
  unit_numerator: "kg CO2e",
  unit_denominator: "Nm3",
  gas_split: { co2_kg: 2.2627, ch4_kg_co2e: null, n2o_kg_co2e: null },
  biogenic_co2_kg: null,
  gwp_set: null,
  boundary: null,
  source: "Evida, CO2-faktor (Energinet gas emission factor)",
  licence: "published fact, no licence stated; cite source",
  created_at: "2026-01-05T09:30:00.000000Z",
};

/**
 * The whole version, with what an auditor needs: release, validity, money base, note, where it was read when it was transcribed
 * instead of taken from the publisher's file, and content hash.
 */
export const factorDetail = factorSummary.extend({
  source_url: z.string(),
  release: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  currency: nullable(z.string()),
  price_year: nullable(z.int()),
  note: nullable(z.string()),
  confidence: nullable(z.enum(["transcribed"])),
  read_in: nullable(z.string()),
  content_hash: z.string(),
});
SCHEMA_NAMES.add(factorDetail, { name: "EmissionFactorDetail" });

export const EXAMPLE_DETAIL: z.input<typeof factorDetail> = {
  ...EXAMPLE_FACTOR,
  source_url: "https://www.evida.dk/co2-faktor/",
  release: "read-2026-11",
  valid_from: "2023-01-01",
  valid_to: "2023-12-31",
  currency: null,
  price_year: null,
  note: "CO2 only per Nm3; biogas certificates may be deducted only when bought",
  confidence: null,
  read_in: null,
  content_hash: "e7f6ce15437c7cd93e4bbb6859d853ac87129b67c7790e770b392ccd834c8add",
};

export function toFactorSummary(row: FactorRecord): z.input<typeof factorSummary> {
  return {
    id: row.id,
    key: row.key,
    name_en: row.name_en,
    name_da: row.name_da === row.name_en ? null : danishFactorName(row.name_da),
    category: row.key.split(".", 1)[0] ?? row.key,
    scope: row.scope === null ? null : SCOPE_TEXT[row.scope],
    scope3_category: row.scope3_category,
    region: row.region,
    year: row.valid_year,
    factor_value: Number(row.kg_co2e_per_unit),
    unit_numerator: "kg CO2e",
    unit_denominator: row.unit,
    gas_split: gasSplit(row),
    biogenic_co2_kg: numberOrNull(row.biogenic_co2_kg),
    gwp_set: row.gwp_set,
    boundary: boundaryOf(row.boundary),
    source: row.source,
    licence: row.licence,
    created_at: row.created_at,
  };
}

export function toFactorDetail(row: FactorRecord): z.input<typeof factorDetail> {
  return {
    ...toFactorSummary(row),
    source_url: row.source_url,
    release: row.release,
    valid_from: `${row.valid_year}-01-01`,
    valid_to: `${row.valid_year}-12-31`,
    currency: row.currency,
    price_year: row.price_year,
    note: row.note,
    confidence: row.confidence ?? null,
    read_in: row.read_in ?? null,
    content_hash: row.content_hash,
  };
}

/** A product footprint as an entry froze it: what is valid from when to when is the footprint's own. */
export function toFootprintDetail(row: FrozenFootprint): z.input<typeof factorDetail> {
  const { valid_from, valid_to, ...factor } = row;
  return { ...toFactorDetail(factor), valid_from: valid_from.slice(0, 10), valid_to: valid_to.slice(0, 10) };
}

const SCOPE_TEXT = { 1: "1", 2: "2", 3: "3" } as const;

function gasSplit(row: FactorRecord) {
  const split = {
    co2_kg: numberOrNull(row.co2_kg),
    ch4_kg_co2e: numberOrNull(row.ch4_kg_co2e),
    n2o_kg_co2e: numberOrNull(row.n2o_kg_co2e),
  };
  return Object.values(split).every((kg) => kg === null) ? null : split;
}

function boundaryOf(text: string | null): (typeof BOUNDARIES)[number] | null {
  return BOUNDARIES.find((boundary) => boundary === text) ?? null;
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
