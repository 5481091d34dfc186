import { setTimeout as delay } from "node:timers/promises";
import { ubl } from "./ubl.ts";

/** What a customer's programs do all day, against a service that may be interrupted at any moment. */
export interface MixedLoad {
  /** Numbers of the invoices and names of the departments that the service has acknowledged so far. */
  readonly acknowledged: { readonly invoices: ReadonlySet<string>; readonly departments: ReadonlySet<string> };
  /** Answers by what they were: "get 200", "upload 503", "tool server.unavailable", "post no answer". */
  readonly answers: ReadonlyMap<string, number>;
  /** Answers that no interruption explains. */
  readonly faults: readonly string[];
  /** Ends it when what was begun is acknowledged: programs repeat with the same key until it is. */
  stop(): Promise<void>;
}

export interface LoadTarget {
  /** Where the service is now; it may move when it is started again. */
  base(): string;
  /** Each request comes with the next one; a repetition with the one it came with. */
  readonly keys: readonly string[];
}

/**
 * At most 220 changes and 480 reads a minute: 18 changes with each of so many keys. What an outage of a whole minute leaves
 * unanswered is repeated 40 times with the key that it came with, so that no limit of 60 is met.
 */
export const LOAD_KEYS = 12;
const WRITE_PAUSE_MS = 550;
const READ_PAUSE_MS = 250;
const REPEAT_PAUSE_MS = 1_500;
const ANSWER_MS = 30_000;
const INVOICE_LINES = [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }];

interface Sent {
  /** null: the connection ended without an answer. */
  readonly status: number | null;
  readonly text: string;
}

/** Answers that an interruption may give: the outage itself, and that the first attempt with this key still runs. */
function isPassing({ status, text }: Sent): boolean {
  return status === 503 || (status === 409 && text.includes("idempotency.in_progress"));
}

export function mixedLoad(target: LoadTarget, run: string): MixedLoad {
  const invoices = new Set<string>();
  const departments = new Set<string>();
  const answers = new Map<string, number>();
  const faults: string[] = [];
  const ending = new AbortController();

  const note = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
  const send = async (what: string, n: number, path: string, init: RequestInit): Promise<Sent> => {
    const key = target.keys[n % target.keys.length] ?? "";
    const headers = { authorization: `Bearer ${key}`, accept: "application/json", ...Object(init.headers) };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const sent = await fetch(target.base() + path, { ...init, headers, signal }).then(
      async (response): Promise<Sent> => ({ status: response.status, text: await response.text() }),
      (): Sent => ({ status: null, text: "" }),
    );
    note(`${what} ${sent.status ?? "no answer"}`);
    if (sent.status !== null && sent.status >= 400 && !isPassing(sent)) {
      faults.push(`${what}: ${sent.status} ${sent.text}`);
    }
    return sent;
  };
  /** Sends it with the same key until it is done. */
  const insist = async (what: string, n: number, path: string, init: () => RequestInit): Promise<void> => {
    const key = `${what}-${run}-${n}`;
    for (;;) {
      const own = init();
      const sent = await send(what, n, path, {
        ...own,
        headers: { ...Object(own.headers), "idempotency-key": key },
      });
      if (sent.status !== null && sent.status < 300) return;
      if (sent.status !== null && !isPassing(sent)) throw new Error(`${what} was refused: ${sent.status}`);
      await delay(REPEAT_PAUSE_MS);
    }
  };
  const repeat = async (pause_ms: number, work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      await work(n);
      await delay(pause_ms);
    }
  };
  const upload = async (n: number): Promise<void> => {
    const number = `${run}-${n}`;
    const file = ubl({ number, lines: INVOICE_LINES });
    const init = (): RequestInit => {
      const body = new FormData();
      body.append("files", new Blob([new Uint8Array(file)]), `${number}.xml`);
      return { method: "POST", body };
    };
    await insist("upload", n, "/api/v1/activities/bulk", init);
    invoices.add(number);
  };
  const post = async (n: number): Promise<void> => {
    const name = `Department ${run}-${n}`;
    const headers = { "content-type": "application/json" };
    const init = (): RequestInit => ({ method: "POST", headers, body: JSON.stringify({ name }) });
    await insist("post", n, "/api/v1/departments", init);
    departments.add(name);
  };
  const read = async (n: number): Promise<void> => {
    const paths = ["/api/v1/emissions/summary", "/api/v1/activities?limit=5", "/api/v1/departments?limit=5"];
    await send("get", n, paths[n % paths.length] ?? "", {});
  };
  const call = async (n: number): Promise<void> => {
    const params = { name: "get_emissions_summary", arguments: {} };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const { status, text } = await send("call", n, "/api/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    if (status !== 200) return;
    const code = /\\"code\\":\\"([a-z_.]+)\\"/.exec(text)?.[1];
    if (!text.includes('"isError":true')) return;
    note(`tool ${code ?? "error"}`);
    if (code !== "server.unavailable") faults.push(`tool: ${text}`);
  };
  const running = [
    repeat(WRITE_PAUSE_MS, upload),
    repeat(WRITE_PAUSE_MS, post),
    repeat(READ_PAUSE_MS, read),
    repeat(READ_PAUSE_MS, call),
  ].map((loop) => loop.catch((error: unknown) => void faults.push(String(error))));
  return {
    acknowledged: { invoices, departments },
    answers,
    faults,
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
