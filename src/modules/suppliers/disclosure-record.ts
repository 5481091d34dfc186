import { z } from "zod";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { DISCLOSURE_STATUSES, type DisclosureStatus } from "./disclosure-states.ts";
import type { DisclosureRow } from "./store-disclosures.ts";

const kg = z.union([z.number(), z.null()]);

/** What a supplier released for a year, kg CO2e. */
export const releasedFigures = z.object({
  id: z.uuid(),
  supplier_id: z.uuid(),
  report_year: z.int(),
  kind: z.enum(["totals", "products"]),
  scope1_kg: kg,
  scope2_location_kg: kg,
  scope2_market_kg: kg,
  scope3_upstream_kg: kg,
  turnover: z.union([z.object({ amount: z.number(), currency: z.string() }), z.null()]),
  products: z.array(
    z.object({ name: z.string(), quantity: z.number(), unit: z.string(), kg_co2e_per_unit: z.number() }),
  ),
  is_complete: z.boolean(),
  evidence_sha256: z.string(),
  evidence_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(releasedFigures, { name: "ReleasedFigures" });
type ReleasedFigures = z.output<typeof releasedFigures>;

export const disclosureRecord = releasedFigures.extend({ disclosure_status: z.enum(DISCLOSURE_STATUSES) });
SCHEMA_NAMES.add(disclosureRecord, { name: "Disclosure" });

export function toFigures(row: DisclosureRow): ReleasedFigures {
  const { turnover_amount, turnover_currency, products, ...rest } = row;
  const hasTurnover = turnover_amount !== null && turnover_currency !== null;
  return {
    ...rest,
    scope1_kg: numberOf(row.scope1_kg),
    scope2_location_kg: numberOf(row.scope2_location_kg),
    scope2_market_kg: numberOf(row.scope2_market_kg),
    scope3_upstream_kg: numberOf(row.scope3_upstream_kg),
    turnover: hasTurnover ? { amount: roundedNumber(turnover_amount), currency: turnover_currency } : null,
    products: products.map(({ name, quantity, unit, kg_co2e_per_unit }) => ({
      name,
      quantity: roundedNumber(quantity),
      unit,
      kg_co2e_per_unit: roundedNumber(kg_co2e_per_unit),
    })),
  };
}

export function toDisclosure(row: DisclosureRow, disclosure_status: DisclosureStatus) {
  return { ...toFigures(row), disclosure_status };
}

function numberOf(text: string | null): number | null {
  return text === null ? null : roundedNumber(text);
}

export const EXAMPLE_FIGURES: ReleasedFigures = {
  id: "0198c0de-0000-7000-8000-000000000053",
  supplier_id: "0198c0de-0000-8000-8000-000000000051",
  report_year: 2025,
  kind: "totals",
  scope1_kg: 182_400,
  scope2_location_kg: 64_300,
  scope2_market_kg: 51_900,
  scope3_upstream_kg: 1_940_000,
  turnover: { amount: 61_200_000, currency: "DKK" },
  products: [],
  is_complete: true,
  evidence_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  evidence_name: "klimaregnskab-2025.pdf",
  created_at: "2026-03-01T08:00:00.000000Z",
};

export const EXAMPLE_DISCLOSURE = { ...EXAMPLE_FIGURES, disclosure_status: "disclosed" as const };
