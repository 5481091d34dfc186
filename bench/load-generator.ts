/**
 * A cheap load generator: raw keep-alive sockets, one request in flight each, answers counted by content-length. It costs
 * far less CPU than an HTTP client, which matters when it shares two cores with what it measures.
 * Runs as its own process: `tsx bench/load-generator.ts '<json of LoadPlan>'`, prints a LoadResult as JSON.
 */
import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";

export interface LoadPlan {
  readonly port: number;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly warmup_ms: number;
  readonly duration_ms: number;
}

export interface LoadResult {
  readonly requests_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly answers: number;
  readonly failures: number;
  readonly bytes_per_answer: number;
}

interface Tally {
  counting: boolean;
  stopped: boolean;
  bytes: number;
  failures: number;
  readonly latencies: number[];
}

const HEADER_END = Buffer.from("\r\n\r\n");

/** Opens one connection that sends its next request as soon as an answer is complete. Resolves when the run stops. */
function drive(plan: LoadPlan, tally: Tally, offset: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(plan.port, "127.0.0.1");
    socket.setNoDelay(true);
    const payloads = plan.requests.map((request) => Buffer.from(request));
    let next = offset % payloads.length;
    let sentAt = 0;
    let pending: Buffer = Buffer.alloc(0);
    let expected = -1;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(payloads[next] ?? Buffer.alloc(0));
      next = (next + 1) % payloads.length;
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (expected < 0) expected = expectedLength(pending);
      if (expected < 0 || pending.length < expected) return;
      if (tally.counting) {
        tally.latencies.push(performance.now() - sentAt);
        tally.bytes += expected;
        if (pending[9] !== 0x32) tally.failures += 1;
      }
      pending = Buffer.alloc(0);
      expected = -1;
      if (tally.stopped) socket.end();
      else send();
    });
  });
}

/** Bytes of the whole answer once its headers are complete, else -1. @throws Error without a content-length. */
function expectedLength(buffer: Buffer): number {
  const end = buffer.indexOf(HEADER_END);
  if (end === -1) return -1;
  const head = buffer.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`answer without content-length: ${head.slice(0, 200)}`);
  return end + HEADER_END.length + Number(length);
}

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const tally: Tally = { counting: false, stopped: false, bytes: 0, failures: 0, latencies: [] };
  const drivers = Array.from({ length: plan.connections }, (_, index) => drive(plan, tally, index));
  let started = 0;
  setTimeout(() => {
    tally.counting = true;
    started = performance.now();
  }, plan.warmup_ms);
  let elapsed = 0;
  setTimeout(() => {
    tally.counting = false;
    elapsed = performance.now() - started;
    tally.stopped = true;
  }, plan.warmup_ms + plan.duration_ms);
  await Promise.all(drivers);
  const sorted = Float64Array.from(tally.latencies).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    requests_per_second: (sorted.length / elapsed) * 1000,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    answers: sorted.length,
    failures: tally.failures,
    bytes_per_answer: Math.round(tally.bytes / Math.max(1, sorted.length)),
  };
}

if (process.argv[1]?.endsWith("load-generator.ts") === true) {
  // The plan is written by our own bench runner, in the same checkout.
  const plan = JSON.parse(process.argv[2] ?? "{}") as LoadPlan;
  console.log(JSON.stringify(await runLoad(plan)));
}
