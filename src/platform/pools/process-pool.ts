import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { OUT_OF_MEMORY_SIGNAL } from "../ocr/memory-guard.ts";
import type { OnRun, TaskFailure, TaskOutcome } from "./parser-pool.ts";

export interface ProcessPoolOptions {
  /**
   * Compiled module of the process: says { ready: true }, then answers each { id, bytes, wanted } with { id, step: true } while
   * it gets on and at last { id, result } with, if it likes, its `rss_mib`. Its argument is `memory_mib`, above which it ends itself.
   */
  readonly moduleUrl: URL;
  readonly processes: number;
  /** Tasks that a process is given before another one takes its place; any number unless said. */
  readonly tasks_max?: number;
  /** Wall time of one task, and of each of its steps. */
  readonly timeout_ms: number;
  readonly step_timeout_ms: number;
  readonly memory_mib: number;
  /** A process that says to take more than this after a task gets no other one; any size unless said. */
  readonly reuse_mib?: number;
  /** A process without work ends after this time. */
  readonly idle_ms: number;
  /** Called before a process takes memory: with each task, and whenever it gets on with one. */
  readonly onMemoryPressure?: () => void;
}

export interface ProcessPool<Result> {
  /**
   * Runs one task in a process of its own memory, in the order of the calls; what it does to the process is an outcome.
   * `onRun` is told how long it ran, waiting and the process's start left out, before the outcome. `wanted` goes with the bytes:
   * what the process is to do with them, where it can do several things.
   * @throws Error when the process cannot start or is ended from outside: then nothing is said about the task
   */
  run(bytes: Uint8Array, onRun?: OnRun, wanted?: unknown): Promise<TaskOutcome<Result>>;
  /** Ends the processes; tasks that still wait or run are settled as `crashed`. */
  close(): Promise<void>;
}

interface Task<Result> {
  readonly bytes: Uint8Array;
  readonly wanted: unknown;
  readonly settle: (outcome: TaskOutcome<Result>) => void;
  readonly fail: (error: Error) => void;
  readonly onRun: OnRun;
  /** Whether it found too little memory left in a process before, so that it is run again. */
  readonly isRepeated: boolean;
}

type Message<Result> =
  | { readonly ready: true }
  | { readonly id: number; readonly step: true }
  | { readonly id: number; readonly result: Result; readonly rss_mib?: number };

/** Time for a process to load its module. */
const START_MS = 30_000;
/** Signals with which operators and service managers end processes. */
const FROM_OUTSIDE = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

/** Processes that start with the first task, take one task at a time and end when there is none. */
export function openProcessPool<Result>(options: ProcessPoolOptions): ProcessPool<Result> {
  const members = new Set<Member<Result>>();
  const waiting: Task<Result>[] = [];
  let isClosed = false;
  const assign = (): void => {
    if (isClosed) return;
    while (waiting.length > 0) {
      let member = [...members].find((candidate) => candidate.isIdle);
      if (member === undefined && members.size < options.processes) {
        const started = new Member<Result>(options, {
          onFree: assign,
          onRepeat: (task) => waiting.unshift(task),
          onEnd: () => {
            members.delete(started);
            assign();
          },
        });
        members.add(started);
        member = started;
      }
      const task = member === undefined ? undefined : waiting.shift();
      if (member === undefined || task === undefined) return;
      member.give(task);
    }
  };
  return {
    run: (bytes, onRun = () => undefined, wanted) =>
      new Promise((settle, fail) => {
        if (isClosed) throw new Error("the process pool is closed");
        waiting.push({ bytes, wanted, settle, fail, onRun, isRepeated: false });
        assign();
      }),
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.settle({ kind: "failed", failure: "crashed" });
      await Promise.all([...members].map((member) => member.end()));
    },
  };
}

/** What the pool does when a process is free, has ended, or had too little memory left for a task. */
interface Reactions<Result> {
  readonly onFree: () => void;
  readonly onRepeat: (task: Task<Result>) => void;
  readonly onEnd: () => void;
}

/** One process and the task that it has. */
class Member<Result> {
  readonly #options: ProcessPoolOptions;
  readonly #reactions: Reactions<Result>;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #task: Task<Result> | null = null;
  #id = 0;
  #sent_ms = 0;
  #isReady = false;
  #isEnding = false;
  #isLate = false;
  #timer: NodeJS.Timeout | null = null;
  #deadline: NodeJS.Timeout | null = null;

  constructor(options: ProcessPoolOptions, reactions: Reactions<Result>) {
    this.#options = options;
    this.#reactions = reactions;
    this.#process = fork(fileURLToPath(options.moduleUrl), [String(options.memory_mib)], {
      // Untrusted bytes are read there: nothing of this process's environment is of use to that.
      env: {},
      execArgv: [`--max-old-space-size=${Math.ceil(options.memory_mib / 2)}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#process.on("message", (message: Message<Result>) => this.#heard(message));
    this.#ended = new Promise((resolve) => {
      const end = (signal: NodeJS.Signals | null): void => {
        this.#settle(signal);
        reactions.onEnd();
        resolve();
      };
      this.#process.once("error", () => end(null));
      this.#process.once("exit", (_code, signal) => end(signal));
    });
    this.#watch(START_MS);
  }

  get isIdle(): boolean {
    return this.#task === null && !this.#isEnding;
  }

  give(task: Task<Result>): void {
    this.#task = task;
    this.#process.ref();
    this.#process.channel?.ref();
    if (this.#isReady) this.#send();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#process.kill("SIGKILL");
    await this.#ended;
  }

  #send(): void {
    if (this.#task === null) return;
    this.#options.onMemoryPressure?.();
    this.#id += 1;
    this.#sent_ms = performance.now();
    this.#process.send({ id: this.#id, bytes: this.#task.bytes, wanted: this.#task.wanted }, () => undefined);
    this.#watch(this.#options.step_timeout_ms);
    this.#deadline = setTimeout(() => this.#stop(), this.#options.timeout_ms);
  }

  #heard(message: Message<Result>): void {
    if ("ready" in message) {
      this.#isReady = true;
      if (this.#task === null) this.#rest();
      else this.#send();
    } else if (message.id === this.#id && "step" in message) {
      this.#watch(this.#options.step_timeout_ms);
      this.#options.onMemoryPressure?.();
    } else if (message.id === this.#id && "result" in message) {
      const task = this.#task;
      this.#task = null;
      task?.onRun(performance.now() - this.#sent_ms);
      if (this.#isUsedUp(message.rss_mib ?? 0)) this.#retire();
      else this.#rest();
      task?.settle({ kind: "done", result: message.result });
      this.#reactions.onFree();
    }
  }

  /** Engines do not give back what they took: the next task would find less. */
  #isUsedUp(rss_mib: number): boolean {
    const { tasks_max = Infinity, reuse_mib = Infinity } = this.#options;
    return this.#id >= tasks_max || rss_mib > reuse_mib;
  }

  /** Without work a process keeps nothing alive, and ends soon. */
  #rest(): void {
    this.#clear();
    this.#timer = setTimeout(() => void this.end(), this.#options.idle_ms);
    this.#timer.unref();
    this.#process.unref();
    this.#process.channel?.unref();
  }

  /** The place in the pool is free once the process has ended. */
  #retire(): void {
    this.#clear();
    void this.end();
  }

  #watch(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop(), ms);
  }

  #stop(): void {
    this.#isLate = true;
    void this.end();
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#deadline !== null) clearTimeout(this.#deadline);
  }

  #settle(signal: NodeJS.Signals | null): void {
    this.#clear();
    this.#isEnding = true;
    const task = this.#task;
    this.#task = null;
    if (task === null) return;
    if (!this.#isReady) task.fail(new Error("the process could not start"));
    else if (this.#isLate) this.#settleFailed(task, "timeout");
    else if (signal === OUT_OF_MEMORY_SIGNAL) this.#settleOutOfMemory(task);
    else if (signal !== null && FROM_OUTSIDE.has(signal)) task.fail(new Error(`the process was ended by ${signal}`));
    else this.#settleFailed(task, "crashed");
  }

  /** Only of a process that had nothing before does this say that the task needs too much. */
  #settleOutOfMemory(task: Task<Result>): void {
    if (this.#id === 1 || task.isRepeated) this.#settleFailed(task, "out_of_memory");
    else this.#reactions.onRepeat({ ...task, isRepeated: true });
  }

  #settleFailed(task: Task<Result>, failure: TaskFailure): void {
    task.onRun(performance.now() - this.#sent_ms);
    task.settle({ kind: "failed", failure });
  }
}
