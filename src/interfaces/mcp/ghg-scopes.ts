import { SCOPE3_CATEGORIES } from "../../core/ghg.ts";

/**
 * `svc://ghg-scopes`: the scopes as the service applies them. Definitions follow the GHG Protocol Corporate Standard
 * ch. 4 and the Scope 2 Guidance ch. 1 and 4, in our own words.
 */
export function ghgScopesText(): string {
  return JSON.stringify({
    unit: "kg CO2e",
    standard: "GHG Protocol Corporate Accounting and Reporting Standard",
    scopes: [
      {
        scope: "1",
        name_en: "Direct emissions",
        definition:
          "Emissions from sources that the company owns or controls: fuel burned in boilers, machines and vehicles, " +
          "process emissions and leaks of refrigerants.",
        examples: ["natural gas for heating", "diesel and petrol in company vehicles", "refrigerant refilled"],
      },
      {
        scope: "2",
        name_en: "Indirect emissions from purchased energy",
        definition:
          "Emissions from generating the electricity, district heating, steam and cooling that the company buys and uses.",
        examples: ["electricity", "district heating", "district cooling"],
        default_method: "market_based",
        methods: {
          market_based:
            "Factor of the energy contract: guarantees of origin, supplier-specific factors, else the residual mix. " +
            "Where none is known the grid average is used and the entry says so (market_based_fallback).",
          location_based: "Average factor of the grid where the energy is used.",
        },
      },
      {
        scope: "3",
        name_en: "Other indirect emissions of the value chain",
        definition:
          "All other emissions upstream and downstream of the company, in 15 categories; entries without a category " +
          "are shown as unclassified.",
        categories: SCOPE3_CATEGORIES,
      },
    ],
    outside_the_scopes: "Biogenic CO2 is recorded beside the scopes and is not part of their sums.",
    sums: "Totals count only entries that no later entry supersedes.",
  });
}
