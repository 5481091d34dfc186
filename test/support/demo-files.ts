import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { holdFile } from "../../src/modules/ingestion/hold-file.ts";
import { acceptFiles, readBatch } from "../../src/modules/ingestion/index.ts";
import { fileError } from "../../src/modules/reading/index.ts";
import { insertBatch, insertFiles } from "../../src/modules/ingestion/store.ts";
import type { TestDatabase } from "./database.ts";

let made = 0;

/** A small picture without any text, another one each time. */
export async function emptyPicture(): Promise<Buffer> {
  made += 1;
  const background = { r: made % 256, g: Math.floor(made / 256) % 256, b: 200 };
  return await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A picture in which nothing could be read: it waits to be entered. Returns the id of the file. */
export async function fileToEnter(ctx: Context): Promise<string> {
  const bytes = await emptyPicture();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const file = { name: "bon.png", media_type: "image/png", size_bytes: bytes.length, sha256 };
  const { files } = await readBatch(ctx, await acceptFiles(ctx, "rest", [file]));
  const id = files[0]?.id ?? "";
  const error = fileError("file.no_invoice_data", "No invoice was recognised on the pages.");
  await holdFile(ctx, id, { error, recognised: null });
  return id;
}

const newFile = (at: number) => ({
  name: `bilag-${at}.txt`,
  media_type: "text/plain",
  size_bytes: 1,
  sha256: createHash("sha256").update(`bilag ${at}`).digest("hex"),
});

/** An upload of `count` files that nobody reads. Returns its id. */
export async function uploadOfFiles(ctx: Context, count: number): Promise<string> {
  return await acceptFiles(
    ctx,
    "rest",
    Array.from({ length: count }, (_, at) => newFile(at)),
  );
}

/** Another file of an upload, after all of those that it has, as when an archive of it is unpacked. */
export async function addFile(ctx: Context, batch_id: string): Promise<void> {
  const { file_count } = await readBatch(ctx, batch_id);
  const file = {
    ...newFile(file_count),
    id: ctx.newId(),
    status: "stored",
    duplicate_of: null,
    quota_period: null,
  } as const;
  const place = { batch_id, after: file_count, container_id: null, containers: [] };
  await ctx.db.transaction((tx) => insertFiles(tx, [file], place));
}

/** A filled-in template of mileage as stored evidence, with other kilometres each time. Returns the id of the file. */
export async function filledTemplate(ctx: Context): Promise<string> {
  made += 1;
  const headings = "description;quantity;period_start;period_end;reason";
  const bytes = Buffer.from(`${headings}\nSalg;${made};2026-04-01;2026-04-30;Kørebog\n`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const file = { name: "mileage.csv", media_type: "text/csv", size_bytes: bytes.length, sha256 };
  const stored = { ...file, id: ctx.newId(), status: "excluded", duplicate_of: null, quota_period: null } as const;
  const batch = { id: ctx.newId(), channel: "rest", created_by: ctx.principal.actor, files: [stored] } as const;
  await ctx.db.transaction((tx) => insertBatch(tx, batch));
  return stored.id;
}

/** Where the placeholder of the operation about filled-in templates comes from: a new file each time. */
export function templateSource(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>] {
  return ["$record_file_id", (tenant) => filledTemplate(db.context(tenant))];
}

/** Where the placeholder of the operations about files comes from: a new file each time. */
export function fileSource(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>] {
  return ["$file_to_enter_id", (tenant) => fileToEnter(db.context(tenant))];
}
