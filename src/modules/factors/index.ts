export { type CatalogTables, type ReadTable, readCatalogTables } from "./catalog-tables.ts";
export { type CatalogRows, catalogFromRows } from "./snapshot.ts";
