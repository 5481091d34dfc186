/** What one category weighs in one stretch of months; null: nothing is known. */
interface Weight {
  readonly category_id: string;
  readonly name_da: string;
  readonly name_en: string;
  readonly co2e_kg: number | null;
}

/** A category in the compared months of two years, kg CO2e; null: nothing is booked there. */
export interface ChangedCategory extends Omit<Weight, "co2e_kg"> {
  readonly before_kg: number | null;
  readonly now_kg: number | null;
  readonly change_kg: number;
}

export interface Changes {
  /** Those that moved the total most, either way. */
  readonly most: readonly ChangedCategory[];
  /** kg CO2e by which all others moved it; null: there are none. */
  readonly rest_kg: number | null;
  /** kg CO2e. */
  readonly total_kg: number;
  /** Categories of which a year has no figure: they are in no sum. */
  readonly unknown: number;
}

/** How much each category accounts for of the difference between two years, in the months that both have. */
export function changesByCategory(now: readonly Weight[], before: readonly Weight[], shown: number): Changes {
  const changed = [...new Map([...before, ...now].map((weight) => [weight.category_id, weight])).values()].map(
    ({ category_id, name_da, name_en }) => {
      const [now_kg, before_kg] = [now, before].map((weights) => sumOf(weights, category_id));
      return { category_id, name_da, name_en, now_kg, before_kg };
    },
  );
  const known = changed.flatMap(({ now_kg, before_kg, ...category }) =>
    now_kg === undefined || before_kg === undefined
      ? []
      : [{ ...category, now_kg, before_kg, change_kg: (now_kg ?? 0) - (before_kg ?? 0) }],
  );
  const ordered = known.toSorted((a, b) => Math.abs(b.change_kg) - Math.abs(a.change_kg));
  const rest = ordered.slice(shown);
  const sum = (of: readonly ChangedCategory[]): number => of.reduce((total, { change_kg }) => total + change_kg, 0);
  return {
    most: ordered.slice(0, shown),
    rest_kg: rest.length === 0 ? null : sum(rest),
    total_kg: sum(ordered),
    unknown: changed.length - known.length,
  };
}

/** Null: nothing is booked; undefined: something is, and its figure is unknown. */
function sumOf(weights: readonly Weight[], id: string): number | null | undefined {
  const own = weights.filter(({ category_id }) => category_id === id);
  if (own.some(({ co2e_kg }) => co2e_kg === null)) return undefined;
  return own.length === 0 ? null : own.reduce((sum, { co2e_kg }) => sum + (co2e_kg ?? 0), 0);
}
