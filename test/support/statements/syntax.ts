import { loadModule, parseSync } from "libpg-query";

/** A node of PostgreSQL's own parse tree: one member named after its kind, or the fields of such a node. */
export type Node = { readonly [field: string]: unknown };

await loadModule();

/** The parse trees of an SQL text, one per statement in it. @throws Error with PostgreSQL's own words */
export function parseTrees(text: string): Node[] {
  // libpg-query answers what PostgreSQL's raw parser makes.
  const { stmts = [] } = parseSync(text) as { readonly stmts?: readonly { readonly stmt?: Node }[] };
  return stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]));
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The node's fields, when it is of that kind. */
export function fieldsOf(value: unknown, kind: string): Node | undefined {
  const fields = isNode(value) ? value[kind] : undefined;
  return isNode(fields) ? fields : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The last of a list of String nodes: the name without its schema. */
export function lastName(names: unknown): string {
  return textOf(fieldsOf(listOf(names).at(-1), "String")?.["sval"]) ?? "";
}

/** Every node of one kind below a value, at any depth. */
export function* nodesOf(value: unknown, kind: string): Generator<Node> {
  if (Array.isArray(value)) for (const part of value) yield* nodesOf(part, kind);
  if (!isNode(value)) return;
  for (const [name, part] of Object.entries(value)) {
    if (name === kind && isNode(part)) yield part;
    yield* nodesOf(part, kind);
  }
}
