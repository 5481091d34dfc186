import { sha256Hex } from "../core/content-hash.ts";
import type { Context } from "../core/context.ts";
import { acceptFiles, type IncomingFile } from "../modules/ingestion/index.ts";
import { demoDocuments } from "./documents.ts";

/** Files per batch, as a person would drop them. */
const BATCH = 50;

/**
 * Uploads the demo company's documents for the context's tenant; the queue reads them like any upload. Safe to repeat:
 * known contents are duplicates. Returns how many documents were handed in.
 */
export async function loadDemoDocuments(ctx: Context): Promise<number> {
  const documents = demoDocuments();
  for (let start = 0; start < documents.length; start += BATCH) {
    const files: IncomingFile[] = [];
    for (const document of documents.slice(start, start + BATCH)) {
      const bytes = Buffer.from(document.text, "utf8");
      const sha256 = sha256Hex(bytes);
      await ctx.files.put(bytes, sha256);
      files.push({ name: document.name, media_type: mediaType(document.name), size_bytes: bytes.length, sha256 });
    }
    await acceptFiles(ctx, "demo", files);
  }
  return documents.length;
}

function mediaType(name: string): string {
  return name.endsWith(".csv") ? "text/csv" : "application/xml";
}
