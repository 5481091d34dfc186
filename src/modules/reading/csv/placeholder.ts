/** A dash alone is an empty cell. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

const NO_PERIOD = /^(?:0|n\/?a|ingen|none|null|løbende)\.?$/i;
/** The first or last day that a system or a spreadsheet knows stands for no day, or one without end. */
const NO_DAY =
  /^(?:31[-./]12[-./]9999|12[-./]31[-./]9999|9999[-./]12[-./]31|0?1[-./]0?1[-./](?:1900|1970)|(?:1900|1970)[-./]0?1[-./]0?1)(?:[ T].*)?$/;

/** Whether the cell of a column of days or periods says nothing: it is empty, or what systems write there in place of nothing. */
export function isPlaceholder(cell: string): boolean {
  return !SAYS_SOMETHING.test(cell) || NO_PERIOD.test(cell) || NO_DAY.test(cell);
}
