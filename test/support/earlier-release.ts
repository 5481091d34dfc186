import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalog } from "../../src/core/catalog.ts";
import type { SystemDb } from "../../src/core/context.ts";
import { loadCatalogTables } from "../../src/modules/factors/index.ts";
import { shippedTables } from "./catalog.ts";

/** By which Danish electricity counted until 2026.2: its table has left the product, and databases that loaded it keep it. */
const EARLIER_MIX = join(import.meta.dirname, "../fixtures/catalog/electricity-maps-odbl.csv");

/** The shipped tables, and the rows of the consumption mix of Denmark beside them. */
export async function earlierTables(name: string): Promise<string> {
  const text = await shippedTables(name);
  if (name !== "factors/ember.csv") return text;
  const [head, ...rows] = readFileSync(EARLIER_MIX, "utf8").trimEnd().split("\n");
  if (!text.startsWith(`${head}\n`)) throw new Error("the earlier table has other columns");
  return `${text.trimEnd()}\n${rows.join("\n")}\n`;
}

/** Gives a database what one has that was made before electricity 2026.2 and updated since. */
export async function loadEarlierMix(admin: SystemDb): Promise<void> {
  await loadCatalogTables(admin, earlierTables);
  await loadCatalogTables(admin, shippedTables);
}

/** The catalogue as it was before the update: the first releases are the newest. */
export function beforeUpdate(catalog: Catalog): Catalog {
  return { ...catalog, releases: () => catalog.releases().filter(({ release }) => release === "2026.1") };
}
