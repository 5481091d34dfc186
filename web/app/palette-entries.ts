import { useQuery } from "@tanstack/react-query";
import { call, Refusal } from "./call.ts";
import { useTexts } from "./language.ts";
import { PALETTE_TEXTS } from "./palette-texts.ts";
import { type Screen, screensFor } from "./screens.ts";
import type { Company } from "./session.tsx";
import { SHELL_TEXTS } from "./texts.ts";

/** Fewer letters fit nearly everything: nothing is asked for them. */
const LETTERS_MIN = 2;
const SHOWN = 12;
/** Documents that came last. */
const DOCUMENTS = 50;
/** Suppliers with the most spend of the year. */
const SUPPLIERS = 200;

/** Something to go to. */
export interface Found {
  readonly key: string;
  readonly kind: "screen" | "document" | "supplier" | "search";
  readonly name: string;
  readonly to: Screen[1];
  readonly search: Readonly<Record<string, string>>;
}

/** What fits some letters, and what could not be looked through. */
export interface Findings {
  readonly found: readonly Found[];
  /** The company's plan has no list of suppliers. */
  readonly lacks_suppliers: boolean;
}

/** What fits some letters, screens first; documents and suppliers are asked for once, when there are two letters. */
export function useFound(company: Company, typed: string): Findings {
  const texts = useTexts(PALETTE_TEXTS);
  const { screens } = useTexts(SHELL_TEXTS);
  const words = typed.trim().toLowerCase().split(/\s+/);
  const isEnough = typed.trim().length >= LETTERS_MIN;
  const { data: documents = [] } = useQuery({
    queryKey: ["palette-documents", company.id],
    queryFn: async () => (await call(company.id, "list_upload_files", { limit: DOCUMENTS })).items,
    enabled: isEnough && company.scopes.includes("activities:read"),
    staleTime: 60_000,
  });
  const { data: suppliers = [], error } = useQuery({
    queryKey: ["palette-suppliers", company.id],
    queryFn: async () => (await call(company.id, "list_suppliers", { limit: SUPPLIERS })).items,
    enabled: isEnough && company.scopes.includes("suppliers:read"),
    // A plan without suppliers is refused: that is told, and the palette has the rest.
    retry: false,
    staleTime: 60_000,
  });
  const all: Found[] = screensFor(company.scopes).map(([name, to]) => ({
    key: `screen ${name}`,
    kind: "screen",
    name: screens[name],
    to,
    search: {},
  }));
  if (isEnough) {
    for (const { id, name } of documents) {
      all.push({ key: `document ${id}`, kind: "document", name, to: "/$company/bilag", search: { fil: id } });
    }
    for (const { supplier_name } of suppliers) {
      // By its words: the name of the register need not be that of every line.
      const search = { q: supplier_name };
      all.push({
        key: `supplier ${supplier_name}`,
        kind: "supplier",
        name: supplier_name,
        to: "/$company/udledninger",
        search,
      });
    }
  }
  const fitting = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const shown = fitting.slice(0, SHOWN);
  const lacks_suppliers = error instanceof Refusal && error.code === "subscription.feature_required";
  if (!isEnough) return { found: shown, lacks_suppliers: false };
  const name = texts.search_for(typed.trim());
  const search: Found = {
    key: "search",
    kind: "search",
    name,
    to: "/$company/udledninger",
    search: { q: typed.trim() },
  };
  return { found: [...shown, search], lacks_suppliers };
}
