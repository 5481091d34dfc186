export const PALETTE_TEXTS = {
  da: {
    open: "Find",
    title: "Gå til skærm, bilag eller leverandør",
    found: "Fundet",
    none: "Intet passer.",
    count: (count: string) => `${count} passer. Pilene vælger, Enter åbner.`,
    kinds: { screen: "skærm", document: "bilag", supplier: "leverandørens udledninger", search: "søg i linjerne" },
    no_suppliers:
      "Virksomhedens plan har ingen leverandørliste, så leverandører foreslås ikke. Deres linjer findes med søgningen nederst.",
    search_for: (words: string) => `Søg efter »${words}«`,
  },
  en: {
    open: "Find",
    title: "Go to a screen, document or supplier",
    found: "Found",
    none: "Nothing fits.",
    count: (count: string) => `${count} fit. Arrows choose, Enter opens.`,
    kinds: { screen: "screen", document: "document", supplier: "the supplier's emissions", search: "search the lines" },
    no_suppliers:
      "The company's plan has no list of suppliers, so none are proposed. Their lines are found by the search at the end.",
    search_for: (words: string) => `Search for “${words}”`,
  },
};
