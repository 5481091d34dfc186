import { z } from "zod";
import { UPLOAD_FILES_MAX } from "../../core/upload-size.ts";
import { asGiven } from "../../core/visible-text.ts";

const receivedFile = z.object({
  name: z.string(),
  media_type: z.union([z.string(), z.null()]),
  size_bytes: z.int(),
  sha256: z.string(),
  path: z.string(),
});

/** A file of a multipart request, received whole and not in the store yet. */
export type ReceivedFile = z.output<typeof receivedFile>;

/** The files of a multipart request. */
export const filesInput = asGiven(z.array(receivedFile).min(1).max(UPLOAD_FILES_MAX));
