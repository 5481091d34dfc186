import type { Catalog, FactorRelease } from "../../core/catalog.ts";
import { hasEditions, importedEditions, newestRelease, type ReleaseRow, releaseOn } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";

/** What is in force for a subject in a year; null: nothing was counted in it yet. */
export function inForceOf(releases: readonly ReleaseRow[], subject: string, { to }: YearDays): ReleaseRow | null {
  return releaseOn(releases, subject, to) ?? null;
}

/** The releases of a subject in a year. */
export interface SubjectOfYear {
  readonly subject: string;
  /** That the year counts by, or would with its next entry. */
  readonly release: FactorRelease;
  readonly imports: readonly string[];
  /** Null: the next entry puts it into force. */
  readonly in_force: ReleaseRow | null;
  readonly newest: FactorRelease;
  /** All that ship and whose editions are all loaded, the newest last, and the one that counts. */
  readonly shipped: readonly FactorRelease[];
  /** Editions that an operator imported and that do not count in the year. */
  readonly importable: readonly string[];
}

/** Every subject with releases, as a year counts by them; in the order of the alphabet. */
export function subjectsOfYear(catalog: Catalog, releases: readonly ReleaseRow[], year: YearDays): SubjectOfYear[] {
  const shipped = catalog.releases();
  const imported = importedEditions(catalog);
  return [...new Set(shipped.map(({ subject }) => subject))].toSorted().flatMap((subject): SubjectOfYear[] => {
    const in_force = inForceOf(releases, subject, year);
    const newest = newestRelease(shipped, subject);
    const ofSubject = shipped.filter((one) => one.subject === subject);
    const release = in_force === null ? newest : ofSubject.find((one) => one.release === in_force.release);
    if (newest === undefined || release === undefined) return [];
    const own = ofSubject.filter((one) => one === release || one === newest || hasEditions(catalog, one));
    const imports = in_force?.imports ?? [];
    const importable = (imported.get(subject) ?? []).filter((edition) => !imports.includes(edition));
    return [{ subject, release, imports, in_force, newest, shipped: own, importable }];
  });
}
