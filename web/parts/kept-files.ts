import type { Operations } from "../app/operations.gen.ts";

/** A file that the service keeps as evidence. */
export type KeptFile = Pick<Operations["upload_evidence"]["output"]["files"][number], "id" | "name">;

/** Files as the text that a form and the browser keep; empty: none. */
export function keptText(files: readonly KeptFile[]): string {
  return files.length === 0 ? "" : JSON.stringify(files);
}

/** The files of such a text, which nothing but `keptText` writes. */
export function keptFiles(text: string): readonly KeptFile[] {
  return text === "" ? [] : (JSON.parse(text) as readonly KeptFile[]);
}
