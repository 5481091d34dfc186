/** Names of the figures of VSME B3, by this service's own concept names. */
const LABELS = {
  scope_1: ["Gross scope 1 GHG emissions", "Brutto scope 1-drivhusgasemissioner"],
  scope_2_location_based: [
    "Gross location-based scope 2 GHG emissions",
    "Brutto lokationsbaserede scope 2-drivhusgasemissioner",
  ],
  scope_2_market_based: [
    "Gross market-based scope 2 GHG emissions",
    "Brutto markedsbaserede scope 2-drivhusgasemissioner",
  ],
  scope_1_and_2_location_based: ["Scope 1 and 2, location-based", "Scope 1 og 2, lokationsbaseret"],
  scope_1_and_2_market_based: ["Scope 1 and 2, market-based", "Scope 1 og 2, markedsbaseret"],
  scope_3: ["Gross scope 3 GHG emissions", "Brutto scope 3-drivhusgasemissioner"],
  total_location_based: ["Total GHG emissions, location-based", "Samlede drivhusgasemissioner, lokationsbaseret"],
  total_market_based: ["Total GHG emissions, market-based", "Samlede drivhusgasemissioner, markedsbaseret"],
  biogenic_co2: ["Biogenic CO2, outside the scopes", "Biogent CO2, uden for scopes"],
  energy_electricity: ["Energy consumption from electricity", "Energiforbrug fra elektricitet"],
  energy_other_purchased: [
    "Energy consumption from purchased heat, steam and cooling",
    "Energiforbrug fra købt varme, damp og køling",
  ],
  energy_fuels: ["Energy consumption from fuels", "Energiforbrug fra brændsler"],
  energy_total: ["Total energy consumption", "Samlet energiforbrug"],
  unclassified: ["Unclassified", "Uklassificeret"],
} as const satisfies Record<string, readonly [en: string, da: string]>;

export type FactName = keyof typeof LABELS;

export function factLabel(name: FactName, language: "da" | "en"): string {
  const [english, danish] = LABELS[name];
  return language === "da" ? danish : english;
}
