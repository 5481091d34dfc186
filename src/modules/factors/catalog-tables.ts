import type { EmissionCategory, EmissionFactor, ExchangeRate, FactorRelease, PriceIndex } from "../../core/catalog.ts";
import type { z } from "zod";
import { sha256Hex } from "../../core/content-hash.ts";
import {
  categoryCells,
  csvRows,
  exchangeRateCells,
  factorCells,
  factorReleaseCells,
  priceIndexCells,
} from "./csv-rows.ts";
import { factorVersion } from "./factor-version.ts";

/** Reads one of the project's tables by its path below data/, as UTF-8 text. */
export type ReadTable = (name: string) => Promise<string>;

/** The factor tables, one per source family. */
const FACTOR_TABLES = [
  "factors/desnz-2025.csv",
  "factors/desnz-2025-flat.csv",
  "factors/desnz-2024-full.csv",
  "factors/figaro-dk-2023.csv",
  "factors/eea.csv",
  "factors/ember.csv",
  "factors/useeio.csv",
  "factors/gwp.csv",
  "factors/refrigerants.csv",
  "factors/br18.csv",
  "factors/evida.csv",
  "factors/hb2016.csv",
  "factors/eu-fuels.csv",
  "factors/district-heating.csv",
] as const;
const CATEGORY_TABLE = "categories.csv";
const RATE_TABLE = "exchange-rates.csv";
const INDEX_TABLE = "price-indices.csv";
const RELEASE_TABLE = "factor-releases.csv";

/** A rate or index with where it may be looked up; the catalog's own types keep the source name only. */
export type SourcedRate = ExchangeRate & { readonly source_url: string; readonly licence: string };
export type SourcedIndex = PriceIndex & { readonly source_url: string; readonly licence: string };

export interface CatalogTables {
  readonly factors: readonly EmissionFactor[];
  /** In the order of the table, which is the order of the taxonomy: parents before children. */
  readonly categories: readonly EmissionCategory[];
  readonly exchange_rates: readonly SourcedRate[];
  readonly price_indices: readonly SourcedIndex[];
  /** In the order of the table: the newest of a subject last. */
  readonly releases: readonly FactorRelease[];
  readonly content_hash: string;
}

export interface TableTexts {
  readonly texts: ReadonlyMap<string, string>;
  /** SHA-256 over the names and texts of all tables: equal means that nothing has to be loaded. */
  readonly content_hash: string;
}

/** The shipped tables as they stand in their files, unchecked. */
export async function readTableTexts(read: ReadTable): Promise<TableTexts> {
  const texts = new Map<string, string>();
  for (const name of [...FACTOR_TABLES, CATEGORY_TABLE, RATE_TABLE, INDEX_TABLE, RELEASE_TABLE])
    texts.set(name, await read(name));
  const joined = [...texts].map(([name, text]) => `${name}\n${text}`).join("\u0000");
  return { texts, content_hash: sha256Hex(joined) };
}

/** Checks every row. @throws Error naming table and line of a row that does not fit: shipped tables have no bad rows. */
export function parseCatalogTables({ texts, content_hash }: TableTexts): CatalogTables {
  const rowsOf = <Schema extends z.ZodObject>(name: string, schema: Schema) =>
    strictRows(name, texts.get(name) ?? "", schema);
  return {
    factors: FACTOR_TABLES.flatMap((name) => rowsOf(name, factorCells)).map(factorVersion),
    categories: rowsOf(CATEGORY_TABLE, categoryCells),
    exchange_rates: rowsOf(RATE_TABLE, exchangeRateCells),
    price_indices: rowsOf(INDEX_TABLE, priceIndexCells),
    releases: rowsOf(RELEASE_TABLE, factorReleaseCells),
    content_hash,
  };
}

/** `readTableTexts` and `parseCatalogTables` in one. @throws Error */
export async function readCatalogTables(read: ReadTable): Promise<CatalogTables> {
  return parseCatalogTables(await readTableTexts(read));
}

function strictRows<Schema extends z.ZodObject>(name: string, text: string, schema: Schema): z.output<Schema>[] {
  const { rows, rejected } = csvRows(text, schema);
  const first = rejected[0];
  if (first !== undefined) throw new Error(`data/${name} line ${first.line}: ${first.reason}`);
  return rows.map(({ row }) => row);
}
