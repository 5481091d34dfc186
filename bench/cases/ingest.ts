import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { createTenant } from "../../src/modules/tenants/index.ts";
import { type InvoiceFile, invoiceFile } from "../invoices.ts";
import { median } from "../load.ts";
import { type CpuCost, cpuMeter } from "../processes.ts";
import { API_PREFIX } from "../requests.ts";
import { type CaseResult, cpuText, information, percent, shown } from "../result.ts";
import { mintKeys } from "../seed.ts";
import type { Stage } from "../stage.ts";

const BUDGET_PER_SECOND = 100;
const FILES_PER_UPLOAD = 50;
const UPLOADS_AT_ONCE = 2;
const POLL_MS = 20;
const TIMEOUT_MS = 180_000;
/** Uploads draw from the write bucket: 60 a minute and key. */
const KEYS = 20;
/** Files of one company are recorded in groups; those of several share nothing. */
const COMPANIES = 10;

interface Round extends CpuCost {
  readonly per_second: number;
  readonly floor_per_second: number;
}

/** A company that uploads, with its keys. */
interface Uploader {
  readonly tenant_id: string;
  readonly keys: readonly string[];
}

async function createUploader({ bench }: Stage, name: string): Promise<Uploader> {
  const { id } = await createTenant(bench.service.tenantAdmin, { name, country: "DK", plan: "enterprise" });
  return { tenant_id: id, keys: await mintKeys(bench.service, id, KEYS) };
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

function filesOf(series: string, count: number): InvoiceFile[] {
  return Array.from({ length: Math.ceil(count) }, (_, index) => invoiceFile(series, index));
}

/** Documents per second of nothing but XML parsing. */
function parseAlone(files: readonly InvoiceFile[]): number {
  const began = performance.now();
  let characters = 0;
  for (const file of files) {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("text", (text) => (characters += text.length));
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(file.text).close();
  }
  if (characters === 0) throw new Error("the floor has parsed nothing");
  return (files.length / (performance.now() - began)) * 1000;
}

async function upload(
  stage: Stage,
  uploaders: readonly Uploader[],
  files: readonly InvoiceFile[],
): Promise<Omit<Round, "floor_per_second">> {
  const batches: InvoiceFile[][] = [];
  for (let start = 0; start < files.length; start += FILES_PER_UPLOAD) {
    batches.push(files.slice(start, start + FILES_PER_UPLOAD));
  }
  const { port } = stage.service;
  const keyOf = (index: number): string => {
    const keys = uploaders[index % uploaders.length]?.keys ?? [];
    return keys[index % keys.length] ?? "";
  };
  const cpu = cpuMeter(stage.service.pid, stage.bench.serverPid);
  const began = performance.now();
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let index = next++; index < batches.length; index = next++) {
      await sendBatch(port, keyOf(index), batches[index] ?? []);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, sender));
  await untilRead(stage, uploaders, began);
  const elapsed_ms = performance.now() - began;
  const cost = cpu(files.length);
  return {
    per_second: (files.length / elapsed_ms) * 1000,
    ...cost,
  };
}

async function sendBatch(port: number, key: string, files: readonly InvoiceFile[]): Promise<void> {
  const form = new FormData();
  for (const file of files) form.append("files", new Blob([file.text], { type: "application/xml" }), file.name);
  const response = await fetch(`http://127.0.0.1:${port}${API_PREFIX}/activities/bulk`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const body = await response.text();
  if (response.status !== 202) throw new Error(`the upload answered ${response.status}: ${body}`);
}

async function untilRead({ bench }: Stage, uploaders: readonly Uploader[], began: number): Promise<void> {
  const open = `
    select 1 from unnest($1::uuid[]) as company (id)
    where exists (select from upload_files f where f.tenant_id = company.id and f.environment = 'live' and f.status = 'stored')
    limit 1`;
  while (performance.now() - began < TIMEOUT_MS) {
    if ((await bench.admin.query(open, [uploaders.map((one) => one.tenant_id)])).rowCount === 0) return;
    await delay(POLL_MS);
  }
  throw new Error("the uploads are not read in time");
}

interface Outcome {
  readonly files: number;
  readonly entries: number;
  readonly processed_share: number;
}

/** @throws Error when a document was refused: such a run measures something else. */
async function outcomeOf({ bench }: Stage, uploaders: readonly Uploader[]): Promise<Outcome> {
  const { rows } = await bench.admin.query<Outcome & { wrong: number }>(
    `select count(*)::int as files, sum(entry_count)::int as entries,
       avg((status = 'processed')::int)::float8 as processed_share,
       count(*) filter (where status not in ('processed', 'needs_review'))::int as wrong
     from upload_files where tenant_id = any($1::uuid[]) and environment = 'live'`,
    [uploaders.map((one) => one.tenant_id)],
  );
  const [outcome] = rows;
  if (outcome?.wrong !== 0) throw new Error(`documents were refused: ${JSON.stringify(outcome)}`);
  return outcome;
}
