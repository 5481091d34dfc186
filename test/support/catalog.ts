import { join } from "node:path";
import type { Catalog } from "../../src/core/catalog.ts";
import { catalogFromRows, readCatalogTables } from "../../src/modules/factors/index.ts";
import { dataFiles } from "../../src/platform/data-files.ts";

/** Reader of the repository's own data tables. */
export const shippedTables = dataFiles(join(import.meta.dirname, "../../data"));

/** The catalog as shipped, straight from the tables, without a database. */
export async function shippedCatalog(): Promise<Catalog> {
  return catalogFromRows(await readCatalogTables(shippedTables));
}
