import { join } from "node:path";
import type { Catalog } from "../../src/core/catalog.ts";
import { catalogFromRows, readCatalogTables } from "../../src/modules/factors/index.ts";
import { dataFiles } from "../../src/platform/data-files.ts";

/** Reader of the repository's own data tables. */
export const shippedTables = dataFiles(join(import.meta.dirname, "../../data"));

let shipped: Promise<Catalog> | undefined;

/** The catalog as shipped, straight from the tables, without a database; read once in a process. */
export async function shippedCatalog(): Promise<Catalog> {
  return await (shipped ??= readCatalogTables(shippedTables).then(catalogFromRows));
}
