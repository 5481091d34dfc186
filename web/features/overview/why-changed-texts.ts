export const WHY_CHANGED_TEXTS = {
  da: {
    months: (months: string) =>
      `kg CO2e i de måneder, der sammenlignes: ${months}. »–« betyder, at der ikke er bogført noget i kategorien.`,
    up: (category: string, kg: string) => `Mest op: ${category} (${kg} kg).`,
    down: (category: string, kg: string) => `Mest ned: ${category} (${kg} kg).`,
    category: "Kategori",
    change: "Ændring",
    rest: "Alle andre kategorier",
    total: "I alt",
    unknown: (count: string) =>
      `${count} ${count === "1" ? "kategori har" : "kategorier har"} ikke noget tal i det ene år og er ikke talt med.`,
  },
  en: {
    months: (months: string) =>
      `kg CO2e in the months that are compared: ${months}. “–” means that nothing is booked in the category.`,
    up: (category: string, kg: string) => `Up most: ${category} (${kg} kg).`,
    down: (category: string, kg: string) => `Down most: ${category} (${kg} kg).`,
    category: "Category",
    change: "Change",
    rest: "All other categories",
    total: "Total",
    unknown: (count: string) =>
      `${count} ${count === "1" ? "category has" : "categories have"} no figure in one of the years and are not counted.`,
  },
};
