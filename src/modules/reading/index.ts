export {
  AMOUNT_SIGNS,
  type AmountSigns,
  COLUMN_MEANINGS,
  type ColumnMapping,
  DECIMAL_MARKS,
  type StatedColumn,
  statedColumns,
} from "./csv/column-mapping.ts";
export { missingFields } from "./csv/ask-columns.ts";
export { columnName, HEADING_LENGTH_MAX } from "./csv/table-head.ts";
export { fileError, type FileErrorCode } from "./file-errors.ts";
export { liesWithin } from "./line-days.ts";
export { invoiceLine } from "./lines.ts";
export {
  type Commodity,
  type CountedQuantity,
  type DocumentType,
  type FileError,
  type ParsedDocument,
  type ParsedLine,
  type ParsedParty,
  type RecognisedFacts,
  ROW_ERROR_REASONS,
  type RowError,
  type StatedSupply,
} from "./parsed-document.ts";
export { heatingYearIn } from "./heating-year.ts";
export { openWordsIn, periodInWords } from "./period-words.ts";
export { plainYearIn } from "./plain-year.ts";
export { advanceOf, type AdvanceKind } from "./quantities/advances.ts";
export { isPriceChange, saysPriceChange } from "./quantities/price-change.ts";
export { saysCharge, saysSurcharge } from "./quantities/surcharge-words.ts";
export { decodeText } from "./text-encoding.ts";
export type { FileOptions, ReadOutcome } from "./read-file.ts";
export { ARCHIVE, originalMediaType, type OriginalMediaType, sniff } from "./sniff.ts";
export { packageMediaType, type PackageMediaType, WORD_DOCUMENT, WORKBOOK } from "./zip/package-media-type.ts";
export type { ContainerKind, FileOutcome } from "./unpacked-file.ts";
export {
  CELLS_HOLD,
  type DescribedTable,
  MISSING_FIELDS,
  type MissingField,
  openNumberIn,
  TABLE_QUESTIONS,
  type TableQuestion,
} from "./table-question.ts";
export { yearlessPeriodIn } from "./yearless-period.ts";
