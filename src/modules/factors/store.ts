import type { EmissionCategory, EmissionFactor, ExchangeRate, FactorRelease, PriceIndex } from "../../core/catalog.ts";
import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { CatalogTables, SourcedIndex, SourcedRate } from "./catalog-tables.ts";
import type { CatalogRows } from "./snapshot.ts";

const FACTOR_COLUMNS = `id, key, release, name_en, name_da, scope, scope3_category, unit, kg_co2e_per_unit, co2_kg,
  ch4_kg_co2e, n2o_kg_co2e, biogenic_co2_kg, region, valid_year, currency, price_year, boundary, gwp_set, source,
  source_url, licence, note, confidence, read_in, content_hash`;

const selectVersion = statement("select version, shipped_content_hash from catalog_version order by is_single limit 1");

const writeVersion = statement(`
  insert into catalog_version (version, shipped_content_hash) values (1, $1)
  on conflict (is_single) do update
    set version = catalog_version.version + 1, shipped_content_hash = excluded.shipped_content_hash, changed_at = now()`);

const raiseVersion = statement("update catalog_version set version = version + 1, changed_at = now()");

const selectFactors = statement(`select ${FACTOR_COLUMNS} from emission_factors order by created_at, id limit 200000`);

const selectCategories = statement(`
  select key, name_da, name_en, level, parent, default_scope, default_scope3_category, default_factor_key,
         spend_factor_key
  from emission_categories order by position, key limit 10000`);

const selectRates = statement(`
  select currency, day, kind, per_eur, source from exchange_rates order by currency, kind, day limit 500000`);

const selectIndices = statement(`
  select region, series, year, index_value, source from price_indices order by region, series, year limit 100000`);

const selectReleases = statement(`
  select subject, release, shipped_on, editions from factor_releases order by subject, shipped_on, release limit 10000`);

// Answers those that are stored otherwise: a release is what entries say that they were counted by.
const insertReleaseRows = statement(`
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as r(subject text, release text, shipped_on date, editions text[])
  ), written as (
    insert into factor_releases (subject, release, shipped_on, editions)
    select subject, release, shipped_on, editions from given
    on conflict (subject, release) do nothing
  )
  select g.subject || ' ' || g.release as name
  from given g join factor_releases r using (subject, release)
  where r.shipped_on <> g.shipped_on or r.editions <> g.editions
  order by 1 limit 10000`);

const selectHashes = statement(`
  select id, content_hash from emission_factors where id = any($1::uuid[]) order by id limit 10000`);

// The set that ships with the publisher's ids, which its other workbooks do not print.
const selectPublished = statement(`
  select key, name_en, unit from emission_factors where starts_with(key, 'desnz.2025.') order by key limit 10000`);

const insertFactors = statement(`
  insert into emission_factors (${FACTOR_COLUMNS})
  select ${FACTOR_COLUMNS} from jsonb_to_recordset($1::jsonb) as r(
    id uuid, key text, release text, name_en text, name_da text, scope smallint, scope3_category smallint, unit text,
    kg_co2e_per_unit numeric, co2_kg numeric, ch4_kg_co2e numeric, n2o_kg_co2e numeric, biogenic_co2_kg numeric,
    region text, valid_year int, currency text, price_year int, boundary text, gwp_set text, source text,
    source_url text, licence text, note text, confidence text, read_in text, content_hash text)
  on conflict (id) do nothing
  returning id`);

const upsertCategories = statement(`
  insert into emission_categories as c (key, name_da, name_en, level, parent, position, default_scope,
                                        default_scope3_category, default_factor_key, spend_factor_key)
  select key, name_da, name_en, level, parent, position, default_scope, default_scope3_category, default_factor_key,
         spend_factor_key
  from jsonb_to_recordset($1::jsonb) as r(key text, name_da text, name_en text, level smallint, parent text,
    position int, default_scope smallint, default_scope3_category smallint, default_factor_key text,
    spend_factor_key text)
  on conflict (key) do update set
    name_da = excluded.name_da, name_en = excluded.name_en, level = excluded.level, parent = excluded.parent,
    position = excluded.position, default_scope = excluded.default_scope,
    default_scope3_category = excluded.default_scope3_category, default_factor_key = excluded.default_factor_key,
    spend_factor_key = excluded.spend_factor_key`);

const insertRates = statement(`
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as r(currency text, day date, kind text, per_eur numeric, source text,
                                                     source_url text, licence text, line int)
  ), written as (
    insert into exchange_rates (currency, day, kind, per_eur, source, source_url, licence)
    select currency, day, kind, per_eur, source, source_url, licence from given
    on conflict (currency, kind, day) do nothing
    returning currency, kind, day
  )
  select g.line, case when w.day is not null then 'inserted' when e.per_eur = g.per_eur then 'unchanged'
                      else 'different' end as outcome
  from given g left join written w using (currency, kind, day) left join exchange_rates e using (currency, kind, day)
  order by g.line limit 10000`);

const insertIndices = statement(`
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as r(region text, series text, year int, index_value numeric,
                                                     source text, source_url text, licence text, line int)
  ), written as (
    insert into price_indices (region, series, year, index_value, source, source_url, licence)
    select region, series, year, index_value, source, source_url, licence from given
    on conflict (region, series, year) do nothing
    returning region, series, year
  )
  select g.line, case when w.year is not null then 'inserted' when e.index_value = g.index_value then 'unchanged'
                      else 'different' end as outcome
  from given g left join written w using (region, series, year) left join price_indices e using (region, series, year)
  order by g.line limit 10000`);

/** Rows per statement: keeps each one small and the limits of the statements above out of reach. */
const BATCH = 2_000;

export interface CatalogVersion {
  readonly version: number;
  readonly shipped_content_hash: string;
}

/** Which state the reference tables are in; null before the first load. */
export async function findCatalogVersion(db: SystemDb): Promise<CatalogVersion | null> {
  const [row] = await db.rows<CatalogVersion>(selectVersion);
  return row ?? null;
}

/** Marks the shipped tables as loaded and every snapshot as outdated. */
export async function writeShippedVersion(admin: SystemDb, content_hash: string): Promise<void> {
  await admin.rows(writeVersion, [content_hash]);
}

export async function raiseCatalogVersion(admin: SystemDb): Promise<void> {
  await admin.rows(raiseVersion);
}

/** All reference tables: factors oldest first, categories in taxonomy order. */
export async function selectCatalogRows(db: SystemDb): Promise<CatalogRows> {
  const factors = await db.rows<EmissionFactor>(selectFactors);
  const categories = await db.rows<EmissionCategory>(selectCategories);
  const rates = await db.rows<ExchangeRate>(selectRates);
  const price_indices = await db.rows<PriceIndex>(selectIndices);
  const releases = await db.rows<FactorRelease>(selectReleases);
  return {
    factors: factors.map(asStated),
    categories,
    exchange_rates: withSharedTexts(rates),
    price_indices,
    releases,
  };
}

/** Adds shipped releases; answers the names of those that are stored with other content, which stays. */
export async function insertReleases(admin: SystemDb, releases: readonly FactorRelease[]): Promise<string[]> {
  const rows = await admin.rows<{ name: string }>(insertReleaseRows, [JSON.stringify(releases)]);
  return rows.map(({ name }) => name);
}

/** Members that only transcribed factors have are absent on the others, as in the tables. */
function asStated({ confidence, read_in, ...factor }: EmissionFactor): EmissionFactor {
  return confidence == null ? factor : { ...factor, confidence, read_in };
}

/** A year of rates repeats its days and its source thousands of times: one copy of each text is kept in memory. */
function withSharedTexts(rates: readonly ExchangeRate[]): ExchangeRate[] {
  const texts = new Map<string, string>();
  const shared = (text: string) => {
    const sharedText = texts.get(text);
    if (sharedText === undefined) texts.set(text, text);
    return sharedText ?? text;
  };
  return rates.map(({ currency, day, kind, per_eur, source }) => ({
    currency: shared(currency),
    day: shared(day),
    kind,
    per_eur,
    source: shared(source),
  }));
}

/** Content hashes by id of those versions that exist already. */
export async function selectContentHashes(db: SystemDb, ids: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const batch of batches(ids)) {
    const rows = await db.rows<{ id: string; content_hash: string }>(selectHashes, [batch]);
    for (const row of rows) hashes.set(row.id, row.content_hash);
  }
  return hashes;
}

/** Keys, words and units of the UK Government's set that ships with the publisher's ids. */
export async function selectPublishedFactors(
  db: SystemDb,
): Promise<readonly { readonly key: string; readonly name_en: string; readonly unit: string }[]> {
  return await db.rows<{ key: string; name_en: string; unit: string }>(selectPublished);
}

/** Adds factor versions; an id that exists is left alone. Returns how many were added. */
export async function insertFactorVersions(admin: SystemDb, factors: readonly EmissionFactor[]): Promise<number> {
  let added = 0;
  for (const batch of batches(factors)) added += (await admin.rows(insertFactors, [JSON.stringify(batch)])).length;
  return added;
}

/** Adds and updates the taxonomy; positions follow the order given. Categories are never removed: entries name them. */
export async function writeCategories(admin: SystemDb, categories: CatalogTables["categories"]): Promise<void> {
  await admin.rows(upsertCategories, [JSON.stringify(categories.map((row, position) => ({ ...row, position })))]);
}

export interface LineOutcome {
  readonly line: number;
  /** "different": the table holds another figure for the same identity, and keeps it. */
  readonly outcome: "inserted" | "unchanged" | "different";
}

export async function insertExchangeRates(
  admin: SystemDb,
  rates: readonly (SourcedRate & { readonly line: number })[],
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const batch of batches(rates)) {
    outcomes.push(...(await admin.rows<LineOutcome>(insertRates, [JSON.stringify(batch)])));
  }
  return outcomes;
}

export async function insertPriceIndices(
  admin: SystemDb,
  indices: readonly (SourcedIndex & { readonly line: number })[],
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const batch of batches(indices)) {
    outcomes.push(...(await admin.rows<LineOutcome>(insertIndices, [JSON.stringify(batch)])));
  }
  return outcomes;
}

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}
