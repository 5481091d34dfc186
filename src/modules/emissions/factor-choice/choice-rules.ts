/** What decides between two factors that both count a line, in this order; the first difference does. */
export const CHOICE_RULES = [
  "grid_area",
  "country_of_use",
  "stated_class",
  "default_class",
  "unit",
  "region",
  "gwp_set",
  "year",
  "source_order",
  "table_order",
] as const;

export type ChoiceRule = (typeof CHOICE_RULES)[number];

/** Why the one that lost did, in a sentence. */
export const LOST_BECAUSE: Readonly<Record<ChoiceRule, string>> = {
  grid_area: "The chosen factor describes the price area in which it was used.",
  country_of_use: "The chosen factor describes the country of use.",
  stated_class: "The chosen factor is about exactly the class of the line.",
  default_class: "The chosen factor is about the usual class.",
  unit: "The quantity converts to the unit of the chosen factor in fewer steps.",
  region: "The chosen factor was published for the country.",
  gwp_set: "The chosen factor is of the warming potentials that the company counts by.",
  year: "The chosen factor describes a nearer year.",
  source_order: "The source of the chosen factor goes before.",
  table_order: "The chosen factor stands before it in the table of the category.",
};
