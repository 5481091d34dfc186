/** What the memory held before a decision replaced it. */
export interface RememberedBefore {
  readonly category_key: string;
  /** When that was decided: its own undoing knows it by that. Null: events of an earlier release do not say. */
  readonly decided_at: string | null;
  /** Of lines: what else was stated. Absent: nothing, or it is the memory of a supplier. */
  readonly attributes?: Readonly<Record<string, string>> | null;
  readonly emission_factor_key?: string | null;
}

/** The same as a statement answers it; nulls: nothing was held. */
export interface BeforeRow {
  readonly category_key: string | null;
  readonly decided_at: string | null;
  readonly attributes?: Readonly<Record<string, string>> | null;
  readonly emission_factor_key?: string | null;
}

export function rememberedBefore(row: BeforeRow | undefined): RememberedBefore | null {
  const { category_key = null, decided_at = null, attributes = null, emission_factor_key = null } = row ?? {};
  if (category_key === null) return null;
  return {
    category_key,
    decided_at,
    ...(attributes === null ? {} : { attributes }),
    ...(emission_factor_key === null ? {} : { emission_factor_key }),
  };
}
