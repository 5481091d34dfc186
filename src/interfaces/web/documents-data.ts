import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { invoke } from "../../core/invoke.ts";
import { toJsonText } from "../../core/json-text.ts";
import type { Operation } from "../../core/operation.ts";
import { FILE_STATUSES } from "../../modules/ingestion/index.ts";

/** Of the operations' answers, what the page shows. */
const shownFile = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(FILE_STATUSES),
  needs_entry: z.boolean(),
  activity_count: z.int(),
  row_errors: z.array(z.unknown()),
  error: z.union([z.object({ code: z.string(), title: z.string(), detail: z.string(), hint: z.string() }), z.null()]),
});
const fileList = z.object({ items: z.array(shownFile), next_cursor: z.union([z.string(), z.null()]) });
const quota = z.object({ used: z.int(), limit: z.int() });
const summary = z.object({ total_co2e_kg: z.union([z.number(), z.null()]), entry_count: z.int() });
const upload = z.object({ id: z.string() });

export type ShownFile = z.infer<typeof shownFile>;

/** What a page of documents tells. */
export interface DocumentsData {
  readonly files: readonly ShownFile[];
  /** Place to go on from to older files; null: these are the last. */
  readonly next_cursor: string | null;
  readonly quota: { readonly used: number; readonly limit: number };
  /** Sum up to today; null: nothing is booked. */
  readonly booked_kg: number | null;
}

const FILES_SHOWN = 50;
/** How long an upload is waited for, so that most people see at once how it ended. */
const WAIT_SECONDS = 8;

/** Asks the operations that programs ask. @throws ServiceError */
export async function readDocuments(
  operations: readonly Operation[],
  ctx: Context,
  cursor: string | null,
): Promise<DocumentsData> {
  const place = cursor === null ? {} : { cursor };
  const [files, status, sums] = await Promise.all([
    ask(operations, ctx, "list_upload_files", { limit: FILES_SHOWN, ...place }),
    ask(operations, ctx, "get_quota_status", {}),
    ask(operations, ctx, "get_emissions_summary", {}),
  ]);
  const { items, next_cursor } = fileList.parse(files);
  const { total_co2e_kg, entry_count } = summary.parse(sums);
  return { files: items, next_cursor, quota: quota.parse(status), booked_kg: entry_count === 0 ? null : total_co2e_kg };
}

/**
 * Hands received files to the operation that programs upload with, and waits a little for how they end.
 * @throws ServiceError quota.exceeded: the files are kept
 */
export async function uploadDocuments(
  operations: readonly Operation[],
  ctx: Context,
  files: readonly unknown[],
): Promise<void> {
  const { id } = upload.parse(await ask(operations, ctx, "upload_activities", { files }));
  await ask(operations, ctx, "get_upload", { id, wait_seconds: WAIT_SECONDS });
}

async function ask(operations: readonly Operation[], ctx: Context, name: string, args: unknown): Promise<unknown> {
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined) throw new ServiceError("route.not_found", `There is no operation ${name}.`);
  return JSON.parse(toJsonText(await invoke(operation, ctx, args)));
}
