/**
 * What tells apart the factors of one category. `country` is the one of use (ISO 3166-1 alpha-2); the values of the others
 * are those of data/factor-attributes.csv.
 */
export const ATTRIBUTE_NAMES = [
  "fuel",
  "blend",
  "vehicle_class",
  "waste_type",
  "waste_treatment",
  "refrigerant",
  "haul",
  "cabin_class",
  "material",
  "material_origin",
  "network",
  "country",
] as const;

export type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

/** Attributes by name; one that is absent is not known, or does not apply. */
export type Attributes = Readonly<Partial<Record<AttributeName, string>>>;

/** An attribute of a line, and how it became known. */
export interface LineAttribute {
  readonly name: AttributeName;
  readonly value: string;
  /** read: from the words of the line. rule: a person stated it of an earlier line in the same words from the same supplier. */
  readonly origin: "read" | "rule" | "person";
  /** Those words; only where it was read. */
  readonly words?: string;
}

/** The value of a factor that stands for all classes of an attribute: it counts a line of any of them. */
export const AVERAGE = "average";

/** The attributes of a line by name. */
export function byName(attributes: readonly LineAttribute[]): Attributes {
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}

/** "vehicle_class small, fuel diesel"; "" where there is none. */
export function attributesInWords(attributes: Attributes): string {
  return ATTRIBUTE_NAMES.flatMap((name) =>
    attributes[name] === undefined ? [] : [`${name} ${attributes[name]}`],
  ).join(", ");
}
