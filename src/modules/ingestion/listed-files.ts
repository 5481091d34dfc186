import type { TenantQueries } from "../../core/context.ts";
import { documentHeads } from "../activities/index.ts";
import type { UploadFileRow } from "./store.ts";
import { toView, type UploadFile } from "./upload-batch.ts";

/** Files as they are told outside of their upload, in the same order: each with what the head of its document says. */
export async function listedFiles(db: TenantQueries, files: readonly UploadFileRow[]): Promise<UploadFile[]> {
  const ids = files.flatMap(({ document_id }) => document_id ?? []);
  const heads = ids.length === 0 ? null : await documentHeads(db, ids);
  return files.map((file) => {
    const head = heads?.get(file.document_id ?? "");
    return { ...toView(file), document: head === undefined ? null : { ...head } };
  });
}
