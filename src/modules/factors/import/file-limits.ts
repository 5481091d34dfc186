import type { ZipLimits } from "../../../core/zip-parts.ts";

/** Bounds of a table from outside. They are far above any real table and far below what would hurt the process. */
export interface FileLimits extends ZipLimits {
  readonly sheets_max: number;
  readonly rows_max: number;
  readonly columns_max: number;
  readonly cells_max: number;
  readonly shared_strings_max: number;
  /** Characters of one cell; Excel's own bound. */
  readonly cell_characters_max: number;
}

export const FILE_LIMITS: FileLimits = {
  file_bytes_max: 50_000_000,
  entries_max: 2_000,
  entry_bytes_max: 200_000_000,
  total_bytes_max: 300_000_000,
  ratio_max: 200,
  sheets_max: 100,
  rows_max: 200_000,
  columns_max: 1_024,
  cells_max: 3_000_000,
  shared_strings_max: 1_000_000,
  cell_characters_max: 32_767,
};
