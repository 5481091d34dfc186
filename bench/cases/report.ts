import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { jsonForm } from "../../src/modules/reports/forms/json-form.ts";
import { openReportRenderer, type ReportRenderer } from "../../src/composition/isolation/report-renderer.ts";
import { isEngineInstalled } from "../../src/platform/typst/engine.ts";
import { sampleDocument } from "../../test/support/report-document.ts";
import { median } from "../load.ts";
import { atMost, type CaseResult, information, ratioAtMost, shown } from "../result.ts";

const BUDGET_MS = 1_000;
/** Against an empty page set in a new process: what a report costs beyond start and engine. */
const RATIO_BOUND = 8;
const PAGES = 20;
const MEMORY_GROWTH_MB = 30;
const WARM_RENDERS = 20;
const MB = 1_000_000;

const run = promisify(execFile);

/** A new Node process that loads the engine and sets one word, which none of our code is part of. */
const FLOOR = `
  const { NodeCompiler } = require(process.argv[1]);
  const compiler = NodeCompiler.create({});
  const { result } = compiler.compile({ mainFileContent: "Report" });
  if (compiler.pdf(result, { pdfStandard: "a-3a", creationTimestamp: 0 }).length < 1000) process.exit(1);`;

/** Reports as PDF, each from the document to the bytes, the start of its process included. */
export async function reports(rounds: number, renders: number): Promise<CaseResult> {
  const title = "Report as PDF";
  if (!isEngineInstalled()) return { title, rows: [], notes: ["No typesetting engine is installed here."] };
  const renderer = openReportRenderer({ template: null });
  try {
    const { times, floors, pages } = await alternate(renderer, rounds);
    const growth_mb = await growth(renderer, renders);
    return {
      title,
      rows: [
        atMost(`PDF/A-3a of ${pages} pages, start of its process included`, median(times), BUDGET_MS, "ms"),
        ratioAtMost(
          "The same against one word in a new process with the engine",
          median(times),
          median(floors),
          RATIO_BOUND,
        ),
        information("slowest of the renders", `${shown(Math.max(...times))} ms`),
        atMost(`growth of the server's memory over ${renders} renders`, growth_mb, MEMORY_GROWTH_MB, "MB"),
      ],
      notes: [
        `${rounds} renders, by turns with the floor; a new process each, as the service does it, with two at once for the memory.`,
        `Memory is that of the process which hands the documents out, after ${WARM_RENDERS} renders and after ${renders} more.`,
      ],
    };
  } finally {
    await renderer.close();
  }
}

async function alternate(renderer: ReportRenderer, rounds: number) {
  const document = jsonForm(sampleDocument({ language: "da", factors: 120 }));
  const times: number[] = [];
  const floors: number[] = [];
  let pages = 0;
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await timed(async () => void (await run(process.execPath, ["-e", FLOOR, enginePath()]))));
    times.push(
      await timed(async () => {
        pages = pagesOf(await rendered(renderer, document));
      }),
    );
  }
  if (pages < PAGES) throw new Error(`the report has ${pages} pages, which is not what the budget is about`);
  return { times, floors, pages };
}

/** The engine that is installed here, of the two C libraries. */
function enginePath(): string {
  const require = createRequire(import.meta.url);
  const names = ["gnu", "musl"].map((library) => `@myriaddreamin/typst-ts-node-compiler-linux-x64-${library}`);
  for (const name of names) {
    try {
      return require.resolve(name);
    } catch {
      // The other one is installed.
    }
  }
  throw new Error("the floor knows the engine of Linux on x64 only");
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function rendered(renderer: ReportRenderer, document: Uint8Array): Promise<Uint8Array> {
  const outcome = await renderer.render({ document, format: "pdf", template: "own" });
  if (outcome.kind !== "done") throw new Error(`the report was not rendered: ${outcome.reason}`);
  return outcome.bytes;
}

/** Pages that the file's own page tree counts. */
function pagesOf(pdf: Uint8Array): number {
  const counts = [
    ...Buffer.from(pdf)
      .toString("latin1")
      .matchAll(/<xmpTPg:NPages>(\d+)</g),
  ];
  return Number(counts[0]?.[1] ?? 0);
}

/** Megabytes by which this process is larger after the renders than after the first ones. */
async function growth(renderer: ReportRenderer, renders: number): Promise<number> {
  const document = jsonForm(sampleDocument());
  const several = async (count: number) => {
    for (let done = 0; done < count; done += 2) {
      await Promise.all([rendered(renderer, document), rendered(renderer, document)]);
    }
    globalThis.gc?.();
    return process.memoryUsage.rss();
  };
  const before = await several(WARM_RENDERS);
  return ((await several(renders)) - before) / MB;
}
