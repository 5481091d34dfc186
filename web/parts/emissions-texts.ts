export const EMISSIONS_TEXTS = {
  da: {
    emissions: "Udledning, som en kilde har beregnet",
    kg_co2e: "Udledning (kg CO2e)",
    source: "Kilde, fx en rapport med sidetal",
    year: "År, som tallet gælder",
    method: "Kildens metode",
    biogenic_co2_kg: "Biogen CO2 ved siden af (kg), hvis oplyst",
    verified_by: "Verificeret af, hvis nogen har",
  },
  en: {
    emissions: "Emissions that a source worked out",
    kg_co2e: "Emissions (kg CO2e)",
    source: "Source, e.g. a report with its page",
    year: "Year of the figure",
    method: "Method of the source",
    biogenic_co2_kg: "Biogenic CO2 beside it (kg), if stated",
    verified_by: "Verified by, if anybody has",
  },
};
