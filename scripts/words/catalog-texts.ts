/** One text of the application in both languages. */
export interface TextPair {
  readonly path: string;
  readonly da: string;
  readonly en: string;
}

/** Stands where a text takes a value. */
const VALUE = "…";
/** More than any text takes. */
const VALUES_MAX = 6;

/**
 * The texts of a module's catalogs: every exported value with `da` and `en`. Texts that are made are made with "…" for each value, and of
 * objects each text by itself. A text that one of the languages lacks has "" there.
 */
export function catalogTexts(module: Readonly<Record<string, unknown>>): TextPair[] {
  return Object.entries(module).flatMap(([name, value]) => pairsIn(name, value));
}

function pairsIn(path: string, value: unknown): TextPair[] {
  if (!isRecord(value)) return [];
  if (!("da" in value && "en" in value)) {
    return Object.entries(value).flatMap(([key, inner]) => pairsIn(`${path}.${key}`, inner));
  }
  const danish = textsIn(value["da"]);
  const english = textsIn(value["en"]);
  const keys = new Set([...danish.keys(), ...english.keys()]);
  return [...keys].map((key) => ({
    path: `${path}${key}`,
    da: danish.get(key) ?? "",
    en: english.get(key) ?? "",
  }));
}

function textsIn(value: unknown, path = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[path, value]]);
  if (typeof value === "function") return new Map([[path, made(value as (...values: unknown[]) => unknown)]]);
  if (!isRecord(value)) return new Map();
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...textsIn(inner, `${path}.${key}`)]));
}

/** A text that takes a value; one that cannot name what is none (a code of a country) is made with a country's. */
function made(text: (...values: unknown[]) => unknown): string {
  for (const value of [VALUE, "DK"]) {
    try {
      const result = text(...Array.from({ length: Math.max(text.length, VALUES_MAX) }, () => value));
      if (typeof result === "string") return result;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
