/**
 * The publisher's ids of what a set is about, by `publishedWords`. The workbook named "full set" prints none: its rows are found by
 * the words that the flat file has for them.
 */
export type PublishedIds = ReadonlyMap<string, string>;

/** The ids of a flat file that was read, or that ships: keys are "desnz.<year>.<id>". */
export function publishedIds(
  factors: readonly { readonly key: string; readonly name_en: string; readonly unit: string }[],
): PublishedIds {
  return new Map(
    factors.map(({ key, name_en, unit }) => [publishedWords(name_en, unit), key.split(".").slice(2).join(".")]),
  );
}

/** What an id is found by: the name of a factor, as `nameOfPublished` composes it, and our unit. */
export function publishedWords(name: string, unit: string): string {
  return `${name}|${unit}`;
}
