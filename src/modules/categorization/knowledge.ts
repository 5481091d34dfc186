import { type LineMemory, lineKey, type RememberedLine } from "./line-memory.ts";
import { NO_TRAINING, type Training } from "./training.ts";

/** A condition that a user wrote. Null conditions match everything; at least one is set. */
export interface CategoryRule {
  readonly id: string;
  /** The lowest position that matches wins. */
  readonly position: number;
  readonly supplier_key: string | null;
  readonly gl_account: string | null;
  /** Matches when the description contains it, letters folded and case ignored. */
  readonly text_contains: string | null;
  readonly category_key: string;
}

/** No chart of accounts has longer numbers; what is remembered must fit into an index entry. */
export const ACCOUNT_LENGTH_MAX = 100;

/** What a person decided for a supplier; `gl_account` "" means without regard to the account. */
export interface RememberedCategory {
  readonly supplier_key: string;
  readonly gl_account: string;
  readonly category_key: string;
  readonly decided_by: string;
}

/** Everything that one tenant taught the service, ready for look-up. */
export interface TenantKnowledge {
  /** By position. */
  readonly rules: readonly CategoryRule[];
  /** By supplier key, then by account. */
  readonly memory: ReadonlyMap<string, ReadonlyMap<string, RememberedCategory>>;
  /** By supplier, account and words. */
  readonly lines: LineMemory;
  /** Words of the lines that its people decided about. */
  readonly training: Training;
}

/** What is known about a tenant that has decided nothing yet. */
export const NO_KNOWLEDGE: TenantKnowledge = { rules: [], memory: new Map(), lines: new Map(), training: NO_TRAINING };

/** Orders rules and indexes memory; the first of two rows about the same supplier and account is kept. */
export function tenantKnowledge(
  rules: readonly CategoryRule[],
  remembered: readonly RememberedCategory[],
  { training, lines }: Pick<TenantKnowledge, "training" | "lines"> = NO_KNOWLEDGE,
): TenantKnowledge {
  const memory = new Map<string, Map<string, RememberedCategory>>();
  for (const row of remembered) {
    const accounts = memory.get(row.supplier_key) ?? new Map<string, RememberedCategory>();
    if (!accounts.has(row.gl_account)) accounts.set(row.gl_account, row);
    memory.set(row.supplier_key, accounts);
  }
  return {
    rules: rules.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)),
    memory,
    lines,
    training,
  };
}

/**
 * Knowledge in which suppliers that are one have what was taught about each of them: by key, what a key was taught itself
 * comes before what the others of its group were. `groups` are lists of supplier keys.
 */
export function sharedKnowledge(knowledge: TenantKnowledge, groups: readonly (readonly string[])[]): TenantKnowledge {
  if (groups.length === 0) return knowledge;
  const memory = new Map(knowledge.memory);
  const lines = new Map(knowledge.lines);
  const linesOfKey = new Map<string, RememberedLine[]>(groups.flat().map((key) => [key, []]));
  for (const line of knowledge.lines.values()) linesOfKey.get(line.supplier_key)?.push(line);
  for (const group of groups) {
    for (const key of group) {
      const others = group.filter((other) => other !== key);
      const own = knowledge.memory.get(key) ?? new Map<string, RememberedCategory>();
      const taught = others.flatMap((other) => [...(knowledge.memory.get(other)?.entries() ?? [])]);
      if (taught.length > 0) memory.set(key, new Map([...taught, ...own]));
      for (const line of others.flatMap((other) => linesOfKey.get(other) ?? [])) {
        const position = lineKey(key, line.gl_account, line.words);
        if (!lines.has(position)) lines.set(position, line);
      }
    }
  }
  return { ...knowledge, memory, lines };
}
