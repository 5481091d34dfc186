import type { EmissionFactor } from "../../core/catalog.ts";
import { canonicalHash, namedUuid } from "../../core/content-hash.ts";
import { decimal, decimalText } from "../../core/quantity.ts";

/** A factor as a table states it, before it has an identity of its own. */
export type FactorRow = Omit<EmissionFactor, "id" | "content_hash">;

/** Name space of factor ids: a random UUID, fixed for ever. */
const FACTOR_NAMESPACE = Buffer.from("4b1f6c0e5a3d4e63a0c1d5c85f1f2a97", "hex");

/**
 * The version that a row states: decimals in normal form, a deterministic id from key, region, year and release, and
 * the SHA-256 (lower hex) of the canonical JSON (RFC 8785) of everything else, decimals as text.
 * @throws Error when a decimal is not a plain decimal.
 */
export function factorVersion(row: FactorRow): EmissionFactor {
  const stated: FactorRow = {
    key: row.key,
    release: row.release,
    name_en: row.name_en,
    name_da: row.name_da,
    scope: row.scope,
    scope3_category: row.scope3_category,
    unit: row.unit,
    kg_co2e_per_unit: decimalText(decimal(row.kg_co2e_per_unit)),
    co2_kg: normal(row.co2_kg),
    ch4_kg_co2e: normal(row.ch4_kg_co2e),
    n2o_kg_co2e: normal(row.n2o_kg_co2e),
    biogenic_co2_kg: normal(row.biogenic_co2_kg),
    region: row.region,
    valid_year: row.valid_year,
    currency: row.currency,
    price_year: row.price_year,
    boundary: row.boundary,
    gwp_set: row.gwp_set,
    source: row.source,
    source_url: row.source_url,
    licence: row.licence,
    note: row.note,
    // Hashes of rows that are older than these columns stay what they were.
    ...(row.confidence == null ? {} : { confidence: row.confidence, read_in: row.read_in ?? null }),
  };
  return { id: factorId(stated), ...stated, content_hash: canonicalHash(stated) };
}

function normal(value: string | null): string | null {
  return value === null ? null : decimalText(decimal(value));
}

/** Name-based UUID (RFC 9562 5.5) over "key|region|year|release". */
function factorId(row: FactorRow): string {
  const name = `${row.key}|${row.region}|${row.valid_year}|${row.release}`;
  return namedUuid(FACTOR_NAMESPACE, name);
}
