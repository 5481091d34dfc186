import type { Catalog, EmissionFactor, FactorRelease } from "../../../core/catalog.ts";
import { isResidualMixKey } from "../residual-mix-key.ts";
import { subjectOf } from "./source-table.ts";

/** By which release the factors of a subject count in a stretch of months of a company. */
export interface ReleaseInForce {
  /** As data/factor-sources.csv names it. */
  readonly subject: string;
  /** First and last day, ISO dates. */
  readonly from: string;
  readonly to: string;
  readonly release: string;
  /** Editions that an operator imported and the company took in beside it, `publisher@release`. */
  readonly imports: readonly string[];
}

/** Of a company, what was decided last first. */
export type ReleasesInForce = readonly ReleaseInForce[];

/** The factors that count in a month, and by which release of each subject. */
export interface ReleaseView {
  readonly catalog: Catalog;
  /** `releaseLabel` by subject. */
  readonly labels: ReadonlyMap<string, string>;
}

/** What an entry keeps of the release that it was counted by. */
export function releaseLabel({ release, imports }: Pick<ReleaseInForce, "release" | "imports">): string {
  return [release, ...imports].join(" + ");
}

/** What is in force for a subject on a day (ISO date); undefined: nothing was counted in that year yet. */
export function releaseOn<Release extends ReleaseInForce>(
  releases: readonly Release[],
  subject: string,
  day: string,
): Release | undefined {
  return releases.find((one) => one.subject === subject && one.from <= day && day <= one.to);
}

/** The newest shipped release of a subject; undefined: none is shipped, and its factors count without one. */
export function newestRelease(shipped: readonly FactorRelease[], subject: string): FactorRelease | undefined {
  return shipped.findLast((one) => one.subject === subject);
}

interface Views {
  /** By month: years begin and end with one. */
  readonly byMonth: Map<string, ReleaseView>;
  readonly catalog: Catalog;
}

const viewsOf = new WeakMap<ReleasesInForce, Views>();
const catalogsOf = new WeakMap<Catalog, Map<string, Catalog>>();

/** Each has an index of every factor that counts. */
const CATALOGS_MAX = 50;

/**
 * The catalogue as the releases have it that are in force on a day; where a subject has none in that year yet, the newest shipped one.
 * Factors of subjects without releases, such as whole sets of a publisher, are all there, and residual mixes, which a setting chooses.
 * @throws Error when a release in force is not loaded yet
 */
export function releaseView(catalog: Catalog, releases: ReleasesInForce, day: string): ReleaseView {
  let views = viewsOf.get(releases);
  if (views?.catalog !== catalog) {
    views = { byMonth: new Map(), catalog };
    viewsOf.set(releases, views);
  }
  const month = day.slice(0, 7);
  const known = views.byMonth.get(month);
  if (known !== undefined) return known;
  const view = viewOn(catalog, releases, day);
  views.byMonth.set(month, view);
  return view;
}

function viewOn(catalog: Catalog, releases: ReleasesInForce, day: string): ReleaseView {
  const shipped = catalog.releases();
  const labels = new Map<string, string>();
  const editions = new Map<string, readonly Edition[]>();
  for (const subject of new Set(shipped.map((one) => one.subject))) {
    const inForce = releaseOn(releases, subject, day);
    const release = inForce === undefined ? newestRelease(shipped, subject) : named(shipped, inForce);
    if (release === undefined) throw new Error(`the release ${inForce?.release} of ${subject} is not loaded`);
    const imports = inForce?.imports ?? [];
    labels.set(subject, releaseLabel({ release: release.release, imports }));
    editions.set(subject, [...release.editions, ...imports].map(toEdition));
  }
  return { labels, catalog: labels.size === 0 ? catalog : withEditions(catalog, labels, editions) };
}

function named(shipped: readonly FactorRelease[], { subject, release }: ReleaseInForce): FactorRelease | undefined {
  return shipped.find((one) => one.subject === subject && one.release === release);
}

function withEditions(
  catalog: Catalog,
  labels: ReadonlyMap<string, string>,
  editions: ReadonlyMap<string, readonly Edition[]>,
): Catalog {
  const catalogs = catalogsOf.get(catalog) ?? new Map<string, Catalog>();
  catalogsOf.set(catalog, catalogs);
  const key = JSON.stringify([...labels]);
  const made = catalogs.get(key);
  if (made !== undefined) return made;
  const only = catalog.only((factor) => {
    const of = isResidualMixKey(factor.key) ? undefined : editions.get(subjectOf(factor.key)?.subject ?? "");
    return of === undefined || of.some((edition) => isOf(factor, edition));
  });
  // Companies choose imports one by one: what was made first gives way.
  if (catalogs.size >= CATALOGS_MAX) catalogs.delete(catalogs.keys().next().value ?? "");
  catalogs.set(key, only);
  return only;
}

interface Edition {
  readonly publisher: string;
  readonly release: string;
}

function toEdition(text: string): Edition {
  const at = text.lastIndexOf("@");
  return { publisher: text.slice(0, at), release: text.slice(at + 1) };
}

function isOf({ source, release }: EmissionFactor, edition: Edition): boolean {
  return release === edition.release && source.startsWith(edition.publisher);
}

/**
 * Whether every edition of a release has factors of its subject: an installation that began later lacks tables that no longer ship, and
 * would count by another figure than the release had.
 */
export function hasEditions(catalog: Catalog, { subject, editions }: FactorRelease): boolean {
  const loaded = loadedEditions(catalog).get(subject) ?? [];
  return editions.map(toEdition).every((edition) => loaded.some((factor) => isOf(factor, edition)));
}

const editionsOf = new WeakMap<Catalog, ReadonlyMap<string, readonly EmissionFactor[]>>();

/** A factor of each publisher and release that is loaded, by subject: looked up once for a catalogue. */
function loadedEditions(catalog: Catalog): ReadonlyMap<string, readonly EmissionFactor[]> {
  const known = editionsOf.get(catalog);
  if (known !== undefined) return known;
  const bySubject = new Map<string, Map<string, EmissionFactor>>();
  for (const factor of catalog.factors()) {
    const subject = subjectOf(factor.key)?.subject;
    if (subject === undefined) continue;
    const editions = bySubject.get(subject) ?? new Map<string, EmissionFactor>();
    bySubject.set(subject, editions.set(`${factor.source}@${factor.release}`, factor));
  }
  const loaded = new Map([...bySubject].map(([subject, editions]) => [subject, [...editions.values()]]));
  editionsOf.set(catalog, loaded);
  return loaded;
}

/** Editions that an operator imported, by subject, in order of their names: no shipped release counts by them. */
export function importedEditions(catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  const shipped = new Map<string, readonly Edition[]>();
  for (const { subject, editions } of catalog.releases()) {
    shipped.set(subject, [...(shipped.get(subject) ?? []), ...editions.map(toEdition)]);
  }
  const imported = new Map<string, Set<string>>();
  for (const factor of catalog.factors()) {
    const subject = subjectOf(factor.key)?.subject ?? "";
    const own = shipped.get(subject);
    if (own === undefined || isResidualMixKey(factor.key) || own.some((edition) => isOf(factor, edition))) continue;
    imported.set(subject, (imported.get(subject) ?? new Set<string>()).add(`${factor.source}@${factor.release}`));
  }
  return new Map([...imported].map(([subject, editions]) => [subject, [...editions].toSorted()]));
}
