import type { ReportDocument } from "./report-document.ts";

type Unknown = NonNullable<NonNullable<ReportDocument["total_facts"]>["unknown"]>;

const CATEGORIES = { da: ["kategori", "kategorierne"], en: ["category", "categories"] } as const;

/** "Scope 1, scope 2, scope 3 (kategorierne 2, 5)": names of categories stand in the table of scope 3. A dash: nothing. */
export function unknownPlaces(
  { scopes, scope3_categories }: Pick<Unknown, "scopes" | "scope3_categories">,
  language: "da" | "en",
): string {
  const places = scopes.map((scope) => `scope ${scope}`);
  // Of a scope 3 that is unknown all are, or are answered.
  if (scope3_categories.length > 0 && !scopes.includes("3")) {
    const [one, several] = CATEGORIES[language];
    places.push(`scope 3 (${scope3_categories.length === 1 ? one : several} ${scope3_categories.join(", ")})`);
  }
  const text = places.join(", ");
  return text === "" ? "\u2013" : text.charAt(0).toUpperCase() + text.slice(1);
}
