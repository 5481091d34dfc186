const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Whether an object of a JSON text names a member twice, of which parsers keep the last one and hide the first (RFC 8259
 * 4). `value` is what the text was parsed to: a name that stood twice is a colon more than it has members.
 */
export function hasRepeatedNames(text: Uint8Array, value: unknown): boolean {
  return colonsOutsideTexts(text) !== membersWithin(value);
}

function colonsOutsideTexts(text: Uint8Array): number {
  let colons = 0;
  let is_inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === QUOTE) is_inside = !is_inside;
    else if (byte === BACKSLASH) at += 1;
    else if (byte === COLON && !is_inside) colons += 1;
  }
  return colons;
}

/** Members of all objects of a value; without recursion, because a body may nest deeper than the stack. */
function membersWithin(value: unknown): number {
  let members = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    const inner: unknown[] = Object.values(node);
    if (!Array.isArray(node)) members += inner.length;
    for (const member of inner) if (typeof member === "object" && member !== null) open.push(member);
  }
  return members;
}
