import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { onlyFile, StoredFile } from "../../core/stored-file.ts";
import {
  ARCHIVE,
  originalMediaType,
  type OriginalMediaType,
  packageMediaType,
  type PackageMediaType,
  WORD_DOCUMENT,
  WORKBOOK,
} from "../reading/index.ts";
import { originalOf } from "./original.ts";

/** Ends for files by their media type, so that the programs that open them know what they are. */
const ENDINGS: Readonly<Record<OriginalMediaType | PackageMediaType, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/tiff": "tif",
  "image/webp": "webp",
  "image/heic": "heic",
  "application/xml": "xml",
  "text/csv": "csv",
  "message/rfc822": "eml",
  [ARCHIVE]: "zip",
  [WORKBOOK]: "xlsx",
  [WORD_DOCUMENT]: "docx",
};

export const getUploadFileContent = defineOperation({
  name: "get_upload_file_content",
  title: "Look at an uploaded file",
  description:
    "The original itself, byte for byte and to be saved, for the person who compares it with what was read of it, or enters what " +
    "no program could read. Files that were refused are not given, and of what came in an archive or e-mail only what was " +
    "scanned for malware; the media type is that of the content, whatever the sender called it.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the file, from list_upload_files") }),
  output: onlyFile,
  errors: ["resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/upload-files/:id/content", file: Object.keys(ENDINGS) },
  tool: false,
  callers: "any",
  example: { input: { id: "$file_to_enter_id" }, output: {} },
  async run(ctx, { id }) {
    const { sha256, size_bytes } = await originalOf(ctx, id);
    const known = originalMediaType(await headOf(await ctx.files.open(sha256)));
    const media_type = known === ARCHIVE ? await packageMediaType(await ctx.files.read(sha256)) : known;
    if (media_type === null) throw notFound("file that was read");
    return new StoredFile<Record<string, never>>({
      sha256,
      size_bytes,
      media_type,
      filename: `${id}.${ENDINGS[media_type]}`,
      open: () => ctx.files.open(sha256),
    });
  },
});

/** The first bytes; the file is closed then. */
async function headOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const chunk of chunks) if (chunk.length > 0) return chunk;
  return new Uint8Array();
}
