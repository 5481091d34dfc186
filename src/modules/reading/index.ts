export { fileError, type FileErrorCode } from "./file-errors.ts";
export { invoiceLine } from "./lines.ts";
export type {
  Commodity,
  CountedQuantity,
  DocumentType,
  FileError,
  ParsedDocument,
  ParsedLine,
  ParsedParty,
  RecognisedFacts,
  RowError,
  StatedSupply,
} from "./parsed-document.ts";
export { periodInWords } from "./period-words.ts";
export { advanceOf, type AdvanceKind } from "./quantities/advances.ts";
export { decodeText } from "./text-encoding.ts";
export type { ReadOutcome } from "./read-file.ts";
export { originalMediaType, sniff, WORKBOOK } from "./sniff.ts";
export type { ContainerKind, FileOutcome } from "./unpacked-file.ts";
