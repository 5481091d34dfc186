import sharp from "sharp";
import { hostileFiles } from "../../test/support/mixed-files.ts";
import { grainy, scannedInvoice } from "../../test/support/scans.ts";
import { sampleFile, sampleItems } from "../../test/support/sample-manifest.ts";
import { proportionalMib } from "../memory.ts";
import { atMost, type CaseResult, information, shown } from "../result.ts";
import type { Stage } from "../stage.ts";
import { type BenchFile, createUploader, upload, type Uploader } from "../uploads.ts";

/** What a person who uploads such a file may wait for its refusal, alone and beside other work. */
const REFUSAL_MS = 2_000;
/** Service, parser threads and picture process together: a machine of 2 GiB keeps room for the database. */
const MEMORY_MIB = 1_228;
const SAMPLE_MS = 25;

/** Files that mean harm, one by one; then the heaviest pictures that are still read, with the others beside them. */
export async function hostile(stage: Stage): Promise<CaseResult> {
  const uploader = await createUploader(stage, "Bench hostile A/S");
  const files = [
    ...hostileFiles().map(({ file }) => file),
    ...sampleItems()
      .filter(({ outcome }) => outcome === "rejected")
      .map((sample) => sampleFile(sample)),
  ];
  const alone = await slowest(stage, uploader, files);
  const pictures = await heavyPictures();
  const idle_mib = proportionalMib(stage.service.pid);
  const watch = watchMemory(stage.service.pid);
  const reading = upload(stage, [uploader], pictures);
  const other = await createUploader(stage, "Bench hostile beside A/S");
  const beside = await slowest(stage, other, files);
  const { elapsed_ms } = await reading;
  const peak_mib = watch.stop();
  return {
    title: "Hostile files, and memory while the heaviest pictures are read",
    rows: [
      atMost(
        `slowest refusal of ${files.length} hostile files, one after the other (${alone.name})`,
        alone.ms,
        REFUSAL_MS,
        "ms",
      ),
      atMost(`the same while pictures are read (${beside.name})`, beside.ms, REFUSAL_MS, "ms"),
      information(
        `${pictures.length} pictures of 9 to 58 million pixels, one of ten pages`,
        `${shown(elapsed_ms / 1000)} s`,
      ),
      peak_mib === null
        ? information("memory of service and picture process together", "unknown")
        : atMost("most memory of service and picture process together", peak_mib, MEMORY_MIB, "MiB"),
      information("memory before the pictures", idle_mib === null ? "unknown" : `${shown(idle_mib)} MiB`),
    ],
    notes: [
      "From the first byte of the upload until the file has its final state; the picture process starts with the first picture.",
      "In the service process of the cases before: after the files of every kind, ledgers last, when those are measured too.",
      "Memory is the proportional set size (/proc, Linux only) of the service's process and its children, without the database's.",
    ],
  };
}

async function slowest(
  stage: Stage,
  uploader: Uploader,
  files: readonly BenchFile[],
): Promise<{ readonly name: string; readonly ms: number }> {
  let worst = { name: "", ms: 0 };
  for (const file of files) {
    const { elapsed_ms } = await upload(stage, [uploader], [file]);
    if (elapsed_ms > worst.ms) worst = { name: file.name, ms: elapsed_ms };
  }
  const { rows } = await stage.bench.admin.query<{ name: string }>(
    "select name from upload_files where tenant_id = $1 and status <> 'rejected' order by name limit 10",
    [uploader.tenant_id],
  );
  if (rows.length > 0) throw new Error(`not refused: ${rows.map(({ name }) => name).join(", ")}`);
  return worst;
}

/** Near the limits of what is read at all: a grainy page, a photo of 58 million pixels, ten pages in one file. */
async function heavyPictures(): Promise<BenchFile[]> {
  const page = await scannedInvoice("90777").png().toBuffer();
  const sized = (width: number, height: number) => sharp(page).resize(width, height, { fit: "fill" });
  const grain = await (await grainy(sharp(await sized(4_000, 2_980).png().toBuffer()))).png().toBuffer();
  const { data, info } = await sized(3_500, 2_500).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pages = Array.from({ length: 10 }, () => data);
  const raw = { width, height: height * pages.length, channels, pageHeight: height };
  return [
    { name: "grain.png", bytes: grain },
    { name: "photo.jpg", bytes: await sized(8_800, 6_600).jpeg({ quality: 90 }).toBuffer() },
    { name: "pages.tif", bytes: await sharp(Buffer.concat(pages), { raw }).tiff({ compression: "lzw" }).toBuffer() },
    { name: "turned.jpg", bytes: await sharp(grain).rotate(90).jpeg({ quality: 90 }).toBuffer() },
  ];
}

function watchMemory(pid: number): { stop(): number | null } {
  let most = proportionalMib(pid);
  const timer = setInterval(() => {
    const now = proportionalMib(pid);
    if (now !== null && now > (most ?? 0)) most = now;
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
