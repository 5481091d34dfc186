import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { RenderOutcome, ReportFormat } from "../../../src/core/report-rendering.ts";
import { jsonForm } from "../../../src/modules/reports/forms/json-form.ts";
import { isEngineInstalled } from "../../../src/platform/typst/engine.ts";
import {
  openReportRenderer,
  type ReportRenderer,
  type ReportRendererOptions,
} from "../../../src/composition/isolation/report-renderer.ts";
import { canListProcesses, processesWith } from "../../support/child-processes.ts";
import { sampleDocument } from "../../support/report-document.ts";

let renderer: ReportRenderer | undefined;

afterEach(async () => {
  await renderer?.close();
  renderer = undefined;
});

function open(options: Partial<ReportRendererOptions> = {}): ReportRenderer {
  renderer = openReportRenderer({ template: null, ...options });
  return renderer;
}

const document = jsonForm(sampleDocument());
const render = (format: ReportFormat, bytes: Buffer = document): Promise<RenderOutcome> =>
  (renderer ?? open()).render({ format, template: "own", document: bytes });

function hashOf(outcome: RenderOutcome): string {
  if (outcome.kind !== "done") throw new Error(`${outcome.kind}: ${outcome.reason}`);
  return createHash("sha256").update(outcome.bytes).digest("hex");
}

/** Processes that render for this test. */
const own = () => processesWith("report-process").filter(({ parent }) => parent === process.pid);

describe("rendering in processes of their own", { timeout: 300_000 }, () => {
  const formats = isEngineInstalled() ? (["pdf", "xlsx", "xhtml"] as const) : (["xlsx", "xhtml"] as const);

  test.each(formats)("the same document as %s has the same bytes from two processes", async (format) => {
    const hashes = (await Promise.all([render(format), render(format)])).map(hashOf);
    hashes.push(hashOf(await render(format)));
    expect(new Set(hashes).size).toBe(1);
    const other = jsonForm(sampleDocument({ company: "Another ApS" }));
    expect(hashOf(await render(format, other))).not.toBe(hashes[0]);
  });

  test("what cannot be rendered is refused with the reason, in words", async () => {
    const nameless = { ...sampleDocument() };
    nameless.company = { ...nameless.company, registration_number: null };
    const outcome = await render("xhtml", jsonForm(nameless));
    expect(outcome).toEqual({ kind: "refused", reason: expect.stringMatching(/CVR|registration number/i) });
  });

  test("what takes too long is stopped, and says so; the next report is not held up", async () => {
    open({ timeout_ms: 1 });
    const reason = expect.stringMatching(/^Rendering took longer than .* seconds and was stopped\.$/);
    expect(await render("xlsx")).toEqual({ kind: "failed", reason });
    await renderer?.close();
    open();
    expect((await render("xlsx")).kind).toBe("done");
  });

  test("what needs too much memory is stopped, and says so", async () => {
    open({ memory_mib: 120 });
    const large = jsonForm(sampleDocument({ factors: 20_000 }));
    const reason = "Rendering needed more than 120 MiB of memory and was stopped.";
    expect(await render("xlsx", large)).toMatchObject({ kind: "failed", reason });
  });

  test("a document that the renderer cannot make sense of is our mistake, not the person's", async () => {
    await expect(render("xlsx", Buffer.from("{}"))).rejects.toThrow(/rendering failed/);
  });

  test.skipIf(!canListProcesses)("a process that is killed fails its report alone", async () => {
    open();
    const killed = render("xhtml");
    while (own().length === 0) await delay(2);
    for (const { pid } of own()) process.kill(pid, "SIGKILL");
    // Killed before it was ready nothing is said of the report; later it has failed. Either is tried again.
    const outcome = await killed.catch((error: unknown) => error);
    expect(outcome instanceof Error || (outcome as RenderOutcome).kind === "failed").toBe(true);
    expect((await render("xhtml")).kind).toBe("done");
  });

  test.skipIf(!canListProcesses)("no process serves two reports, and none is left", async () => {
    const seen = new Set<number>();
    for (let count = 0; count < 3; count += 1) {
      const rendered = render("xlsx");
      while (own().every(({ pid }) => seen.has(pid))) await delay(2);
      for (const { pid } of own()) seen.add(pid);
      await rendered;
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
    while (own().length > 0) await delay(10);
  });
});

test("a form that this machine cannot make is known before anything is queued", () => {
  const { unavailableReason } = open();
  expect(unavailableReason({ format: "xlsx", template: "efrag" })).toMatch(/VSME_TEMPLATE_FILE/);
  for (const format of ["xlsx", "xhtml", "json"] as const)
    expect(unavailableReason({ format, template: "own" })).toBeNull();
  expect(unavailableReason({ format: "pdf", template: "own" }) === null).toBe(isEngineInstalled());
});
