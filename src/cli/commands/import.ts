import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sha256Hex } from "../../core/content-hash.ts";
import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import { isMappedFactor } from "../../modules/emissions/index.ts";
import {
  IMPORT_FORMATS,
  importFactors,
  TRANSCRIBED_TABLES,
  type UnmappedRow,
  verifyTranscribed,
} from "../../modules/factors/index.ts";
import { acceptFiles, type IncomingFile, readBatch, type UploadBatch } from "../../modules/ingestion/index.ts";
import { type IngestionWorker, ingestionWorker } from "../../composition/workers/ingestion-worker.ts";
import { type Command, type CommandResult, oneOf, optional, required, UsageError } from "../command.ts";

const PAUSE_MS = 200;
/** Longer than the retries of a file that fails every time. */
const READ_MS_MAX = 10 * 60_000;

export const importFiles: Command = {
  name: "import",
  usage: "--tenant <id or name> [--environment live|sandbox] <file> [<file> ...]",
  summary: "Uploads files for a company and waits until they are read",
  options: { tenant: { type: "string" }, environment: { type: "string" } },
  takesFiles: true,
  async run(service, args) {
    if (args.operands.length === 0) throw new UsageError("name at least one file");
    const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
    const ctx = await service.operatorContext(required(args, "tenant"), environment, "operator");
    const files: IncomingFile[] = [];
    for (const path of args.operands) {
      const bytes = await readFile(path);
      const sha256 = sha256Hex(bytes);
      await ctx.files.put(bytes, sha256);
      files.push({ name: basename(path), media_type: null, size_bytes: bytes.length, sha256 });
    }
    const id = await acceptFiles(ctx, "cli", files);
    const worker = ingestionWorker(service);
    try {
      return describeBatch(await readToEnd(ctx, worker, id));
    } finally {
      await worker.close();
    }
  },
};

export const factorsImport: Command = {
  name: "factors import",
  usage: `--format ${IMPORT_FORMATS.join("|")} [--release <name>] <file>`,
  summary: "Adds a published factor, exchange rate or price index file to the catalog; existing versions never change",
  options: { format: { type: "string" }, release: { type: "string" } },
  takesFiles: true,
  async run(service, args) {
    const [path, ...others] = args.operands;
    if (path === undefined || others.length > 0) throw new UsageError("name exactly one file");
    const format = oneOf(required(args, "format"), IMPORT_FORMATS, "format");
    const release = optional(args, "release");
    const rules = { isMapped: isMappedFactor, today: calendarDay(service.clock.now()) };
    const report = await importFactors(service.database.admin, format, await readFile(path), release, rules);
    const rejected = report.rejected.slice(0, 20).map((issue) => `  ${JSON.stringify(issue)}`);
    const counts = `${report.read} rows read, ${report.inserted} added, ${report.unchanged} known, ${report.rejected.length} rejected`;
    const lines = [counts, ...rejected, ...unmappedLines(report.unmapped)];
    return { json: report, lines, failed: report.rejected.length > 0 };
  },
};

export const factorsVerify: Command = {
  name: "factors verify",
  usage: `--table ${TRANSCRIBED_TABLES.join("|")} [--country <column>] [--year <column>] [--value <column>] <file>`,
  summary: "Compares figures of the catalog that were transcribed with the CSV of their publisher; changes nothing",
  options: {
    table: { type: "string" },
    country: { type: "string" },
    year: { type: "string" },
    value: { type: "string" },
  },
  takesFiles: true,
  async run(service, args) {
    const [path, ...others] = args.operands;
    if (path === undefined || others.length > 0) throw new UsageError("name exactly one file");
    const table = oneOf(required(args, "table"), TRANSCRIBED_TABLES, "table");
    const columns = {
      country: optional(args, "country"),
      year: optional(args, "year"),
      value: optional(args, "value"),
    };
    const found = await verifyTranscribed(service.database.admin, table, await readFile(path), columns);
    const { equal, different, not_in_file } = found;
    const counts = `${equal} figures equal, ${different.length} different, ${not_in_file.length} not in the file`;
    const lines = [
      counts,
      ...different.map(
        (row) =>
          `  ${row.region} ${row.year} ${row.name}: ${row.figure}, published ${row.published} (read in ${row.read_in ?? row.source_url})`,
      ),
      ...not_in_file.slice(0, 20).map((row) => `  ${row.region} ${row.year} ${row.name}: not in the file`),
    ];
    return { json: found, lines, failed: different.length > 0 || equal === 0 };
  },
};

/** Rows that nobody can choose for a line; 20 of them by name, the JSON has all. */
function unmappedLines(unmapped: readonly UnmappedRow[]): string[] {
  if (unmapped.length === 0) return [];
  const unknown = unmapped.filter(({ is_outside_scopes }) => !is_outside_scopes);
  const counts = `${unmapped.length} rows lead to no category (data/published-keys.csv), ${unmapped.length - unknown.length} of them outside the scopes`;
  return [counts, ...unknown.slice(0, 20).map(({ key, name }) => `  ${key}  ${name}`)];
}

/** A service that runs beside this command takes some of the files, so its work is waited for as well. */
async function readToEnd(ctx: Context, worker: IngestionWorker, id: string): Promise<UploadBatch> {
  const end = performance.now() + READ_MS_MAX;
  for (;;) {
    await worker.drain();
    const batch = await readBatch(ctx, id);
    if (batch.status !== "processing" || performance.now() > end) return batch;
    await delay(PAUSE_MS);
  }
}

function describeBatch(batch: UploadBatch): CommandResult {
  const lines = batch.files.map((file) => {
    const reason =
      file.error === null ? `lines: ${file.activity_count}, entries: ${file.entry_count}` : file.error.code;
    return `${file.status.padEnd(12)}  ${file.name}  (${reason})`;
  });
  const failed = batch.files.some((file) => file.status === "rejected" || file.status === "stored");
  return { json: batch, lines: [`Upload ${batch.id}: ${batch.status}`, ...lines], failed };
}
