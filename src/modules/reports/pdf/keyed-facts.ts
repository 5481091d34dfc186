import type { Fact } from "../facts/fact.ts";

/** Facts of one axis whose members are keys of rows: sites, subsidiaries. */
export interface TypedRows {
  readonly keys: readonly string[];
  /** One fact of each concept, for its label and unit. */
  readonly concepts: readonly Fact[];
  fact(key: string, concept: string): Fact | undefined;
}

export interface GroupedFacts {
  readonly plain: readonly Fact[];
  readonly keyed: readonly TypedRows[];
}

/** More concepts than that do not fit beside each other: they are printed one below the other. */
const COLUMNS_MAX = 5;

/** Parts facts into those that stand alone and those that make rows of a table. Explicit members are qualified names. */
export function rowsByKey(facts: readonly Fact[]): GroupedFacts {
  const axes = new Map<string, Fact[]>();
  const plain: Fact[] = [];
  for (const fact of facts) {
    const [axis, ...others] = Object.keys(fact.dimensions).filter((name) => isKey(fact.dimensions[name] ?? ""));
    if (axis === undefined || others.length > 0) plain.push(fact);
    else axes.set(axis, [...(axes.get(axis) ?? []), fact]);
  }
  const keyed: TypedRows[] = [];
  for (const [axis, rows] of axes) {
    const table = tableOf(axis, rows);
    if (table.concepts.length > COLUMNS_MAX) plain.push(...rows.map((fact) => namedByKey(fact, axis)));
    else keyed.push(table);
  }
  return { plain, keyed };
}

/** Qualified names of members have a prefix and no blank: vsme:RenewableEnergyMember. */
function isKey(member: string): boolean {
  return !/^[A-Za-z][\w-]*:[^\s:]+$/.test(member);
}

function namedByKey(fact: Fact, axis: string): Fact {
  return { ...fact, label: `${fact.dimensions[axis] ?? ""}: ${fact.label}` };
}

function tableOf(axis: string, facts: readonly Fact[]): TypedRows {
  const byKey = new Map<string, Map<string, Fact>>();
  const concepts = new Map<string, Fact>();
  for (const fact of facts) {
    const key = fact.dimensions[axis] ?? "";
    const name = conceptOf(fact, axis);
    if (!concepts.has(name)) concepts.set(name, fact);
    const row = byKey.get(key) ?? new Map<string, Fact>();
    row.set(name, fact);
    byKey.set(key, row);
  }
  return {
    keys: [...byKey.keys()],
    concepts: [...concepts.values()],
    fact: (key, concept) => [...(byKey.get(key)?.values() ?? [])].find((fact) => fact.concept === concept),
  };
}

/** The same concept with another member beside the key is another column. */
function conceptOf(fact: Fact, axis: string): string {
  const others = Object.entries(fact.dimensions).filter(([name]) => name !== axis);
  return [fact.concept, ...others.flat()].join(" ");
}
