/** Names that Windows keeps for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const STEM_MAX = 100;
const SUFFIX_MAX = 12;

/**
 * A file's original name made safe for every file system, with the first half of its content's hash before the suffix, so that no two
 * are the same: "Faktura 12.xml" becomes "Faktura 12--0123456789abcdef.xml".
 */
export function exportedName(original: string, sha256: string): string {
  const flat = original
    .normalize("NFC")
    // Separators, control and format characters, and what some file system refuses.
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, "_")
    .replaceAll(/\s+/g, " ");
  const dot = flat.lastIndexOf(".");
  const hasSuffix = dot > 0 && flat.length - dot <= SUFFIX_MAX && /^\.[a-z0-9]+$/i.test(flat.slice(dot));
  const stem = trimmed(hasSuffix ? flat.slice(0, dot) : flat);
  const safe = stem === "" || RESERVED.test(stem) ? `file ${stem}`.trim() : stem;
  return `${safe}--${sha256.slice(0, 32)}${hasSuffix ? flat.slice(dot).toLowerCase() : ""}`;
}

/** Neither a hidden file nor a name whose end Windows drops; cut between characters, at most 100 bytes of UTF-8. */
function trimmed(stem: string): string {
  let kept = "";
  for (const character of stem.replace(/^[\s.]+/, "")) {
    if (Buffer.byteLength(kept + character) > STEM_MAX) break;
    kept += character;
  }
  return kept.replace(/[\s.]+$/, "");
}
