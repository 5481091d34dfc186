import { z } from "zod";
import { shippedRows } from "../shipped-rows.ts";
import { ATTRIBUTE_NAMES, type AttributeName, type Attributes, type LineAttribute } from "./attributes.ts";
import { valuesOfCategory } from "./attribute-table.ts";

const rowCells = z.strictObject({
  attribute: z.enum(ATTRIBUTE_NAMES),
  value: z.string().min(1),
  /** Beginning of the categories in whose lines the words mean that; "": all. */
  within: z.string(),
  words: z
    .string()
    .min(1)
    .transform((text) => text.split("|")),
});

/** Words that say an attribute. */
export type AttributeWords = z.output<typeof rowCells>;

/** All rows of data/attribute-words.csv, in its order. @throws Error at a row that does not fit: it ships with the code. */
export const attributeWords = shippedRows("attribute-words.csv", rowCells);

/** The words of one attribute that can stand in lines of a category. */
interface Reader {
  readonly name: AttributeName;
  readonly pattern: RegExp;
  /** What each phrase says, in lower case. */
  readonly values: ReadonlyMap<string, string>;
}

const readers = new Map<string, readonly Reader[]>();

/** A text says what tells factors apart at its beginning: names and references follow. */
const TEXT_MAX = 500;

/**
 * The attributes that the words of a line say, where factors of its category differ in them; words of Danish, English and
 * German that stand alone, the longest first ("plug-in hybrid" is no "hybrid"). One of which the words say two values is not known.
 */
export function readAttributes(category_key: string, text: string): LineAttribute[] {
  const inCategory = readersOf(category_key);
  if (inCategory.length === 0) return [];
  const line = text.slice(0, TEXT_MAX).normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ");
  return inCategory.flatMap(({ name, pattern, values }) => {
    const found = [...line.matchAll(pattern)].map(([words]) => ({ words, value: values.get(words) ?? "" }));
    const [first] = found;
    if (first === undefined || found.some(({ value }) => value !== first.value)) return [];
    return [{ name, value: first.value, origin: "read" as const, words: first.words }];
  });
}

function readersOf(category_key: string): readonly Reader[] {
  const present = readers.get(category_key);
  if (present !== undefined) return present;
  const inCategory = [...valuesOfCategory(category_key)].flatMap(([name, values]) => {
    const phrases = attributeWords()
      .filter((row) => row.attribute === name && category_key.startsWith(row.within))
      // A country or gas without a factor in the category says that it is none of the others, and two gases say neither.
      .filter(({ value }) => name === "country" || name === "refrigerant" || values.includes(value))
      .flatMap(({ value, words }) =>
        words.map((word): [string, string] => [word.normalize("NFC").toLowerCase(), value]),
      );
    return phrases.length === 0 ? [] : [readerOf(name, phrases)];
  });
  readers.set(category_key, inCategory);
  return inCategory;
}

function readerOf(name: AttributeName, phrases: readonly (readonly [string, string])[]): Reader {
  const longestFirst = phrases.map(([phrase]) => phrase).toSorted((one, other) => other.length - one.length);
  const alternatives = longestFirst
    .map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join("|");
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`, "gu");
  return { name, pattern, values: new Map(phrases) };
}

/** What is known of a line besides its words. */
export interface KnownAttributes {
  /** Stated by a person of this line; null: what its words say is wrong. Absent: nothing. */
  readonly stated?: Attributes | null;
  /** Stated by a person of an earlier line in the same words from the same supplier. */
  readonly ruled?: Attributes;
  /** Name of the seller: a network delivers its own heat. */
  readonly seller?: string | null;
}

/** The attributes of a line: what a person stated goes before a rule, a rule before its words, and those before its seller's name. */
export function lineAttributes(
  category_key: string,
  text: string,
  { stated, ruled = {}, seller = null }: KnownAttributes,
): readonly LineAttribute[] {
  const counts = (name: AttributeName) => name === "country" || valuesOfCategory(category_key).has(name);
  const told = (attributes: Attributes, origin: "rule" | "person"): LineAttribute[] =>
    ATTRIBUTE_NAMES.flatMap((name) => {
      const value = attributes[name];
      return value === undefined || !counts(name) ? [] : [{ name, value, origin }];
    });
  if (stated === null) return [];
  const ofSeller = readAttributes(category_key, seller ?? "").filter(({ name }) => name === "network");
  const read = [...readAttributes(category_key, text), ...ofSeller];
  const known = [...told(stated ?? {}, "person"), ...told(ruled, "rule"), ...read];
  return known.filter(({ name }, index) => known.findIndex((other) => other.name === name) === index);
}
