import { METHODS, type Method, QUALITIES, type Quality, SCOPES, type Scope } from "./queries.ts";

/** What the address says of the list of emissions; the names are those of links that people keep. */
export interface EmissionsSearch {
  readonly aar?: string | undefined;
  readonly scope?: Scope | undefined;
  /** Words in text and supplier. */
  readonly q?: string | undefined;
  readonly leverandoer?: string | undefined;
  readonly metode?: Method | undefined;
  readonly kvalitet?: Quality | undefined;
  /** Id of a department. */
  readonly afdeling?: string | undefined;
  /** Absent: newest first. */
  readonly orden?: "kg" | undefined;
  /** The opened entry. */
  readonly post?: string | undefined;
}

/** What of an address can be meant; the rest is left out. */
export function emissionsSearch(given: Record<string, unknown>): EmissionsSearch {
  const text = (name: string, most: number): string | undefined => {
    const value = given[name];
    return typeof value === "string" && value.trim() !== "" ? value.slice(0, most) : undefined;
  };
  const aar = text("aar", 4);
  const found: EmissionsSearch = {
    aar: aar !== undefined && /^\d{4}$/.test(aar) ? aar : undefined,
    scope: SCOPES.find((one) => one === given["scope"]),
    q: text("q", 200),
    leverandoer: text("leverandoer", 300),
    metode: METHODS.find((one) => one === given["metode"]),
    kvalitet: QUALITIES.find((one) => one === given["kvalitet"]),
    afdeling: text("afdeling", 36),
    orden: given["orden"] === "kg" ? "kg" : undefined,
    post: text("post", 36),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
