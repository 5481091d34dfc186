import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { holdFile } from "../../src/modules/ingestion/hold-file.ts";
import { acceptFiles, fileError, readBatch } from "../../src/modules/ingestion/index.ts";
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

/** Where the placeholder of the operations about files comes from: a new file each time. */
export function fileSource(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>] {
  return ["$file_to_enter_id", (tenant) => fileToEnter(db.context(tenant))];
}
