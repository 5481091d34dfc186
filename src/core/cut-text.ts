/**
 * The beginning of a text, at most `units_max` UTF-16 code units, never half of a character beyond U+FFFF: PostgreSQL refuses a
 * JSON text with such a half, and what is hashed with it is not what is stored.
 */
export function cutText(text: string, units_max: number): string {
  if (text.length <= units_max) return text;
  const last = text.charCodeAt(units_max - 1);
  const isFirstHalf = last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, isFirstHalf ? units_max - 1 : units_max);
}
