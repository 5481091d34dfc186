import { ARCHIVE } from "../sniff.ts";
import { type ArchiveKind, openArchive } from "./zip-archive.ts";

export const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const WORD_DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const MEDIA_TYPES: Readonly<Record<ArchiveKind, string>> = {
  workbook: WORKBOOK,
  word: WORD_DOCUMENT,
  office: ARCHIVE,
  archive: ARCHIVE,
};

/** Media type of what a ZIP archive is by its directory: a workbook, a Word document or an archive. @throws FileRefusal file.corrupt */
export async function packageMediaType(bytes: Buffer): Promise<string> {
  const archive = await openArchive(bytes);
  archive.close();
  return MEDIA_TYPES[archive.kind];
}
