import { checkAnswer } from "./check-answer.ts";
import { Counts, type FuzzCounts } from "./counts.ts";
import type { FuzzRequest, FuzzTarget } from "./fuzz-request.ts";
import { junkRequest, rawRequest } from "./junk-requests.ts";
import { mcpRequest } from "./mcp-requests.ts";
import { Random } from "./random.ts";
import { mutatedRequest } from "./mutations.ts";
import { finish, validRequest } from "./rest-requests.ts";
import { openSender, type Sender } from "./send.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** Numbers of the requests to make: from, inclusive, and how many. */
  readonly first: number;
  readonly count: number;
  readonly concurrency: number;
}

export interface FuzzFailure {
  readonly number: number;
  readonly what: string;
  readonly faults: readonly string[];
  /** A command that repeats the request, with as few headers as it takes. */
  readonly curl: string;
  readonly answer: string;
}

export interface FuzzSummary extends FuzzCounts {
  readonly requests: number;
  /** One failure for each distinct set of faults and operation. */
  readonly failures: readonly FuzzFailure[];
  /** Number of requests whose answer was wrong. */
  readonly failed: number;
}

/** The request with this number: the same for a seed and what the service has shown of its records until then. */
export function makeRequest(target: FuzzTarget, seed: number, number: number): FuzzRequest {
  const random = new Random(seed, number);
  // A plan without REST is refused there whatever is asked: mostly its tools are called.
  if (!target.has_rest && random.chance(0.7)) return mcpRequest(random, target);
  const turn = random.next();
  if (turn < 0.62) return finish(validRequest(random, target));
  if (turn < 0.73) return finish(mutatedRequest(random, target));
  if (turn < 0.77) return junkRequest(random, target);
  if (turn < 0.775) return rawRequest(random, target);
  return mcpRequest(random, target);
}

/** Sends the requests, of one caller after the other, and holds every answer against what the service says of itself. */
export async function runFuzz(targets: readonly FuzzTarget[], options: FuzzOptions): Promise<FuzzSummary> {
  const { seed, first, count, concurrency } = options;
  const sender = openSender(concurrency);
  const failures = new Map<string, FailedRequest>();
  const counts = new Counts();
  let failed = 0;
  let next = first;
  const work = async (): Promise<void> => {
    while (next < first + count) {
      const number = next;
      next += 1;
      const target = targets[number % targets.length];
      if (target === undefined) throw new Error("nobody to send requests for");
      target.tick?.();
      const request = makeRequest(target, seed, number);
      const { faults, status, text } = await attempt(sender, target, request);
      counts.add(target, request, status, text);
      if (faults.length === 0) continue;
      failed += 1;
      const name = `${request.operation ?? ""} ${request.what} ${faults.join("; ")}`
        .replaceAll(/\d+/g, "0")
        .slice(0, 200);
      if (failures.has(name) || failures.size >= 40) continue;
      const answer = text.slice(0, 600);
      failures.set(name, { target, request, failure: { number, what: request.what, faults, curl: "", answer } });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const smaller: FuzzFailure[] = [];
  for (const one of failures.values()) smaller.push(await withFewerHeaders(sender, one));
  sender.close();
  return { requests: count, failures: smaller, failed, ...counts.summary() };
}

interface FailedRequest {
  readonly target: FuzzTarget;
  readonly request: FuzzRequest;
  readonly failure: FuzzFailure;
}

interface Attempt {
  readonly faults: readonly string[];
  readonly status: number;
  readonly text: string;
}

async function attempt(sender: Sender, target: FuzzTarget, request: FuzzRequest): Promise<Attempt> {
  try {
    const answer = await sender.send(target, request);
    return { faults: checkAnswer(target, request, answer), status: answer.status, text: answer.text };
  } catch (error) {
    return { faults: [`no answer: ${error instanceof Error ? error.message : String(error)}`], status: 0, text: "" };
  }
}

/** Leaves out each header without which the answer is still wrong in the same way. */
async function withFewerHeaders(sender: Sender, { target, request, failure }: FailedRequest): Promise<FuzzFailure> {
  let smallest = request;
  for (const name of Object.keys(request.headers)) {
    const headers = Object.fromEntries(Object.entries(smallest.headers).filter(([key]) => key !== name));
    const candidate = { ...smallest, headers };
    const { faults } = await attempt(sender, target, candidate);
    if (faults.join() === failure.faults.join()) smallest = candidate;
  }
  return { ...failure, curl: curlOf(target, smallest) };
}

function curlOf(target: FuzzTarget, request: FuzzRequest): string {
  const base = request.listener === "main" ? target.main : target.sandbox;
  if (request.raw !== null) {
    return `printf %s ${request.raw.subarray(0, 400).toString("base64")} | base64 -d | nc ${new URL(base).host.replace(":", " ")}`;
  }
  const headers = Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = request.body === null ? [] : [`--data-binary ${quoted(request.body.toString("utf8").slice(0, 800))}`];
  return ["curl -i --path-as-is", `-X ${request.method}`, ...headers, ...body, quoted(`${base}${request.path}`)].join(
    " ",
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
