/** The reviewed tables of the chain, compiled for look-up. Immutable; one instance serves every tenant. */
export interface CategorizationTables {
  readonly version: string;
}

let compiled: CategorizationTables | undefined;

/** The tables of this release, compiled at the first call. */
export function categorizationTables(): CategorizationTables {
  compiled ??= { version: "1" };
  return compiled;
}
