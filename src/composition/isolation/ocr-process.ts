import { fileError, type FileErrorCode } from "../../modules/reading/file-errors.ts";
import type { FileError, PageOutcome } from "../../modules/reading/parsed-document.ts";
import { isProven, readScan } from "../../modules/reading/scan/read-scan.ts";
import { forbidNetwork } from "../../platform/ocr/forbid-network.ts";
import { guardMemory } from "../../platform/ocr/memory-guard.ts";
import { openPageReader } from "../../platform/ocr/page-reader.ts";
import { type PictureProblem, PictureRefusal } from "../../platform/ocr/picture-refusal.ts";

/** One picture to read, given by platform/process-pool. */
interface PictureTask {
  readonly id: number;
  readonly bytes: Uint8Array;
}

const CODES: Readonly<Record<PictureProblem, FileErrorCode>> = {
  corrupt: "file.corrupt",
  encrypted: "file.encrypted",
  too_many_pixels: "file.image_too_large",
  too_many_pages: "file.too_many_pages",
  timeout: "file.timeout",
};

const MIB = 1024 * 1024;

const reader = openPageReader({ pages_max: 10, page_cpu_ms: 20_000, isEnough: isProven });

async function outcomeOf({ id, bytes }: PictureTask): Promise<PageOutcome> {
  try {
    return readScan(await reader.read(bytes, () => process.send?.({ id, step: true })));
  } catch (error) {
    if (!(error instanceof PictureRefusal)) throw error;
    // A person may read what takes the engine too long.
    if (error.problem === "timeout") return { kind: "unreadable", error: pictureError(error), recognised: null };
    return { kind: "rejected", error: pictureError(error) };
  }
}

function pictureError({ problem, message }: PictureRefusal): FileError {
  return fileError(CODES[problem], message);
}

forbidNetwork();
await guardMemory(Number(process.argv[2]));
let queue = Promise.resolve();
process.on("message", (task: PictureTask) => {
  queue = queue.then(async () => {
    const result = await outcomeOf(task);
    process.send?.({ id: task.id, result, rss_mib: process.memoryUsage.rss() / MIB });
  });
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
