import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import { parseJson } from "./check-rest.ts";
import type { FuzzRequest, FuzzTarget } from "./fuzz-request.ts";

export interface OperationCount {
  /** Requests that meant the operation, over both doors. */
  readonly sent: number;
  /** Those that it did: 2xx, and for a tool a result that is no error. */
  readonly done: number;
  /** The newest refusal of a request that should have worked, "" while there was none. */
  readonly refusal: string;
}

export interface FuzzCounts {
  readonly by_kind: Readonly<Record<string, number>>;
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_caller: Readonly<Record<string, number>>;
  readonly by_operation: ReadonlyMap<string, OperationCount>;
  /** Requests that were answered 2xx. */
  readonly answered_2xx: number;
  /** The same without tool calls whose result is an error. */
  readonly done: number;
}

/** Counts the answers of a run, and passes on what they show of records. */
export class Counts {
  readonly #kinds: Record<string, number> = {};
  readonly #statuses: Record<string, number> = {};
  readonly #callers: Record<string, number> = {};
  readonly #operations = new Map<string, OperationCount>();
  #answered = 0;
  #done = 0;

  add(target: FuzzTarget, request: FuzzRequest, status: number, text: string): void {
    add(this.#kinds, `${request.door} ${request.expectation}`);
    add(this.#statuses, `${request.door} ${status}`);
    add(this.#callers, target.name);
    const is2xx = status >= 200 && status < 300;
    const body = is2xx ? resultOf(request, text) : null;
    const isDone = is2xx && body !== FAILED;
    if (is2xx) this.#answered += 1;
    if (isDone) this.#done += 1;
    if (request.operation === null) return;
    const known = this.#operations.get(request.operation) ?? { sent: 0, done: 0, refusal: "" };
    const refusal = isDone || request.what !== "valid" ? known.refusal : text.slice(0, REFUSAL_MAX);
    this.#operations.set(request.operation, { sent: known.sent + 1, done: known.done + (isDone ? 1 : 0), refusal });
    // What is made in the sandbox is no record of the live company.
    const isLive = request.headers["authorization"]?.startsWith("Bearer qk_sandbox_") === false;
    if (isDone && isLive) target.records.learn(request.operation, body);
  }

  summary(): FuzzCounts {
    return {
      by_kind: this.#kinds,
      by_status: this.#statuses,
      by_caller: this.#callers,
      by_operation: this.#operations,
      answered_2xx: this.#answered,
      done: this.#done,
    };
  }
}

const REFUSAL_MAX = 400;

const FAILED = Symbol("a tool's result that is an error");

/** The JSON of an answer: its body, or the structured result of a tool. */
function resultOf(request: FuzzRequest, text: string): unknown {
  if (request.door !== "mcp") return parseJson(text);
  const message = parseJson(/^event: message\ndata: (.*)\n\n$/.exec(text)?.[1] ?? text);
  if (!isRecord(message)) return undefined;
  const result = message["result"];
  if (!isRecord(result) || result["isError"] === true) return FAILED;
  return result["structuredContent"];
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
