import type { EmissionFactor } from "../../core/catalog.ts";
import type { SystemDb } from "../../core/context.ts";
import { ServiceError, validationError, unreadableFile } from "../../core/errors.ts";
import type { RowIssue } from "./csv-rows.ts";
import { csvRows, factorCells } from "./csv-rows.ts";
import { factorVersion } from "./factor-version.ts";
import { importAib } from "./import/aib.ts";
import { importDesnz } from "./import/desnz.ts";
import { importDeclaration } from "./import/energinet-declaration.ts";
import { importFigaro } from "./import/figaro.ts";
import { FILE_LIMITS } from "./import/file-limits.ts";
import type { ParsedFactors, SkippedRows } from "./import/parsed-rows.ts";
import { publishedIds } from "./import/published-ids.ts";
import {
  isSeriesFormat,
  readSeries,
  SERIES_FORMATS,
  type SeriesFormat,
  type SeriesRules,
  writeSeries,
} from "./import-series.ts";
import { importUseeio } from "./import/useeio.ts";
import { insertFactorVersions, raiseCatalogVersion, selectContentHashes, selectPublishedFactors } from "./store.ts";
import { selectDeclarations } from "./store-declarations.ts";

/** What `factors import --format` takes. */
export const IMPORT_FORMATS = [
  "desnz",
  "useeio",
  "figaro",
  "csv",
  "aib",
  "eds-declaration",
  ...SERIES_FORMATS,
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Every row of the file is accounted for: read = inserted + unchanged + rejected + skipped. */
export interface ImportReport {
  readonly format: ImportFormat;
  readonly read: number;
  readonly inserted: number;
  readonly unchanged: number;
  /** Rows that were not taken, with the line of the file and the reason. */
  readonly rejected: readonly RowIssue[];
  /** Rows that the format leaves out on purpose, e.g. figures that the source does not give. */
  readonly skipped: readonly SkippedRows[];
  /** Of factors of a publisher's set: rows that lead to no category, which nobody can choose for a line; empty for other formats. */
  readonly unmapped: readonly UnmappedRow[];
}

export interface UnmappedRow {
  readonly key: string;
  readonly name: string;
  /** Outside the scopes: a figure that no category counts, rather than one that the mapping does not know. */
  readonly is_outside_scopes: boolean;
}

/** Whether a factor under the key and words of its publisher leads to a category. */
export type IsMapped = (factor: Pick<EmissionFactor, "key" | "name_en">) => boolean;

/** How a file is taken in. */
export interface ImportRules extends SeriesRules {
  /** Tells which rows of a publisher's set lead to a category; the others are told. */
  readonly isMapped?: IsMapped;
}

/**
 * Adds the rows of a published file to the reference tables. Existing versions are never changed: a row that differs
 * from the version of the same key, region, year and release is rejected, an equal one is unchanged.
 * @param release names the publisher's release; null takes the one that the file states (desnz, csv; aib needs year and edition).
 * @throws ServiceError request.validation_failed when the file as a whole is not of that format.
 */
export async function importFactors(
  admin: SystemDb,
  format: ImportFormat,
  bytes: Buffer,
  release: string | null = null,
  { isMapped = () => true, ...rules }: ImportRules = {},
): Promise<ImportReport> {
  if (release !== null && (release.trim() === "" || release.length > 60)) {
    throw validationError([{ path: "release", code: "invalid", message: "a release has 1 to 60 characters" }]);
  }
  const { factors = [], ...report } = await written(admin, format, bytes, { release, rules });
  if (report.inserted > 0) await raiseCatalogVersion(admin);
  const isOfSet = format === "desnz" || format === "useeio";
  const unmapped = isOfSet ? factors.filter((factor) => !isMapped(factor)) : [];
  const told = unmapped.map(({ key, name_en, scope, currency }) => ({
    key,
    name: name_en,
    is_outside_scopes: scope === null && currency === null,
  }));
  return { format, ...report, unmapped: told };
}

/** What was written; `factors`: all that the file states, new or known. */
type Written = Omit<ImportReport, "format" | "unmapped"> & { readonly factors?: readonly EmissionFactor[] };

async function written(
  admin: SystemDb,
  format: ImportFormat,
  bytes: Buffer,
  { release, rules }: { readonly release: string | null; readonly rules: SeriesRules },
): Promise<Written> {
  if (!isSeriesFormat(format)) return await IMPORTS[format](admin, bytes, release, rules);
  const series = readTable(() => readSeries(format, utf8(bytes), rules.today ?? null));
  const { rejected, ...counts } = await writeSeries(admin, series, rules.refusesImplausible ?? false);
  return { ...counts, rejected: byLine(rejected) };
}

type Import = (admin: SystemDb, bytes: Buffer, release: string | null, rules: SeriesRules) => Promise<Written>;
type FactorFormat = Exclude<ImportFormat, SeriesFormat>;

const IMPORTS: Readonly<Record<FactorFormat, Import>> = {
  desnz: async (admin, bytes, release) =>
    await writeFactors(admin, await importDesnz(bytes, release, publishedIds(await selectPublishedFactors(admin)))),
  aib: async (admin, bytes, release) => await writeFactors(admin, await importAib(bytes, release)),
  "eds-declaration": async (admin, bytes, _release, { today, refusesImplausible = false }) => {
    if (today === undefined) throw new Error("which months are over depends on the day");
    const stored = await selectDeclarations(admin);
    const text = utf8(bytes);
    return await writeFactors(
      admin,
      readTable(() => importDeclaration(text, { today, refusesImplausible, stored })),
    );
  },
  useeio: async (admin, bytes, release) =>
    await writeFactors(
      admin,
      readTable(() => importUseeio(utf8(bytes), release)),
    ),
  figaro: async (admin, bytes, release) =>
    await writeFactors(
      admin,
      readTable(() => importFigaro(utf8(bytes), release)),
    ),
  csv: async (admin, bytes, release) =>
    await writeFactors(
      admin,
      readTable(() => ownFormat(utf8(bytes), release)),
    ),
};

/** The columns of data/factors/*.csv; a release given by the operator goes before the one in the column. */
function ownFormat(text: string, release: string | null): ParsedFactors {
  const { rows, rejected } = csvRows(text, factorCells);
  return {
    read: rows.length + rejected.length,
    rows: rows.map(({ line, row }) => ({ line, row: { ...row, release: release ?? row.release } })),
    rejected,
    skipped: [],
  };
}

async function writeFactors(admin: SystemDb, parsed: ParsedFactors): Promise<Written> {
  const rejected = [...parsed.rejected];
  const versions = new Map<string, EmissionFactor>();
  const candidates = parsed.rows.map(({ line, row }) => ({ line, factor: factorVersion(row) }));
  const storedHashes = await selectContentHashes(
    admin,
    candidates.map(({ factor }) => factor.id),
  );
  let unchanged = 0;
  for (const { line, factor } of candidates) {
    const stored = storedHashes.get(factor.id) ?? versions.get(factor.id)?.content_hash;
    if (stored === undefined) versions.set(factor.id, factor);
    else if (stored === factor.content_hash) unchanged += 1;
    else
      rejected.push({
        line,
        reason: `${factor.key} exists with other content; a version never changes: name another release`,
      });
  }
  const inserted = await insertFactorVersions(admin, [...versions.values()]);
  unchanged += versions.size - inserted;
  const factors = candidates.map(({ factor }) => factor);
  return { read: parsed.read, inserted, unchanged, rejected: byLine(rejected), skipped: parsed.skipped, factors };
}

function byLine(issues: readonly RowIssue[]): RowIssue[] {
  return issues.toSorted((a, b) => a.line - b.line);
}

/** Missing columns are the caller's file, not our mistake. */
function readTable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw unreadableFile("not_this_format", error instanceof Error ? error.message : "the table cannot be read");
  }
}

function utf8(bytes: Buffer): string {
  if (bytes.length > FILE_LIMITS.file_bytes_max) throw unreadableFile("too_large", "the file is too large");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadableFile("not_utf8", "the file is not UTF-8 text");
  }
}
