import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { LoadPlan, LoadResult } from "./load-generator.ts";
import { cpuSeconds, databaseCpuSeconds, type Server, TSX } from "./processes.ts";

/** How long and how often everything of a run is measured. */
export interface Effort {
  readonly rounds: number;
  readonly warmup_ms: number;
  readonly duration_ms: number;
  readonly connections: number;
}

/** One of the sides that a case compares. */
export interface Contender {
  readonly server: Server;
  readonly requests: readonly string[];
}

/** Medians over the rounds. */
export interface Measured {
  readonly requests_per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly bytes_per_answer: number;
  /** CPU time of the server process per request; null where it cannot be told. */
  readonly cpu_us: number | null;
  /** The same of the database. */
  readonly database_cpu_us: number | null;
}

interface Round extends LoadResult {
  readonly cpu_us: number | null;
  readonly database_cpu_us: number | null;
}

/**
 * Loads the contenders in turn, A B A B ..., so that whatever else the machine does meets all of them.
 * @throws Error when any answer was not a success: such a run measures nothing.
 */
export async function compare<Name extends string>(
  effort: Effort,
  databasePid: number,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, Measured>> {
  // The keys of a record with literal keys are those literals.
  const names = Object.keys(contenders) as Name[];
  const rounds = new Map<Name, Round[]>(names.map((name) => [name, []]));
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const name of names) rounds.get(name)?.push(await runOnce({ effort, databasePid, name }, contenders[name]));
  }
  // Every name has been measured above.
  return Object.fromEntries(names.map((name) => [name, medians(rounds.get(name) ?? [])])) as Record<Name, Measured>;
}

interface Occasion {
  readonly effort: Effort;
  readonly databasePid: number;
  readonly name: string;
}

async function runOnce({ effort, databasePid, name }: Occasion, { server, requests }: Contender): Promise<Round> {
  const { connections, warmup_ms, duration_ms } = effort;
  const plan: LoadPlan = { port: server.port, requests, connections, warmup_ms, duration_ms };
  const before = [cpuSeconds(server.pid), databaseCpuSeconds(databasePid)] as const;
  const result = await generate(plan);
  const after = [cpuSeconds(server.pid), databaseCpuSeconds(databasePid)] as const;
  if (result.failures > 0) throw new Error(`${result.failures} answers of ${name} failed: ${result.first_failure}`);
  const all = result.answers * ((warmup_ms + duration_ms) / duration_ms);
  const per = (from: number | null, to: number | null): number | null =>
    from === null || to === null ? null : ((to - from) / all) * 1e6;
  return { ...result, cpu_us: per(before[0], after[0]), database_cpu_us: per(before[1], after[1]) };
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const child = spawn(process.execPath, [...TSX, join(import.meta.dirname, "load-generator.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(plan));
  const exited = once(child, "exit");
  const output = await text(child.stdout);
  await exited;
  if (child.exitCode !== 0) throw new Error(`the load generator ended with ${child.exitCode}`);
  // Printed by our own load generator.
  return JSON.parse(output) as LoadResult;
}

function medians(rounds: readonly Round[]): Measured {
  return {
    requests_per_second: median(rounds.map((round) => round.requests_per_second)),
    p50_ms: median(rounds.map((round) => round.p50_ms)),
    p99_ms: median(rounds.map((round) => round.p99_ms)),
    bytes_per_answer: median(rounds.map((round) => round.bytes_per_answer)),
    cpu_us: medianOfKnown(rounds.map((round) => round.cpu_us)),
    database_cpu_us: medianOfKnown(rounds.map((round) => round.database_cpu_us)),
  };
}

/** CPU time per request in words: server process and database. */
export function cpuOf({ cpu_us, database_cpu_us }: Measured): string {
  if (cpu_us === null || database_cpu_us === null) return "unknown";
  return `${cpu_us.toFixed(0)} + ${database_cpu_us.toFixed(0)} us`;
}

function medianOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
