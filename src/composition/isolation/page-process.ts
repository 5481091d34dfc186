import type { PageLayout, PageOutcome, PagePicture, PrintedText } from "../../core/page-drawing.ts";
import type { ShownFile } from "../../core/shown-file.ts";
import { FileRefusal } from "../../modules/reading/file-errors.ts";
import { placeLines } from "../../modules/reading/pdf/place-lines.ts";
import { withPdf } from "../../modules/reading/pdf/text.ts";
import { shownFile, type WantedOfFile } from "../../modules/reading/shown/shown-file.ts";
import { sniff } from "../../modules/reading/sniff.ts";
import { forbidNetwork } from "../../platform/ocr/forbid-network.ts";
import { guardMemory } from "../../platform/ocr/memory-guard.ts";
import { isPdf, pagePicture, scanSizes } from "../../platform/ocr/page-picture.ts";
import { PictureRefusal } from "../../platform/ocr/picture-refusal.ts";

/** What is wanted of a file. */
export type PageRequest =
  | { readonly kind: "draw"; readonly page: number }
  | { readonly kind: "layout"; readonly lines: readonly PrintedText[] }
  | { readonly kind: "show"; readonly wanted: WantedOfFile };

export type PageAnswer = PageOutcome<PagePicture | PageLayout | ShownFile>;

/** One request, given by platform/process-pool. */
interface PageTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly wanted: PageRequest;
}

const MIB = 1024 * 1024;

async function answerTo({ bytes, wanted }: PageTask): Promise<PageAnswer> {
  try {
    const value = wanted.kind === "show" ? await shownFile(bytes, wanted.wanted) : await pageOf(bytes, wanted);
    return value === null ? { kind: "none" } : { kind: "done", value };
  } catch (error) {
    if (error instanceof PictureRefusal) return { kind: "failed", reason: error.message };
    if (error instanceof FileRefusal) return { kind: "failed", reason: error.error.detail };
    throw error;
  }
}

async function pageOf(
  bytes: Uint8Array,
  wanted: Exclude<PageRequest, { readonly kind: "show" }>,
): Promise<PagePicture | PageLayout | null> {
  const { kind } = sniff(bytes);
  if (kind !== "pdf" && kind !== "picture") return null;
  return wanted.kind === "draw" ? await pagePicture(bytes, wanted.page) : await layoutOf(bytes, wanted.lines);
}

async function layoutOf(bytes: Uint8Array, lines: readonly PrintedText[]): Promise<PageLayout> {
  if (!isPdf(bytes)) return { pages: await scanSizes(bytes), places: lines.map(() => null), has_text: false };
  return await withPdf(bytes, async (pdf) => {
    const [words, pages] = [await pdf.words(), await pdf.sizes()];
    return { pages, places: placeLines(words, pages, lines), has_text: words.some((page) => page.length > 0) };
  });
}

forbidNetwork();
await guardMemory(Number(process.argv[2]));
let answering = Promise.resolve();
process.on("message", (task: PageTask) => {
  answering = answering.then(async () => {
    const result = await answerTo(task);
    process.send?.({ id: task.id, result, rss_mib: process.memoryUsage.rss() / MIB });
  });
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
