/**
 * A cheap load generator: raw keep-alive sockets, one request in flight each, answers counted by content-length. It costs
 * far less CPU than an HTTP client, which matters when it shares two cores with what it measures.
 * Runs as its own process: reads a LoadPlan as JSON from standard input, prints a LoadResult as JSON.
 */
import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";

export interface LoadPlan {
  readonly port: number;
  /** Whole HTTP/1.1 requests; connections take the next one in turn. */
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
  /** Answers whose status is not 2xx. */
  readonly failures: number;
  /** Start of the first such answer, to see what went wrong. */
  readonly first_failure: string | null;
  readonly bytes_per_answer: number;
}

/** What all connections of one run share. */
interface Run {
  readonly port: number;
  readonly payloads: readonly Buffer[];
  next: number;
  counting: boolean;
  stopped: boolean;
  bytes: number;
  failures: number;
  first_failure: string | null;
  readonly latencies: number[];
}

const HEADER_END = Buffer.from("\r\n\r\n");
const STATUS_CLASS_AT = 9;
const DIGIT_2 = 0x32;

/** Opens one connection that sends the next request as soon as an answer is complete. Resolves when the run stops. */
function drive(run: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(run.port, "127.0.0.1");
    socket.setNoDelay(true);
    let sentAt = 0;
    let head: Buffer = Buffer.alloc(0);
    let missing = -1;
    const send = (): void => {
      const payload = run.payloads[run.next] ?? Buffer.alloc(0);
      run.next = (run.next + 1) % run.payloads.length;
      head = Buffer.alloc(0);
      missing = -1;
      sentAt = performance.now();
      socket.write(payload);
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => (run.stopped ? resolve() : reject(new Error("the server closed a connection"))));
    socket.on("data", (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length;
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const expected = expectedLength(head);
        if (expected < 0) return;
        missing = expected - head.length;
        if (run.counting) run.bytes += expected;
      }
      if (missing > 0) return;
      if (run.counting) count(run, head, performance.now() - sentAt);
      if (run.stopped) socket.end();
      else send();
    });
  });
}

function count(run: Run, head: Buffer, latency_ms: number): void {
  run.latencies.push(latency_ms);
  if (head[STATUS_CLASS_AT] === DIGIT_2) return;
  run.failures += 1;
  run.first_failure ??= head.toString("latin1").slice(0, 600);
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

async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const run: Run = {
    port: plan.port,
    payloads: plan.requests.map((request) => Buffer.from(request)),
    next: 0,
    counting: false,
    stopped: false,
    bytes: 0,
    failures: 0,
    first_failure: null,
    latencies: [],
  };
  const drivers = Array.from({ length: plan.connections }, () => drive(run));
  let started = 0;
  let elapsed_ms = 0;
  setTimeout(() => {
    run.counting = true;
    started = performance.now();
  }, plan.warmup_ms);
  setTimeout(() => {
    run.counting = false;
    elapsed_ms = performance.now() - started;
    run.stopped = true;
  }, plan.warmup_ms + plan.duration_ms);
  await Promise.all(drivers);
  const sorted = Float64Array.from(run.latencies).toSorted();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    requests_per_second: (sorted.length / elapsed_ms) * 1000,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    answers: sorted.length,
    failures: run.failures,
    first_failure: run.first_failure,
    bytes_per_answer: Math.round(run.bytes / Math.max(1, sorted.length)),
  };
}

// The plan is written by our own bench runner, in the same checkout.
const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
console.log(JSON.stringify(await runLoad(plan)));
process.exit(0);
