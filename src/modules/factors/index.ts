export { catalogSource, loadCatalog } from "./catalog-source.ts";
export { type CatalogTables, type ReadTable, readCatalogTables } from "./catalog-tables.ts";
export {
  type ImportFormat,
  type ImportReport,
  IMPORT_FORMATS,
  importFactors,
  type UnmappedRow,
} from "./import-factors.ts";
export { declarationKey, declarationName } from "./declaration-key.ts";
export { type FileColumns, TRANSCRIBED_TABLES, verifyTranscribed } from "./verify-transcribed.ts";
export { type CatalogLoad, loadCatalogTables } from "./load-catalog-tables.ts";
export { type CatalogRows, catalogFromRows } from "./snapshot.ts";
export { type XlsxRow, type XlsxSheet, readXlsx } from "./import/xlsx.ts";
