import { existsSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import type { ParseOutcome } from "../../src/modules/reading/parsed-document.ts";
import { openParserPool, type ParserPool, type ParserPoolOptions } from "../../src/platform/pools/parser-pool.ts";
import { ublInvoice } from "../support/invoice-xml.ts";

interface Answer {
  readonly name: string;
  readonly size: number;
  readonly last: number | null;
}

const pools: ParserPool<unknown>[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function stubPool(options: Partial<ParserPoolOptions> = {}): ParserPool<Answer> {
  const workerUrl = new URL("../support/stub-parser-thread.mjs", import.meta.url);
  const defaults = { workerUrl, threads: 1, timeout_ms: 10_000, heap_mib: 64, idle_ms: 60_000 };
  const pool = openParserPool<Answer>({ ...defaults, ...options });
  pools.push(pool);
  return pool;
}

const done = (name: string, size = 1) => ({ kind: "done", result: { name, size, last: size === 0 ? null : 0 } });
const byte = () => new Uint8Array(1);

describe("the parser pool", () => {
  it("answers every task with its own result, also with many more tasks than threads", async () => {
    const pool = stubPool({ threads: 2 });
    const names = Array.from({ length: 60 }, (_, at) => `file-${at}`);
    const outcomes = await Promise.all(names.map((name, at) => pool.run(new Uint8Array(at), name)));
    expect(outcomes).toEqual(names.map((name, at) => done(name, at)));
  });

  it("a thread without work ends, and the next task starts another", async () => {
    const pool = stubPool({ idle_ms: 50 });
    const counts = [await pool.run(byte(), "count"), await pool.run(byte(), "count")];
    expect(counts).toEqual([done("count", 1), done("count", 2)]);
    await expect.poll(() => pool.run(byte(), "count"), { interval: 200 }).toEqual(done("count", 1));
    expect(await pool.run(byte(), "a")).toEqual(done("a"));
  });

  it("a thread whose heap has grown ends as soon as it has no task left, and the next task starts another", async () => {
    const pool = stubPool({ reuse_mib: 100 });
    const numbered = async (...names: string[]) => {
      const outcomes = await Promise.all(names.map((name) => pool.run(byte(), name)));
      return outcomes.flatMap((outcome) => (outcome.kind === "done" ? [outcome.result.size] : []));
    };
    expect(await numbered("count", "grown", "count")).toEqual([1, 1, 2]);
    expect(await numbered("count", "grown")).toEqual([3, 1]);
    expect(await numbered("count")).toEqual([1]);
  });

  it("an endless task is stopped at the time limit, the files behind it are read", async () => {
    const pool = stubPool({ timeout_ms: 2000 });
    const outcomes = await Promise.all(["a", "endless", "b", "c"].map((name) => pool.run(byte(), name)));
    expect(outcomes).toEqual([done("a"), { kind: "failed", failure: "timeout" }, done("b"), done("c")]);
  });

  it.skipIf(platform() !== "linux")(
    "a task that waits for the processor is given more time, but not for ever",
    async () => {
      const pool = stubPool({ timeout_ms: 300, wall_timeout_ms: 3000 });
      expect(await pool.run(byte(), "waiting 1200")).toEqual(done("waiting 1200"));
      expect(await pool.run(byte(), "waiting 60000")).toEqual({ kind: "failed", failure: "timeout" });
      expect(await pool.run(byte(), "endless")).toEqual({ kind: "failed", failure: "timeout" });
    },
  );

  it("a task that exhausts the memory ends alone, the files beside it are read", async () => {
    const pool = stubPool({ threads: 2 });
    const outcomes = await Promise.all(["a", "hungry", "b", "c", "d"].map((name) => pool.run(byte(), name)));
    expect(outcomes[1]).toEqual({ kind: "failed", failure: "out_of_memory" });
    expect(outcomes.filter((_, at) => at !== 1)).toEqual(["a", "b", "c", "d"].map((name) => done(name)));
  });

  it.each(["throwing", "exiting", "deep"])(
    "a task that ends its thread by %s is reported, the next one is read",
    async (name) => {
      const pool = stubPool();
      const [ending, next] = await Promise.all([pool.run(byte(), name), pool.run(byte(), "next")]);
      expect(ending).toEqual({ kind: "failed", failure: "crashed" });
      expect(next).toEqual(done("next"));
    },
  );

  it("large bytes arrive whole, a part of a larger buffer as that part only", async () => {
    const pool = stubPool();
    const large = new Uint8Array(3 * 1024 * 1024).fill(7);
    const part = new Uint8Array(4 * 1024 * 1024).fill(9).subarray(0, 2 * 1024 * 1024);
    const outcomes = await Promise.all([pool.run(large, "large"), pool.run(part, "part"), pool.run(byte(), "small")]);
    expect(outcomes).toEqual([
      { kind: "done", result: { name: "large", size: 3 * 1024 * 1024, last: 7 } },
      { kind: "done", result: { name: "part", size: 2 * 1024 * 1024, last: 9 } },
      done("small"),
    ]);
    expect(part[0]).toBe(9);
  });

  it("a thread that cannot start is our failure, not the document's", async () => {
    const pool = stubPool({ workerUrl: new URL("../support/no-such-thread.mjs", import.meta.url) });
    await expect(pool.run(byte(), "a")).rejects.toThrow("could not start");
    await expect(pool.run(byte(), "b")).rejects.toThrow("could not start");
  });

  it("closing settles what still waits and takes no more tasks", async () => {
    const pool = stubPool();
    const waiting = ["endless", "a", "b", "c"].map((name) => pool.run(byte(), name));
    await pool.close();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ kind: "failed", failure: "crashed" })));
    expect(() => pool.run(byte(), "late")).toThrow("closed");
    await pool.close();
  });
});

const compiled = join(import.meta.dirname, "../../dist/modules/reading/parse-worker.js");

describe.skipIf(!existsSync(compiled))(
  `the compiled document reader (needs ${compiled}, made by npm run build)`,
  () => {
    it("reads and refuses documents in its threads", async () => {
      const workerUrl = pathToFileURL(compiled);
      const pool = openParserPool<ParseOutcome>({
        workerUrl,
        threads: 2,
        timeout_ms: 10_000,
        heap_mib: 512,
        idle_ms: 1_000,
      });
      pools.push(pool);
      const files = [ublInvoice({}), "<a/>", ""].map((text) => Buffer.from(text));
      expect(await Promise.all(files.map((file) => pool.run(file, "x.xml")))).toMatchObject([
        { kind: "done", result: { kind: "parsed", document: { invoice_number: "F-1001" } } },
        { kind: "done", result: { kind: "rejected", error: { code: "file.unsupported_document_type" } } },
        { kind: "done", result: { kind: "rejected", error: { code: "file.empty" } } },
      ]);
    });
  },
);
