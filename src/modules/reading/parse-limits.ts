/** Bounds of one document (contract 10.2); all inclusive. */
export interface ParseLimits {
  readonly file_bytes_max: number;
  /** SAF-T files are streamed and may be larger. */
  readonly ledger_bytes_max: number;
  readonly xml_depth_max: number;
  /** Elements and attributes together. */
  readonly xml_nodes_max: number;
  /** Pages of a PDF whose text is read. */
  readonly pdf_pages_max: number;
  /** Of a picture whose header says so; what draws pictures has the same limit. */
  readonly picture_pixels_max: number;
  /** Rows kept from a ledger. */
  readonly rows_max: number;
}

export const DEFAULT_PARSE_LIMITS: ParseLimits = {
  file_bytes_max: 25 * 1024 * 1024,
  ledger_bytes_max: 500 * 1024 * 1024,
  xml_depth_max: 200,
  xml_nodes_max: 2_000_000,
  pdf_pages_max: 60,
  picture_pixels_max: 60_000_000,
  rows_max: 500_000,
};
