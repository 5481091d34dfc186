const encoder = new TextEncoder();

/**
 * UTF-8 of a long text. Measured to take a third of Buffer.from for a page of a list: nearly all of them are ASCII, which
 * is as long in bytes as in characters, so that counting first is for the others.
 */
export function utf8(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  if (encoder.encodeInto(text, bytes).read === text.length) return bytes;
  const longer = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  encoder.encodeInto(text, longer);
  return longer;
}
