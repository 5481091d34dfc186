import { z } from "zod";
import type { EmissionFactor } from "../../../core/catalog.ts";
import { shippedRows } from "../shipped-rows.ts";

const rowCells = z.strictObject({
  subject: z.string().min(1),
  key_prefix: z.string().regex(/^[a-z]+\.$/),
  years_distance: z
    .string()
    .regex(/^\d*$/)
    .transform((text) => (text === "" ? null : Number(text))),
  sources: z
    .string()
    .min(1)
    .transform((text) => text.split(" > ")),
});

/**
 * What counts for the factors of a subject. `years_distance`: how many years before the year of use a factor may describe
 * without remark; null: any. `sources`: beginnings of the names of publishers, the first one first.
 */
export type FactorSubject = z.output<typeof rowCells>;

/** All rows of data/factor-sources.csv, in its order. @throws Error at a row that does not fit: it ships with the code. */
export const factorSubjects = shippedRows("factor-sources.csv", rowCells);

/** The subject of a factor; null: an operator imported it under a name of another group. */
export function subjectOf(factor_key: string): FactorSubject | null {
  return factorSubjects().find(({ key_prefix }) => factor_key.startsWith(key_prefix)) ?? null;
}

/**
 * Whether a factor describes a year so far from that of the use that its entry is flagged: a later one, or one further back
 * than its subject allows. A subject that is in no row allows none.
 */
export function isDistantYear({ key, valid_year }: Pick<EmissionFactor, "key" | "valid_year">, year: number): boolean {
  // A company's own factor counts on the days for which it was approved, whatever year its source describes.
  if (key.startsWith("company.")) return false;
  if (valid_year > year) return true;
  const subject = subjectOf(key);
  const allowed = subject === null ? 0 : subject.years_distance;
  return allowed !== null && year - valid_year > allowed;
}

/** Where a factor stands in the order of sources of its subject, from 0; one of no source of the order stands last. */
export function sourcePosition({ key, source }: Pick<EmissionFactor, "key" | "source">): number {
  const sources = subjectOf(key)?.sources ?? [];
  const position = sources.findIndex((name) => source.startsWith(name));
  return position < 0 ? sources.length : position;
}
