export const CATEGORY_TEXTS = {
  da: { search: "Søg kategori", no_match: "Ingen kategori passer." },
  en: { search: "Search category", no_match: "No category fits." },
};
