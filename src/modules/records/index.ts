export { dayCell, figureCell } from "./files/read-cell.ts";
export { storedRecordTable, type TableRow } from "./files/read-record-table.ts";
export type { RecordColumn } from "./files/record-columns.ts";
export { evidenceOf } from "./record-evidence.ts";
export { evidenceInput, fileReference } from "./record-input.ts";
