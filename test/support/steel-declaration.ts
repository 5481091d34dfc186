/** A factor of the company's own for all steel that it buys, by weight, as requests state it. */
export const STEEL_DECLARATION = {
  category_id: "purchases.materials.steel_metals",
  name: "Declaration of the mill",
  kg_co2e_per_unit: 1.7,
  unit: "kg",
  year: 2025,
  valid_from: "2026-01-01",
  valid_to: "2026-12-31",
  is_automatic: true,
  source: "Declaration, table 4",
  method: "supplier_specific",
  note: "What we buy",
};
