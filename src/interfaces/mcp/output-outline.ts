import { isRecord } from "./json-rpc.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Deepest nesting that an outline keeps; a whole schema may be deeper. */
const OUTLINE_DEPTH_MAX = 3;

export interface OutputSchema {
  readonly schema: JsonSchema;
  /** Whether the members of the result, or of its rows, are named whatever the others need. */
  readonly keepsMembers: boolean;
}

/**
 * Output schemas for tools/list, where every byte is context of somebody's assistant. Together they stay within
 * `bytes_max` as far as bare objects can: the largest ones lose detail first (formats and bounds, then the members of inner
 * objects), so each remains a true, wider description of the result. The schema document has them whole.
 */
export function fitOutputSchemas(schemas: readonly OutputSchema[], bytes_max: number): readonly JsonSchema[] {
  const fitted = schemas.map((schema) => ({ candidates: variants(schema), level: 0 }));
  const size = ({ candidates, level }: (typeof fitted)[number]): number => bytesOf(candidates[level]);
  let total = fitted.reduce((sum, entry) => sum + size(entry), 0);
  while (total > bytes_max) {
    const shrinkable = fitted.filter(({ candidates, level }) => level < candidates.length - 1);
    const [largest] = shrinkable.toSorted((a, b) => size(b) - size(a));
    if (largest === undefined) break;
    total -= size(largest);
    largest.level += 1;
    total += size(largest);
  }
  return fitted.map(({ candidates, level }) => candidates[level] ?? { type: "object" });
}

/** From the whole schema by way of its outermost members to the bare object, each shorter than the one before. */
function variants({ schema, keepsMembers }: OutputSchema): readonly JsonSchema[] {
  const schemas: JsonSchema[] = [schema];
  const members = namedMembers(schema);
  for (let depth = OUTLINE_DEPTH_MAX; depth >= 1; depth -= 1) {
    const { required } = schema;
    const outlined = { ...outline(schema, depth), ...(required === undefined ? {} : { required }) };
    if (keepsMembers && bytesOf(outlined) <= bytesOf(members)) break;
    if (bytesOf(outlined) < bytesOf(schemas.at(-1))) schemas.push(outlined);
  }
  // Records of many members: writes answer with the row that a list describes already.
  return [...schemas, keepsMembers ? members : { type: "object" }];
}

/** The members of a result, and of the rows of a list, by name; with their type, unless it is one of several. */
function namedMembers({ type, properties }: JsonSchema): JsonSchema {
  if (!isRecord(properties)) return { type };
  const members = Object.entries(properties).map(([name, member]) => {
    if (!isRecord(member)) return [name, {}];
    const rows = name === "items" ? member["items"] : undefined;
    if (isRecord(rows)) return [name, { type: "array", items: namedMembers(rows) }];
    return [name, member["type"] === undefined ? {} : { type: member["type"] }];
  });
  return { type, properties: Object.fromEntries(members) };
}

function outline(node: unknown, depth: number): JsonSchema {
  if (!isRecord(node)) return {};
  const { type, properties, items, anyOf } = node;
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((branch) => outline(branch, depth)) };
  if (isRecord(properties) && depth > 0) {
    const members = Object.entries(properties).map(([name, schema]) => [name, outline(schema, depth - 1)]);
    return { type, properties: Object.fromEntries(members) };
  }
  if (items !== undefined && depth > 0) return { type, items: outline(items, depth) };
  return type === undefined ? {} : { type };
}

function bytesOf(schema: JsonSchema | undefined): number {
  return Buffer.byteLength(JSON.stringify(schema));
}
