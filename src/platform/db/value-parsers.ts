import { types } from "pg";

type Parse = (text: string) => unknown;

/** Built-in type oids, from the server's pg_type catalog. */
const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

const ARRAY_OID = {
  bool: 1000,
  int2: 1005,
  int4: 1007,
  text: 1009,
  bpchar: 1014,
  varchar: 1015,
  int8: 1016,
  float4: 1021,
  float8: 1022,
  timestamptz: 1185,
  numeric: 1231,
  date: 1182,
  uuid: 2951,
} as const;

/** Of values that stay the server's text. */
export const asIs: Parse = (text) => text;
const TEXT_ARRAY: number = ARRAY_OID.text;
// The driver's own splitter of text[] returns an array of strings and nulls; it is typed loosely.
const elements: (text: string) => (string | null)[] = types.getTypeParser(TEXT_ARRAY, "text");

function arrayOf(parse: Parse): Parse {
  return (text) => {
    return elements(text).map((part) => (part === null ? null : parse(part)));
  };
}

/**
 * ISO 8601 in UTC with six decimals from the server's text ("2026-01-05 00:00:00.5+00"). The session's time zone is UTC
 * and its date style ISO, so that the offset is always +00. Values without that form (infinity, BC) are left as they are.
 */
export function isoTimestamp(text: string): string {
  const { length } = text;
  if (length === 22) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000000Z`;
  if (length < 24 || text.charCodeAt(19) !== 46 || !text.endsWith("+00")) return text;
  return `${text.slice(0, 10)}T${text.slice(11, length - 3).padEnd(15, "0")}Z`;
}

function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint from the database exceeds the exact range of numbers");
  return value;
}

const isTrue: Parse = (text) => text === "t";
const parseJson: Parse = (text) => JSON.parse(text);
const bytes: Parse = (text) => Buffer.from(text.slice(2), "hex");

const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [OID.bool, isTrue],
  [OID.bytea, bytes],
  [OID.int8, exactInteger],
  [OID.int2, Number],
  [OID.int4, Number],
  [OID.oid, Number],
  [OID.json, parseJson],
  [OID.jsonb, parseJson],
  [OID.float4, Number],
  [OID.float8, Number],
  [OID.timestamptz, isoTimestamp],
  [ARRAY_OID.bool, arrayOf(isTrue)],
  [ARRAY_OID.int2, arrayOf(Number)],
  [ARRAY_OID.int4, arrayOf(Number)],
  [ARRAY_OID.int8, arrayOf(exactInteger)],
  [ARRAY_OID.float4, arrayOf(Number)],
  [ARRAY_OID.float8, arrayOf(Number)],
  [ARRAY_OID.timestamptz, arrayOf(isoTimestamp)],
  ...[ARRAY_OID.text, ARRAY_OID.varchar, ARRAY_OID.bpchar, ARRAY_OID.numeric, ARRAY_OID.date, ARRAY_OID.uuid].map(
    (oid): [number, Parse] => [oid, arrayOf(asIs)],
  ),
]);

/** How `rows` reads values; every type that is not listed (numeric, date, uuid, text) stays text. */
export const valueTypes = { getTypeParser: (oid: number): Parse => PARSERS.get(oid) ?? asIs };

/** How `textRows` reads values: untouched, except that timestamps get the one form in which all answers show them. */
export const textTypes = {
  getTypeParser: (oid: number): Parse => (oid === OID.timestamptz ? isoTimestamp : asIs),
};
