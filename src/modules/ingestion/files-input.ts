import { z } from "zod";
import type { ReceivedFile } from "../../core/received-file.ts";
import { UPLOAD_FILES_MAX } from "../../core/upload-size.ts";
import { asGiven } from "../../core/visible-text.ts";

/** Not `instanceof`, of which no JSON schema can be made: the lists of operations have one of every input. */
const bytes = z.unknown().transform((value, { addIssue }): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  addIssue("must be bytes");
  return z.NEVER;
});

const facts = z.object({
  name: z.string(),
  media_type: z.union([z.string(), z.null()]),
  size_bytes: z.int(),
  sha256: z.string(),
});

const receivedFile: z.ZodType<ReceivedFile> = z.union([
  facts.extend({ bytes, path: z.null() }),
  facts.extend({ bytes: z.null(), path: z.string() }),
]);

/** The files of a multipart request. */
export const filesInput = asGiven(z.array(receivedFile).min(1).max(UPLOAD_FILES_MAX));
