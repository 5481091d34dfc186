import { performance } from "node:perf_hooks";
import { SaxesParser } from "saxes";
import { invoiceFile } from "../invoices.ts";
import { median } from "../load.ts";
import { type CaseResult, cpuText, information, percent, shown } from "../result.ts";
import type { Stage } from "../stage.ts";
import { type BenchFile, createUploader, FILES_PER_UPLOAD, upload, type Uploader, type UploadRun } from "../uploads.ts";

const BUDGET_PER_SECOND = 100;
/** Files of one company are recorded in groups; those of several share nothing. */
const COMPANIES = 10;

interface Round extends UploadRun {
  readonly floor_per_second: number;
}

/** Multipart upload of distinct UBL invoices until the last one is in the ledger. */
export async function ingest(stage: Stage, documents: number): Promise<CaseResult> {
  const uploader = await createUploader(stage, "Bench upload A/S");
  const many: Uploader[] = [];
  for (let index = 0; index < COMPANIES; index += 1)
    many.push(await createUploader(stage, `Bench upload ${index} A/S`));
  await upload(stage, [uploader], filesOf("warm", documents / 4));
  // Autovacuum does this within a minute of the first documents; a service that is in use has had it long ago.
  await stage.bench.admin.query("analyze");
  const rounds: Round[] = [];
  for (let round = 0; round < stage.effort.rounds; round += 1) {
    const files = filesOf(`r${round}`, documents);
    const floor_per_second = parseAlone(files);
    rounds.push({ ...(await upload(stage, [uploader], files)), floor_per_second });
  }
  const apart = await upload(stage, many, filesOf("many", documents));
  const per_second = median(rounds.map((round) => round.per_second));
  const floor = median(rounds.map((round) => round.floor_per_second));
  const outcome = await outcomeOf(stage, [uploader, ...many]);
  return {
    title: "UBL upload to calculated entries",
    rows: [
      {
        name: `${documents} invoices of 4 lines, ${FILES_PER_UPLOAD} an upload`,
        floor: `${shown(floor)}/s`,
        ours: `${shown(per_second)}/s`,
        ratio: percent(per_second / floor),
        budget: `at least ${BUDGET_PER_SECOND}/s`,
        is_met: per_second >= BUDGET_PER_SECOND,
      },
      information("CPU per document, Node with its threads + database", cpuText(rounds)),
      information(`The same from ${COMPANIES} companies at once, one round`, `${shown(apart.per_second)}/s`),
      information("Emission entries per document", shown(outcome.entries / Math.max(1, outcome.files))),
      information("Share of documents without an open question", percent(outcome.processed_share)),
    ],
    notes: [
      "From the first byte of the first upload until the last file has its final state; with storage, categories, entries, sums and audit chain.",
      "The floor parses the same files with saxes, one thread, and keeps nothing.",
    ],
  };
}

function filesOf(series: string, count: number): BenchFile[] {
  return Array.from({ length: Math.ceil(count) }, (_, index) => {
    const { name, text } = invoiceFile(series, index);
    return { name, bytes: Buffer.from(text) };
  });
}

/** Documents per second of nothing but XML parsing. */
function parseAlone(files: readonly BenchFile[]): number {
  const began = performance.now();
  let characters = 0;
  for (const file of files) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("text", (text) => (characters += text.length));
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(file.bytes.toString("utf8")).close();
  }
  if (characters === 0) throw new Error("the floor has parsed nothing");
  return (files.length / (performance.now() - began)) * 1000;
}

interface Outcome {
  readonly files: number;
  readonly entries: number;
  readonly processed_share: number;
}

/** @throws Error when a document was refused: such a run measures something else. */
async function outcomeOf({ bench }: Stage, uploaders: readonly Uploader[]): Promise<Outcome> {
  const { rows } = await bench.admin.query<Outcome & { wrong: number }>(
    `select count(*)::int as files,
       (select coalesce(sum(entry_count), 0)::int from document_entry_counts
        where tenant_id = any($1::uuid[]) and environment = 'live') as entries,
       avg((status = 'processed')::int)::float8 as processed_share,
       count(*) filter (where status not in ('processed', 'needs_review'))::int as wrong
     from upload_files where tenant_id = any($1::uuid[]) and environment = 'live'`,
    [uploaders.map((one) => one.tenant_id)],
  );
  const [outcome] = rows;
  if (outcome?.wrong !== 0) throw new Error(`documents were refused: ${JSON.stringify(outcome)}`);
  return outcome;
}
