import type { SystemDb } from "../../core/context.ts";
import { type CatalogTables, type ReadTable, parseCatalogTables, readTableTexts } from "./catalog-tables.ts";
import {
  findCatalogVersion,
  insertExchangeRates,
  insertFactorVersions,
  insertPriceIndices,
  insertReleases,
  selectContentHashes,
  writeCategories,
  writeShippedVersion,
} from "./store.ts";

export interface CatalogLoad {
  /** False: these tables were loaded before and nothing was written. */
  readonly loaded: boolean;
  readonly factors_added: number;
  /** Rates and price levels of which an operator had imported another figure, which stays. */
  readonly figures_kept: number;
}

/**
 * Brings the shipped tables into the database; safe to repeat and to run in several processes at once. Unchanged
 * tables cost one query.
 * @throws Error when a shipped factor has another content than the version of the same identity in the database:
 * factor versions are immutable, a corrected figure needs a new release; so are releases of the product.
 */
export async function loadCatalogTables(admin: SystemDb, read: ReadTable): Promise<CatalogLoad> {
  const texts = await readTableTexts(read);
  const storedVersion = await findCatalogVersion(admin);
  if (storedVersion?.shipped_content_hash === texts.content_hash)
    return { loaded: false, factors_added: 0, figures_kept: 0 };
  const tables = parseCatalogTables(texts);
  const factors_added = await addFactors(admin, tables);
  await writeCategories(admin, tables.categories);
  const changed = await insertReleases(admin, tables.releases);
  if (changed.length > 0) throw new Error(`factor releases changed under the same name: ${changed.join(", ")}`);
  const rates = tables.exchange_rates.map((rate, line) => ({ ...rate, line }));
  const indices = tables.price_indices.map((index, line) => ({ ...index, line }));
  const outcomes = [...(await insertExchangeRates(admin, rates)), ...(await insertPriceIndices(admin, indices))];
  // Figures that were used do not change under the entries: what an operator imported before stays.
  const figures_kept = outcomes.filter(({ outcome }) => outcome === "different").length;
  await writeShippedVersion(admin, tables.content_hash);
  return { loaded: true, factors_added, figures_kept };
}

async function addFactors(admin: SystemDb, { factors }: CatalogTables): Promise<number> {
  const storedHashes = await selectContentHashes(
    admin,
    factors.map(({ id }) => id),
  );
  const changed = factors.filter(({ id, content_hash }) => (storedHashes.get(id) ?? content_hash) !== content_hash);
  if (changed.length > 0) {
    const keys = changed.slice(0, 5).map(({ key }) => key);
    throw new Error(`${changed.length} factor versions changed under the same release: ${keys.join(", ")}`);
  }
  return await insertFactorVersions(
    admin,
    factors.filter(({ id }) => !storedHashes.has(id)),
  );
}
