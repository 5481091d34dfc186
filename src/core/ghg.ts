/** GHG Protocol vocabulary. Danish names: "Translations" sheet of EFRAG's VSME digital template 1.3.0 (MIT). */
export const GHG_SCOPES = ["1", "2", "3"] as const;
export type GhgScope = (typeof GHG_SCOPES)[number];

export interface Scope3Category {
  readonly number: number;
  readonly name_en: string;
  readonly name_da: string;
}

/** The 15 categories of the GHG Protocol Corporate Value Chain (Scope 3) Standard, in order. */
export const SCOPE3_CATEGORIES: readonly Scope3Category[] = [
  { number: 1, name_en: "Purchased goods and services", name_da: "Indkøbte varer og tjenesteydelser" },
  { number: 2, name_en: "Capital goods", name_da: "Kapitalgoder" },
  {
    number: 3,
    name_en: "Fuel- and energy-related activities (not included in scope 1 or 2)",
    name_da: "Brændstof- og energi-relaterede aktiviteter (ikke inkluderet i scope 1 eller scope 2)",
  },
  { number: 4, name_en: "Upstream transportation and distribution", name_da: "Opstrøms transport og distribution" },
  { number: 5, name_en: "Waste generated in operations", name_da: "Affald genereret i driften" },
  { number: 6, name_en: "Business travel", name_da: "Forretningsrejser" },
  { number: 7, name_en: "Employee commuting", name_da: "Medarbejderpendling" },
  { number: 8, name_en: "Upstream leased assets", name_da: "Opstrøms lejede aktiver" },
  { number: 9, name_en: "Downstream transportation and distribution", name_da: "Nedstrøms transport og distribution" },
  { number: 10, name_en: "Processing of sold products", name_da: "Forarbejdning af solgte produkter" },
  { number: 11, name_en: "Use of sold products", name_da: "Brug af solgte produkter" },
  {
    number: 12,
    name_en: "End-of-life treatment of sold products",
    name_da: "Behandling ved slutningen af levetiden for solgte produkter",
  },
  { number: 13, name_en: "Downstream leased assets", name_da: "Nedstrøms lejede aktiver" },
  { number: 14, name_en: "Franchises", name_da: "Franchiseaftaler" },
  { number: 15, name_en: "Investments", name_da: "Investeringer" },
];

/** How an emission was calculated, from most to least specific (GHG Protocol Scope 3 Calculation Guidance). */
export const CALCULATION_METHODS = [
  "direct_measurement",
  "supplier_specific",
  "hybrid",
  "fuel_based",
  "distance_based",
  "site_specific",
  "waste_type_specific",
  "average_data",
  "spend_based",
] as const;
export type CalculationMethod = (typeof CALCULATION_METHODS)[number];
