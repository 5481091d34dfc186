import { Worker } from "node:worker_threads";
import { threadCpu_ms } from "./thread-cpu.ts";

export interface ParserPoolOptions {
  /**
   * Compiled module of the thread: says { ready: true } and, where there is one, the `thread` that /proc/thread-self names;
   * then answers each { id, bytes, name, options } with { id, result } and, if it likes, the `heap_mib` that it holds now.
   */
  readonly workerUrl: URL;
  readonly threads: number;
  /** Processor time of one task after its first tenth of a second: what a file costs must not depend on what else the machine does. */
  readonly timeout_ms: number;
  /** Wall time of one task, and of starting a thread; ten times the processor time unless said. */
  readonly wall_timeout_ms?: number;
  /** Heap of one thread. */
  readonly heap_mib: number;
  /** A thread that says to hold more than this after its last task ends at once; any size unless said. */
  readonly reuse_mib?: number;
  /** A thread without work ends after this time: its heap would keep what it once took. */
  readonly idle_ms: number;
}

export type TaskFailure = "timeout" | "out_of_memory" | "crashed";

export type TaskOutcome<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly failure: TaskFailure };

export type OnRun = (elapsed_ms: number) => void;

export interface RunOptions {
  /** What else the task is told; a copy of it. */
  readonly options?: object;
  /** Told how long the task ran, waiting left out, before the outcome. */
  readonly onRun?: OnRun;
}

export interface ParserPool<Result> {
  /**
   * Runs one task in an isolated thread, in the order of the calls. Large `bytes` are moved: the caller must not use them
   * afterwards. What the task does to its thread (endless loop, exhausted memory) is an outcome.
   * @throws Error after `close`, and when the thread cannot even start: then nothing is said about the document.
   */
  run(bytes: Uint8Array, name: string, options?: RunOptions): Promise<TaskOutcome<Result>>;
  /** Ends the threads; tasks that still wait are settled as `crashed`. Safe to repeat. */
  close(): Promise<void>;
}

/** Small tasks that a thread has been given at once: the next one is there when the first is done. */
const TASKS_PER_THREAD = 2;
/** From this size bytes are moved to an idle thread; smaller ones are copied, so that they can be given anew. */
const MOVED_FROM_BYTES = 1024 * 1024;
const STACK_MIB = 4;
/** Most tasks end before it is worth to look at their thread's processor time; it is counted from then on. */
const UNWATCHED_MS = 100;

interface Task<Result> {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly options: object | undefined;
  readonly settle: (outcome: TaskOutcome<Result>) => void;
  readonly fail: (error: Error) => void;
  readonly onRun: OnRun;
}

interface Thread<Result> {
  readonly worker: Worker;
  /** Tasks given to the thread, the running one first. */
  readonly tasks: Task<Result>[];
  timer: NodeJS.Timeout | null;
  /** When the task that the thread now runs began by the clock, and from where its processor time is counted, where that is known. */
  begun: { readonly clock_ms: number; readonly cpu_ms: number | null };
  /** What the system calls it. */
  name: string | null;
  isReady: boolean;
  failure: TaskFailure | null;
  cause: unknown;
}

/** What a thread says: first that its module is loaded, then one answer per task. */
type Message<Result> = { readonly ready: true; readonly thread?: string | null } | Done<Result>;
interface Done<Result> {
  readonly id: number;
  readonly result: Result;
  readonly heap_mib?: number;
}

/** A fixed number of threads that are reused between tasks and replaced when a task kills theirs. */
export function openParserPool<Result>(options: ParserPoolOptions): ParserPool<Result> {
  return new ThreadPool<Result>(options);
}

class ThreadPool<Result> implements ParserPool<Result> {
  readonly #options: ParserPoolOptions;
  readonly #threads = new Set<Thread<Result>>();
  #waiting: Task<Result>[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  run(bytes: Uint8Array, name: string, options: RunOptions = {}): Promise<TaskOutcome<Result>> {
    const { options: taskOptions, onRun = () => undefined } = options;
    if (this.#isClosed) throw new Error("the parser pool is closed");
    return new Promise((settle, fail) => {
      this.#lastId += 1;
      this.#waiting.push({ id: this.#lastId, bytes, name, options: taskOptions, settle, fail, onRun });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting) task.settle({ kind: "failed", failure: "crashed" });
    this.#waiting = [];
    await Promise.all(
      [...this.#threads].map(async (thread) => {
        if (thread.timer !== null) clearTimeout(thread.timer);
        await thread.worker.terminate();
      }),
    );
  }

  #assign(): void {
    for (;;) {
      const task = this.#waiting[0];
      const thread = task === undefined ? null : this.#threadFor(task);
      if (task === undefined || thread === null) return;
      this.#waiting.shift();
      this.#give(thread, task);
    }
  }

  /** An idle thread, else a new one while there may be more, else one that can take a small task ahead. */
  #threadFor(task: Task<Result>): Thread<Result> | null {
    const healthy = [...this.#threads].filter((thread) => thread.failure === null);
    const idle = healthy.find((thread) => thread.tasks.length === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.size < this.#options.threads) return this.#start();
    if (isMoved(task.bytes)) return null;
    return healthy.find((thread) => thread.tasks.length < TASKS_PER_THREAD) ?? null;
  }

  #start(): Thread<Result> {
    const worker = new Worker(this.#options.workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heap_mib, stackSizeMb: STACK_MIB },
      // Untrusted bytes are read there: nothing of this process's environment is of use to that.
      env: {},
      execArgv: [],
    });
    const begun = { clock_ms: performance.now(), cpu_ms: null };
    const state = { timer: null, begun, name: null, isReady: false, failure: null, cause: null };
    const thread: Thread<Result> = { worker, tasks: [], ...state };
    this.#threads.add(thread);
    worker.on("message", (message: Message<Result>) => {
      if ("ready" in message) this.#ready(thread, message.thread ?? null);
      else this.#done(thread, message);
    });
    worker.on("error", (error: Error & { code?: string }) => {
      thread.failure ??= error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "out_of_memory" : "crashed";
      thread.cause = error;
    });
    worker.on("exit", () => this.#ended(thread));
    return thread;
  }

  #give(thread: Thread<Result>, task: Task<Result>): void {
    thread.tasks.push(task);
    const { id, bytes, name, options } = task;
    thread.worker.postMessage({ id, bytes, name, options }, isMoved(bytes) ? [bytes.buffer] : []);
    if (thread.tasks.length === 1) this.#watch(thread);
  }

  /** Starts the clock of the task that the thread now runs. */
  #watch(thread: Thread<Result>): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = null;
    if (thread.tasks.length === 0) {
      thread.worker.unref();
      thread.timer = setTimeout(() => this.#retire(thread), this.#options.idle_ms);
      thread.timer.unref();
      return;
    }
    thread.worker.ref();
    thread.begun = { clock_ms: performance.now(), cpu_ms: null };
    thread.timer = thread.isReady
      ? setTimeout(() => this.#countFromNow(thread), UNWATCHED_MS)
      : setTimeout(() => this.#late(thread), this.#wall_ms);
  }

  #countFromNow(thread: Thread<Result>): void {
    thread.begun = { ...thread.begun, cpu_ms: threadCpu_ms(thread.name) };
    thread.timer = setTimeout(() => this.#late(thread), this.#options.timeout_ms);
  }

  /** The time is up by the clock: a thread that had to wait for the processor goes on. */
  #late(thread: Thread<Result>): void {
    const left_ms = this.#leftFor(thread);
    if (left_ms > 0) {
      thread.timer = setTimeout(() => this.#late(thread), left_ms);
      return;
    }
    thread.failure ??= "timeout";
    void thread.worker.terminate();
  }

  #leftFor({ begun, name }: Thread<Result>): number {
    const now_ms = threadCpu_ms(name);
    if (begun.cpu_ms === null || now_ms === null) return 0;
    const cpu_left_ms = this.#options.timeout_ms - (now_ms - begun.cpu_ms);
    return Math.min(cpu_left_ms, this.#wall_ms - (performance.now() - begun.clock_ms));
  }

  get #wall_ms(): number {
    return this.#options.wall_timeout_ms ?? 10 * this.#options.timeout_ms;
  }

  /** Its place is free at once, so that no task is given to a thread that ends. */
  #retire(thread: Thread<Result>): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    this.#threads.delete(thread);
    void thread.worker.terminate();
  }

  /** Loading the module is not the document's time. */
  #ready(thread: Thread<Result>, name: string | null): void {
    thread.isReady = true;
    thread.name = name;
    this.#watch(thread);
  }

  #done(thread: Thread<Result>, message: Done<Result>): void {
    const task = thread.tasks[0];
    if (task?.id !== message.id) return;
    thread.tasks.shift();
    task.onRun(performance.now() - thread.begun.clock_ms);
    const { reuse_mib = Infinity } = this.#options;
    if (thread.tasks.length === 0 && (message.heap_mib ?? 0) > reuse_mib) this.#retire(thread);
    else this.#watch(thread);
    task.settle({ kind: "done", result: message.result });
    this.#assign();
  }

  /** The running task ended the thread; the ones that it had ahead are untouched and run elsewhere. */
  #ended(thread: Thread<Result>): void {
    if (thread.timer !== null) clearTimeout(thread.timer);
    this.#threads.delete(thread);
    const [running, ...ahead] = thread.tasks;
    if (this.#isClosed) {
      for (const task of thread.tasks) task.settle({ kind: "failed", failure: "crashed" });
    } else if (!thread.isReady) {
      const error = new Error("the parser thread could not start", { cause: thread.cause });
      for (const task of thread.tasks) task.fail(error);
    } else {
      running?.onRun(performance.now() - thread.begun.clock_ms);
      running?.settle({ kind: "failed", failure: thread.failure ?? "crashed" });
      this.#waiting.unshift(...ahead);
    }
    this.#assign();
  }
}

/** Whether bytes are moved instead of copied: large ones that own their whole buffer. */
function isMoved(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return byteLength >= MOVED_FROM_BYTES && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
}
