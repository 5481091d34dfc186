import { ARCHIVE } from "../sniff.ts";
import { type ArchiveKind, openArchive } from "./zip-archive.ts";

export const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const WORD_DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** What the directory of a ZIP archive says that it is. */
export type PackageMediaType = typeof ARCHIVE | typeof WORD_DOCUMENT | typeof WORKBOOK;

const MEDIA_TYPES: Readonly<Record<ArchiveKind, PackageMediaType>> = {
  workbook: WORKBOOK,
  word: WORD_DOCUMENT,
  office: ARCHIVE,
  archive: ARCHIVE,
};

/** Media type of what a ZIP archive is by its directory: a workbook, a Word document or an archive. @throws FileRefusal file.corrupt */
export async function packageMediaType(bytes: Buffer): Promise<PackageMediaType> {
  const archive = await openArchive(bytes);
  archive.close();
  return MEDIA_TYPES[archive.kind];
}
