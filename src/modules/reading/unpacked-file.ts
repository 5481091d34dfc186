import type { PageOutcome } from "./parsed-document.ts";

/** A file that was inside another one. */
export interface UnpackedFile {
  /** Path inside the container, cleaned: no control or direction characters, no drive, no leading slash. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface UnpackedFiles {
  readonly files: readonly UnpackedFile[];
  /** What was left out and why, for the person who sent the container. */
  readonly warnings: readonly string[];
}

/** Kinds of files that hold other files. */
export type ContainerKind = "zip" | "mail";

/** What became of a file of any kind. */
export type FileOutcome =
  | PageOutcome
  | ({ readonly kind: "unpacked"; readonly container: ContainerKind } & UnpackedFiles);

const NAME_MAX = 200;

/** Names come from outside: what could rearrange or hide text is taken out, and the end, with the extension, is kept. */
export function cleanFileName(name: string): string {
  const clean = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, "")
    .replaceAll("\\", "/")
    .replace(/^(?:[A-Za-z]:)?\/+/, "")
    .trim();
  return clean.length > NAME_MAX ? clean.slice(-NAME_MAX) : clean;
}

/** Whether a name would lead out of its folder. */
export function leadsOutside(name: string): boolean {
  return name.split(/[/\\]/).includes("..");
}

/** What systems put beside documents: no person sent it. */
export function isSystemFile(name: string): boolean {
  const parts = name.split("/");
  const last = parts.at(-1) ?? "";
  return parts.includes("__MACOSX") || /^(?:thumbs\.db|desktop\.ini|\..*)$/i.test(last);
}
