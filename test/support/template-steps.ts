import type { SystemDb } from "../../src/core/context.ts";
import { loadCatalogTables } from "../../src/modules/factors/index.ts";
import { shippedTables } from "./catalog.ts";

/** What is loaded once into the template that every test database is cloned from, after the migrations. */
export const TEMPLATE_STEPS: readonly ((admin: SystemDb) => Promise<unknown>)[] = [
  (admin) => loadCatalogTables(admin, shippedTables),
];
