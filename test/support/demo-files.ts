import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { holdFile, holdTable } from "../../src/modules/ingestion/hold-file.ts";
import { acceptFiles, readBatch } from "../../src/modules/ingestion/index.ts";
import { fileError } from "../../src/modules/reading/index.ts";
import { readDocument } from "../../src/modules/reading/read-document.ts";
import { stateUploadFileColumns } from "../../src/modules/ingestion/state-upload-file-columns.ts";
import { insertBatch, insertFiles, selectFiles } from "../../src/modules/ingestion/store.ts";
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

/** A table of which nobody knows which column says what was bought, with other headings each time. Returns the id of the file. */
export async function askingFile(ctx: Context): Promise<string> {
  made += 1;
  const bytes = Buffer.from(`Dato;Kontonr;Bemærkning;Felt ${made};Beløb\n03-03-2026;2050;Elregning;x;1.000,00\n`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const file = { name: "posteringer.csv", media_type: "text/csv", size_bytes: bytes.length, sha256 };
  const { files } = await readBatch(ctx, await acceptFiles(ctx, "rest", [file]));
  const [row] = await selectFiles(ctx.db, [files[0]?.id ?? ""]);
  const outcome = readDocument(bytes, file.name);
  if (row === undefined || outcome.kind !== "asks") throw new Error("the table asks nothing");
  await holdTable(ctx, row, { ...outcome, mappings: [] });
  return row.id;
}

/** What a person said of such a table. Returns the id of the mapping. */
export async function statedMapping(ctx: Context): Promise<string> {
  const id = await askingFile(ctx);
  const answer = await invoke(stateUploadFileColumns, ctx, { ...stateUploadFileColumns.example.input, id });
  return (answer as { mapping: { id: string } }).mapping.id;
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
  return await storedTable(ctx, "mileage.csv", `${headings}\nSalg;${made};2026-04-01;2026-04-30;Kørebog\n`);
}

/** A registry's statement of one certificate, with another number each time. */
export function certificateStatement(): string {
  const headings =
    "name;registry;number_from;number_to;mwh;technology;kg_co2e_per_kwh;period_from;period_to;cancelled_on;beneficiary";
  const number = `${BigInt(`0x${sha256Of(`certificate ${randomUUID()}`)}`)}`.slice(0, 30);
  return `${headings}\nVindpark;DK;${number};${number};1;wind;0;2025-01-01;2025-12-31;2026-02-10;Os A/S\n`;
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function storedTable(ctx: Context, name: string, text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const file = { name, media_type: "text/csv", size_bytes: bytes.length, sha256 };
  const stored = { ...file, id: ctx.newId(), status: "excluded", duplicate_of: null, quota_period: null } as const;
  const batch = { id: ctx.newId(), channel: "rest", created_by: ctx.principal.actor, files: [stored] } as const;
  await ctx.db.transaction((tx) => insertBatch(tx, batch));
  return stored.id;
}

/** Where the placeholder of the operation about filled-in templates comes from: a new file each time. */
export function templateSource(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>] {
  return ["$record_file_id", (tenant) => filledTemplate(db.context(tenant))];
}

/** Where the placeholder of the operation about statements of certificates comes from: a new file each time. */
export function statementSource(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>] {
  return [
    "$energy_statement_file_id",
    (tenant) => storedTable(db.context(tenant), "annullering.csv", certificateStatement()),
  ];
}

/** Where the placeholders of the operations about files come from: a new file each time. */
export function fileSources(db: TestDatabase): [string, (tenant: TenantIdentity) => Promise<string>][] {
  return [
    ["$file_to_enter_id", (tenant) => fileToEnter(db.context(tenant))],
    ["$asking_file_id", (tenant) => askingFile(db.context(tenant))],
    ["$column_mapping_id", (tenant) => statedMapping(db.context(tenant))],
  ];
}
