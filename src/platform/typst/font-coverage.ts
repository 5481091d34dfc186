/** Platform and encoding of the Unicode tables of `cmap`: full repertoire first, then the basic plane. */
const UNICODE_TABLES = ["3.10", "0.6", "0.4", "3.1", "0.3"];
const TABLE_RECORD_BYTES = 16;
const ENCODING_RECORD_BYTES = 8;
const GROUP_BYTES = 12;

/**
 * Code points for which a TrueType font has a glyph: its `cmap` table, formats 4 and 12 (OpenType 1.9, "cmap").
 * @throws Error when the font has no such table
 */
export function codePointsOf(font: Buffer): Set<number> {
  const cmap = tableOffset(font, "cmap");
  const count = font.readUInt16BE(cmap + 2);
  const offsetByEncoding = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const at = cmap + 4 + index * ENCODING_RECORD_BYTES;
    offsetByEncoding.set(`${font.readUInt16BE(at)}.${font.readUInt16BE(at + 2)}`, cmap + font.readUInt32BE(at + 4));
  }
  for (const name of UNICODE_TABLES) {
    const at = offsetByEncoding.get(name);
    if (at === undefined) continue;
    const format = font.readUInt16BE(at);
    if (format === 12) return segmentedCoverage(font, at);
    if (format === 4) return basicPlane(font, at);
  }
  throw new Error("the font has no Unicode character map");
}

function tableOffset(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * TABLE_RECORD_BYTES;
    if (font.toString("latin1", at, at + 4) === tag) return font.readUInt32BE(at + 8);
  }
  throw new Error(`the font has no table ${tag}`);
}

/** Format 12: groups of first and last code point and first glyph. */
function segmentedCoverage(font: Buffer, at: number): Set<number> {
  const covered = new Set<number>();
  const groups = font.readUInt32BE(at + 12);
  for (let group = 0; group < groups; group += 1) {
    const start = at + 16 + group * GROUP_BYTES;
    const last = font.readUInt32BE(start + 4);
    for (let code = font.readUInt32BE(start); code <= last; code += 1) covered.add(code);
  }
  return covered;
}

/** Format 4: segments by end code, start code, delta and offset into the glyph array; glyph 0 means "not there". */
function basicPlane(font: Buffer, at: number): Set<number> {
  const covered = new Set<number>();
  const bytes = font.readUInt16BE(at + 6);
  const ends = at + 14;
  const starts = ends + bytes + 2;
  for (let segment = 0; segment < bytes; segment += 2) {
    const first = font.readUInt16BE(starts + segment);
    const last = Math.min(font.readUInt16BE(ends + segment), 0xfffe);
    const delta = font.readUInt16BE(starts + bytes + segment);
    const offsetAt = starts + 2 * bytes + segment;
    const offset = font.readUInt16BE(offsetAt);
    for (let code = first; code <= last; code += 1) {
      const glyph = offset === 0 ? code : font.readUInt16BE(offsetAt + offset + 2 * (code - first));
      if (offset === 0 ? ((code + delta) & 0xffff) !== 0 : glyph !== 0) covered.add(code);
    }
  }
  return covered;
}
