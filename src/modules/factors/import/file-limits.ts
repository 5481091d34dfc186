import { validationError } from "../../../core/errors.ts";

/** Bounds of a file from outside. They are far above any real table and far below what would hurt the process. */
export interface FileLimits {
  readonly file_bytes_max: number;
  readonly entries_max: number;
  /** One entry, unpacked. */
  readonly entry_bytes_max: number;
  /** All entries that are read, unpacked. */
  readonly total_bytes_max: number;
  /** Unpacked to packed size of one entry; spreadsheets stay below 40, bombs are at 1,000. */
  readonly ratio_max: number;
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

/** The refusal of a file as a whole; `code` is stable, the message says what is wrong and what would be right. */
export function unreadableFile(code: string, message: string) {
  return validationError([{ path: "file", code, message }]);
}
