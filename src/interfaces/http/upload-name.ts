/** Longest name kept, in characters; file systems and lists cope with it. */
const NAME_LENGTH_MAX = 200;

/** Control, format (zero-width, bidirectional: Unicode UAX 9, CVE-2021-42574) and line separating characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The last part of a path in either notation, in normal form C, without characters that hide or reorder text; keeps the
 * extension when it shortens. "file" when nothing is left. For display only: it never becomes a path.
 */
export function cleanUploadName(raw: string | undefined): string {
  const text = (raw ?? "").normalize("NFC").replace(INVISIBLE, "");
  const name = (text.split(/[\\/]/).at(-1) ?? "").trim();
  if (name === "" || name === "." || name === "..") return "file";
  const characters = Array.from(name);
  if (characters.length <= NAME_LENGTH_MAX) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  return characters.slice(0, NAME_LENGTH_MAX - extension.length).join("") + extension;
}
