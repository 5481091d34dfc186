import type { Contract, Schema } from "./contract.ts";
import type { Random } from "./random.ts";

/** Texts that break parsers, encoders, SQL, HTML, spreadsheets and file systems. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "\u202e\u2066",
  "\ufeff",
  "%",
  "%_\\",
  "%00",
  "%ff",
  "..",
  "../../../../etc/passwd",
  "'; drop table emission_entries; --",
  '" or 1=1 --',
  "$1",
  "${7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "=1+1",
  "\r\nX-Injected: 1",
  "\n\ndata: {}",
  "null",
  "true",
  "NaN",
  "-0",
  "1e309",
  "9007199254740993",
  "0x10",
  "١٢٣",
  "Ⅳ",
  "ß".repeat(50),
  "👩‍👩‍👧‍👦",
  "e\u0301".repeat(40),
  "2026-02-30",
  "2026-13-01T00:00:00Z",
  "0000-00-00",
  "+275760-09-13T00:00:00.000Z",
  "0198c0de-0000-7000-8000-00000000dead",
  "0198C0DE-0000-7000-8000-00000000DEAD",
  "00000000-0000-0000-0000-000000000000",
  "__proto__",
  "constructor",
  "toString",
  "a".repeat(300),
  "a".repeat(5_000),
];

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e21,
  -1e-7,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  { __proto__: null, constructor: 1 },
  ...HOSTILE_TEXTS,
];

export function hostileValue(random: Random): unknown {
  return random.pick(HOSTILE_VALUES);
}

/** A value that fits the schema; `example` is preferred where one is given. */
export function validValue(random: Random, schema: Schema, example: unknown): unknown {
  if (example !== undefined && random.chance(0.6)) return example;
  if ("const" in schema) return schema["const"];
  const { enum: values, anyOf, type, format } = schema;
  if (Array.isArray(values)) return random.pick(values);
  if (Array.isArray(anyOf)) return validValue(random, asSchema(random.pick(anyOf)), undefined);
  if (type === "integer" || type === "number") return integerOf(random, schema);
  if (type === "boolean") return random.chance(0.5);
  if (type === "array") return arrayOf(random, schema);
  if (type === "object") return {};
  return typeof format === "string" ? formatted(random, format) : textOf(random, schema, example);
}

/** A value that the schema refuses, or undefined where none was found. */
export function wrongValue(random: Random, contract: Contract, schema: Schema): unknown {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const value = hostileValue(random);
    // Null stands for an absent argument.
    if (value !== null && !contract.fits(schema, value)) return value;
  }
  return undefined;
}

/** The same for a query string: neither the text nor the number that it may be read as fits. */
export function wrongText(random: Random, contract: Contract, schema: Schema): string | undefined {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const text = random.pick(HOSTILE_TEXTS);
    const readings = [text, Number(text), [text], text === "true"];
    if (readings.every((reading) => !contract.fits(schema, reading))) return text;
  }
  return undefined;
}

function integerOf(random: Random, { minimum, exclusiveMinimum, maximum }: Schema): number {
  const above = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 0;
  const min = typeof minimum === "number" ? minimum : above;
  const max = typeof maximum === "number" ? maximum : min + 1_000;
  return random.chance(0.3) ? random.pick([min, max]) : random.int(min, Math.min(max, min + 50));
}

function arrayOf(random: Random, { items, minItems, maxItems }: Schema): unknown[] {
  const min = typeof minItems === "number" ? minItems : 0;
  const max = typeof maxItems === "number" ? maxItems : min + 3;
  const length = random.int(min, Math.min(max, min + 3));
  return Array.from({ length }, () => validValue(random, asSchema(items), undefined));
}

function formatted(random: Random, format: string): string {
  switch (format) {
    case "uuid":
      return `0198c0de-0000-7000-8000-${random
        .int(0, 2 ** 32)
        .toString(16)
        .padStart(12, "0")}`;
    case "date":
      return `20${random.int(10, 30)}-0${random.int(1, 9)}-1${random.int(0, 9)}`;
    case "date-time":
      return `20${random.int(27, 60)}-0${random.int(1, 9)}-1${random.int(0, 9)}T10:00:00${random.pick(["Z", "+02:00", ".5Z"])}`;
    case "ipv4":
      return `192.0.2.${random.int(0, 255)}`;
    case "ipv6":
      return `2001:db8::${random.int(0, 9999)}`;
    case "cidrv4":
      return `192.0.2.0/${random.int(8, 32)}`;
    case "cidrv6":
      return `2001:db8::/${random.int(16, 128)}`;
    default:
      return "text";
  }
}

function textOf(random: Random, { maxLength }: Schema, example: unknown): string {
  if (typeof example === "string" && random.chance(0.5)) return example;
  const max = typeof maxLength === "number" ? maxLength : 30;
  return random.chance(0.15) ? "æ".repeat(Math.min(max, 500)) : `Tekst ${random.int(1, 99)}`.slice(0, max);
}

export function asSchema(value: unknown): Schema {
  // Parts of a schema that ajv has compiled: objects, or true, which stands for "anything".
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}
