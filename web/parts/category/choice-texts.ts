export const CATEGORY_CHOICE_TEXTS = {
  da: { chosen: (name: string) => `Kategori: ${name}`, change: "Skift" },
  en: { chosen: (name: string) => `Category: ${name}`, change: "Change" },
};
