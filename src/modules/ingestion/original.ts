import type { Context } from "../../core/context.ts";
import { notFound, ServiceError } from "../../core/errors.ts";
import { isFromMailbox } from "../data-sources/index.ts";
import type { UploadFileRow } from "./store.ts";
import { selectOriginal } from "./store-files-to-enter.ts";

/**
 * A file that may be looked at: read, unpacked or waiting for a person, nothing infected, and of what somebody else packed
 * only what was scanned for malware.
 * @throws ServiceError resource.not_found
 */
export async function originalOf(ctx: Context, id: string): Promise<UploadFileRow> {
  const file = await selectOriginal(ctx.db, id);
  if (file === undefined) throw notFound("file that was read");
  if (file.scan !== "clean" && (await isAttachment(ctx, file))) throw notOffered();
  return file;
}

/** Whether somebody else packed the file, who may be anybody: what a person uploaded as it is, is that person's own. */
async function isAttachment(ctx: Context, { containers, data_source_id }: UploadFileRow): Promise<boolean> {
  if (containers.length > 0) return true;
  return data_source_id !== null && (await isFromMailbox(ctx.db, data_source_id));
}

function notOffered(): ServiceError {
  return new ServiceError(
    "resource.not_found",
    "This file came in an archive or e-mail and was not scanned for malware, so it is not offered. Look at the original.",
  );
}
