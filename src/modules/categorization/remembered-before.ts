/** What the memory held before a decision replaced it. */
export interface RememberedBefore {
  readonly category_key: string;
  /** When that was decided: its own undoing knows it by that. Null: events of an earlier release do not say. */
  readonly decided_at: string | null;
}

/** The same as a statement answers it; nulls: nothing was held. */
export interface BeforeRow {
  readonly category_key: string | null;
  readonly decided_at: string | null;
}

export function rememberedBefore(row: BeforeRow | undefined): RememberedBefore | null {
  const { category_key = null, decided_at = null } = row ?? {};
  return category_key === null ? null : { category_key, decided_at };
}
