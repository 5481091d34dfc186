/** First characters that make spreadsheet programs read a cell as a formula or a command (OWASP, CSV injection). */
const ACTIVE_START = /^[=+\-@\t\r]/;

/**
 * A text cell that no spreadsheet program evaluates: `'` goes before a first character = + - @ TAB or CR. For text
 * columns of exports only: a negative number in a number column must stay a number.
 */
export function neutraliseCsvCell(text: string): string {
  return ACTIVE_START.test(text) ? `'${text}` : text;
}
