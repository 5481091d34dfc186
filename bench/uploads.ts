import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { createTenant } from "../src/modules/tenants/index.ts";
import { type CpuCost, cpuMeter } from "./processes.ts";
import { API_PREFIX } from "./requests.ts";
import { mintKeys } from "./seed.ts";
import type { Stage } from "./stage.ts";

export const FILES_PER_UPLOAD = 50;
const UPLOADS_AT_ONCE = 2;
const POLL_MS = 20;
const TIMEOUT_MS = 180_000;
/** Uploads draw from the write bucket: 60 a minute and key. */
const KEYS = 20;

/** A company that uploads, with its keys. */
export interface Uploader {
  readonly tenant_id: string;
  readonly keys: readonly string[];
}

export interface BenchFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface UploadRun extends CpuCost {
  readonly elapsed_ms: number;
  /** Files that were sent, per second. */
  readonly per_second: number;
}

export async function createUploader({ bench }: Stage, name: string): Promise<Uploader> {
  const { id } = await createTenant(bench.service.tenantAdmin, { name, country: "DK", plan: "enterprise" });
  return { tenant_id: id, keys: await mintKeys(bench.service, id, KEYS) };
}

/**
 * Sends files, the uploads in turn by the companies given, and waits until the last one has its final state.
 * @throws Error when an upload is not acknowledged, or not read within three minutes
 */
export async function upload(
  stage: Stage,
  uploaders: readonly Uploader[],
  files: readonly BenchFile[],
): Promise<UploadRun> {
  const batches: BenchFile[][] = [];
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
  return { elapsed_ms, per_second: (files.length / elapsed_ms) * 1000, ...cost };
}

async function sendBatch(port: number, key: string, files: readonly BenchFile[]): Promise<void> {
  const form = new FormData();
  for (const file of files) form.append("files", new Blob([new Uint8Array(file.bytes)]), file.name);
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
