import { connect, type Socket } from "node:net";
import { concurrencyLimit } from "../core/concurrency-limit.ts";
import { type FileScanner, ScannerError, type ScanVerdict } from "../core/file-scanner.ts";

export type ClamdAddress =
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | { readonly kind: "unix"; readonly path: string };

export interface ClamdOptions {
  /** From the connection to the verdict, default 150 s: clamd itself gives a file up after two minutes (MaxScanTime). */
  readonly timeout_ms?: number;
}

/** Each scan takes a thread of clamd, whose default is ten. */
const SCANS_MAX = 4;
const TIMEOUT_MS = 150_000;
const CONNECT_TIMEOUT_MS = 5_000;
const PING_TIMEOUT_MS = 1_000;
/** Whoever asks again within this time hears the same: the question may come from anybody. */
const PING_VALID_MS = 2_000;
const ANSWER_BYTES_MAX = 4096;
const SIGNATURE_MAX = 200;

/**
 * ClamAV's daemon by its own protocol (clamd(8)): one connection per file, at most four at once. A file is sent in chunks
 * with their lengths (INSTREAM), so the daemon needs no access to our files.
 */
export function clamdScanner(address: ClamdAddress, { timeout_ms = TIMEOUT_MS }: ClamdOptions = {}): FileScanner {
  const scanning = concurrencyLimit(SCANS_MAX);
  let pinged: { readonly at_ms: number; readonly isUp: Promise<boolean> } | null = null;
  return {
    scan: (open) =>
      scanning(async () => {
        const content = await open();
        return await scanContent(new Conversation(address, timeout_ms), content);
      }),
    isUp() {
      const at_ms = performance.now();
      if (pinged === null || at_ms - pinged.at_ms > PING_VALID_MS) pinged = { at_ms, isUp: ping(address) };
      return pinged.isUp;
    },
  };
}

async function scanContent(clamd: Conversation, content: AsyncIterable<Uint8Array>): Promise<ScanVerdict> {
  try {
    await clamd.send(Buffer.from("zINSTREAM\0"));
    for await (const chunk of content) {
      if (chunk.length === 0) continue;
      // An answer before the end is a refusal or a finding: the rest need not be sent.
      if (clamd.hasAnswered) break;
      await clamd.send(lengthOf(chunk));
      await clamd.send(chunk);
    }
    const isWhole = !clamd.hasAnswered;
    await clamd.send(lengthOf(new Uint8Array()));
    const verdict = verdictOf(await clamd.answer);
    if (verdict.kind === "clean" && !isWhole) throw new ScannerError("clamd answered before it had the whole file");
    return verdict;
  } finally {
    clamd.end();
  }
}

/** Four bytes, the highest first. */
function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function verdictOf(answer: string): ScanVerdict {
  if (answer === "stream: OK") return { kind: "clean" };
  if (answer === "INSTREAM size limit exceeded. ERROR") return { kind: "too_large" };
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (signature === undefined) throw new ScannerError(`clamd gave no verdict: ${printable(answer)}`);
  return { kind: "infected", signature: printable(signature) };
}

/** It goes into logs. */
function printable(text: string): string {
  return text.replaceAll(/[^ -~]/g, "?").slice(0, SIGNATURE_MAX);
}

async function ping(address: ClamdAddress): Promise<boolean> {
  const clamd = new Conversation(address, PING_TIMEOUT_MS);
  try {
    await clamd.send(Buffer.from("zPING\0"));
    return (await clamd.answer) === "PONG";
  } catch (error) {
    if (error instanceof ScannerError) return false;
    throw error;
  } finally {
    clamd.end();
  }
}

/** One command and its answer, which ends with a zero byte. */
class Conversation {
  readonly #socket: Socket;
  /** Rejects with a ScannerError. */
  readonly answer: Promise<string>;
  #isSettled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(address: ClamdAddress, timeout_ms: number) {
    const socket = connect(
      address.kind === "unix" ? { path: address.path } : { host: address.host, port: address.port },
    );
    this.#socket = socket;
    this.answer = new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        this.#isSettled = true;
        clearTimeout(this.#timer);
        settled();
      };
      const fail = (message: string, cause?: unknown): void => settle(() => reject(new ScannerError(message, cause)));
      const allow = (limit_ms: number, message: string): void => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          fail(message);
          // Whoever waits to send is freed by this.
          socket.destroy();
        }, limit_ms);
      };
      allow(Math.min(CONNECT_TIMEOUT_MS, timeout_ms), "clamd could not be reached in time");
      socket.once("connect", () => {
        if (!this.#isSettled) allow(timeout_ms, "clamd did not answer in time");
      });
      let received = Buffer.alloc(0);
      socket.on("data", (chunk: Buffer) => {
        if (this.#isSettled) return;
        received = Buffer.concat([received, chunk]);
        const end = received.indexOf(0);
        if (end !== -1 && end <= ANSWER_BYTES_MAX) settle(() => resolve(received.toString("latin1", 0, end)));
        else if (received.length > ANSWER_BYTES_MAX) fail("clamd answered without an end");
      });
      socket.once("error", (error) => fail("the connection to clamd failed", error));
      socket.once("close", () => fail("clamd closed the connection without an answer"));
    });
    // Who sends learns of a failure from the answer, later.
    this.answer.catch(() => undefined);
  }

  get hasAnswered(): boolean {
    return this.#isSettled;
  }

  /** Waits until the bytes are handed over, or the connection is gone: `answer` then says why. */
  async send(bytes: Uint8Array): Promise<void> {
    if (this.#isSettled) return;
    await new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#socket.destroy();
  }
}
