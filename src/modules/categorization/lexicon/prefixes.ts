/** A table of codes: one category a line, then the prefixes of its codes; "-" for prefixes that say too little. */
export function prefixes(table: string): ReadonlyMap<string, string> {
  const entries = table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [category_key = "", ...codes] = line.trim().split(/\s+/);
      return codes.map((code) => [code, category_key === "-" ? "" : category_key] as const);
    });
  return new Map(entries);
}
