import type { ConversionStep } from "./calculation.ts";

/** Where the electricity of a line was used, as its document tells it. */
export interface PlaceOfUse {
  /** ISO 3166-1 alpha-2; null: not stated, and something makes the company's own country doubtful. */
  readonly country: string | null;
  /** What says so, or what makes it doubtful, in words for the lineage. */
  readonly words: string;
  /** Countries that are likely beside the company's own, where none is stated. */
  readonly likely: readonly string[];
}

const PLACE = "place_of_use";
const LIKELY = "likely_country_of_use";
const UNKNOWN = "unknown";

/** Whether the category leaves the country of the grid open. */
export function leavesCountryOpen(category_key: string): boolean {
  return category_key === "energy.electricity.grid_other";
}

/** The steps that keep with the reading of a line where it was used; none where the company's own country is not in doubt. */
export function placeSteps(place: PlaceOfUse | null): ConversionStep[] {
  if (place === null) return [];
  const { country, words: note, likely } = place;
  const step = { kind: "attribute" as const, factor: null, note };
  return [
    { ...step, from: PLACE, to: country ?? UNKNOWN },
    ...likely.map((to): ConversionStep => ({ ...step, from: LIKELY, to })),
  ];
}

/** What the document of a line said of its place when it was read, from its steps; null: nothing. */
export function keptPlace(conversion: readonly ConversionStep[]): PlaceOfUse | null {
  const steps = conversion.filter(({ kind }) => kind === "attribute");
  const step = steps.find(({ from }) => from === PLACE);
  if (step === undefined) return null;
  const likely = steps.filter(({ from }) => from === LIKELY).map(({ to }) => to);
  return { country: step.to === UNKNOWN ? null : step.to, words: step.note, likely };
}
