import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isEngineInstalled } from "../../src/platform/typst/engine.ts";
import { canListProcesses, processesWith } from "../support/child-processes.ts";
import { installedCompany } from "../support/installed-company.ts";
import { restClient, type RestBody, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

/** Reports as the built service makes them: queue, worker, process of the renderer, file store, public page. */
let site: Installation;
let service: ServiceProcess;
let directory: string;
let tenant: string;
let key: string;
let client: RestClient;

const FORMATS = isEngineInstalled() ? ["json", "xlsx", "xhtml", "pdf"] : ["json", "xlsx", "xhtml"];

beforeAll(async () => {
  site = installation();
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-reports-"));
  service = await site.start();
  ({ id: tenant, key } = await installedCompany(site, "Fjord ApS"));
  client = restClient(service.base, key);
  await readInvoice("R-1", "2025-03-10");
}, 300_000);

afterAll(async () => {
  await site.remove();
  rmSync(directory, { recursive: true, force: true });
});

interface Printed {
  readonly id: string;
  readonly sha256: string;
}

/** What a command that succeeded printed. */
async function printed(...words: readonly string[]): Promise<Printed> {
  const { stdout } = await site.cli(...words, "--json");
  // Checked by what is done with its members.
  return JSON.parse(stdout) as Printed;
}

async function readInvoice(number: string, date: string): Promise<void> {
  const bytes = ubl({ number, date, lines: [{ text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "900.00" }] });
  const upload = await client.upload([{ name: `${number}.xml`, bytes }]);
  await client.read(upload.body.id);
}

async function ask(format: string, more: object = {}): Promise<RestBody> {
  const terms = { report_year: 2025, standard_type: "vsme_comprehensive", language: "da", format, ...more };
  const answer = await client.post("/api/v1/reports", terms);
  expect(answer.status, answer.text).toBe(202);
  return answer.body;
}

const ended = async ({ id }: RestBody): Promise<RestBody> => await client.rendered(id);

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("a company's reports", { timeout: 300_000 }, () => {
  test("a report that lacks an answer fails with the reason; with the answer it is another job, which completes", async () => {
    const failed = await ended(await ask("xhtml"));
    expect(failed).toMatchObject({
      status: "failed",
      failure_reason: expect.stringMatching(/CVR|registration number/i),
    });
    const answered = await fetch(`${service.base}/api/v1/report-inputs/2025/RegistrationNumber`, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ status: "reported", value: "29189846" }),
    });
    expect(answered.status, await answered.text()).toBe(200);
    const job = await ask("xhtml");
    expect(job.id).not.toBe(failed.id);
    expect(await ended(job)).toMatchObject({ status: "completed", stage: "done", progress_pct: 100 });
  });

  test.each(FORMATS)(
    "the %s is downloaded under its hash, by its name and type, and the public page knows it",
    async (format) => {
      const job = await ask(format);
      const { generated_report_id, status, failure_reason } = await ended(job);
      expect(status, String(failure_reason)).toBe("completed");
      expect((await ask(format)).id).toBe(job.id);
      const { bytes, headers } = await client.reportFile(generated_report_id);
      const sha256 = hashOf(bytes);
      const { body } = await client.get("/api/v1/reports?limit=200");
      expect(body.items.find(({ id }) => id === generated_report_id)).toMatchObject({
        sha256,
        file_size_bytes: bytes.length,
      });
      expect(headers.get("repr-digest")).toBe(`sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`);
      expect(headers.get("content-disposition")).toBe(`attachment; filename="vsme-comprehensive-2025-da.${format}"`);
      const page = await fetch(`${service.base}/verify/${sha256}`, { headers: { accept: "application/json" } });
      expect(await page.json()).toMatchObject({ is_issued: true, format, standard_type: "vsme_comprehensive" });
    },
  );

  test("an operator makes, attests and checks reports by commands, beside the running service", async () => {
    const file = join(directory, "report.xlsx");
    const terms = ["--year", "2025", "--standard", "csrd", "--format", "xlsx"];
    const report = await printed("report", "generate", "--tenant", tenant, ...terms, "--out", file);
    expect(hashOf(readFileSync(file))).toBe(report.sha256);
    expect((await site.cli("report", "list", "--tenant", tenant)).stdout).toContain(report.sha256);
    await printed("consultant", "create", "--name", "Klima & Co");
    const signed = ["--consultant", "Klima & Co", "--report", report.id, "--file", file, "--name", "Mette Holm"];
    const how = ["--role", "Partner", "--engagement", "limited", "--standard", "ISAE 3410", "--statement", "Fair."];
    const attest = ["report", "attest", "--tenant", tenant, ...signed, ...how];
    const stranger = await site.cli(...attest);
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining("No active grant") });
    await printed("grant", "create", "--consultant", "Klima & Co", "--tenant", tenant);
    expect((await site.cli(...attest)).stdout).toContain("Mette Holm, Klima & Co, has attested");
    const known = await site.cli("report", "verify", file);
    expect(known).toMatchObject({ code: 0, stdout: expect.stringContaining("valid: Mette Holm, Partner, Klima & Co") });
    const changed = join(directory, "changed.xlsx");
    writeFileSync(changed, Buffer.concat([readFileSync(file), Buffer.from(" ")]));
    const unknown = await site.cli("report", "verify", file, changed);
    expect(unknown).toMatchObject({ code: 1, stdout: expect.stringContaining(`NOT ISSUED  ${changed}`) });
  });
});

describe.skipIf(!canListProcesses)("kill -9", { timeout: 300_000 }, () => {
  /** Processes that render for the service. */
  const renderers = () => processesWith("report-process").filter(({ parent }) => parent === service.pid);
  const reportsOf = async (job: RestBody) =>
    await site.sql("select id from reports where tenant_id = $1 and job_id = $2", [tenant, job.id]);

  test("of the renderer, twice: the report is tried again and completes once", async () => {
    const job = await ask(isEngineInstalled() ? "pdf" : "xlsx", { language: "en" });
    const killed = new Set<number>();
    await until(
      "two renderers to die",
      async () => {
        for (const { pid } of renderers().filter((one) => killed.size < 2 && !killed.has(one.pid))) {
          process.kill(pid, "SIGKILL");
          killed.add(pid);
        }
        // Not over HTTP: so many questions would meet the rate limit.
        const [row] = await site.sql<{ status: string }>("select status from report_jobs where id = $1", [job.id]);
        return killed.size >= 2 || row?.status === "completed" ? true : null;
      },
      1,
    );
    expect(killed.size).toBeGreaterThan(0);
    expect(await ended(job)).toMatchObject({ status: "completed" });
    expect(await reportsOf(job)).toHaveLength(1);
  });

  test("of the service while it renders: the next start renders what was asked for, once, and the same bytes", async () => {
    await readInvoice("R-2", "2025-04-10");
    const jobs = await Promise.all(
      ["da", "en"].map((language) => ask("xlsx", { language, standard_type: "vsme_basic" })),
    );
    await until("a renderer", () => (renderers().length > 0 ? true : null), 1);
    service.signal("SIGKILL");
    await service.ended();
    service = await site.start();
    await site.sql("update jobs set locked_until = now() where state = 'running'");
    client = restClient(service.base, key);
    for (const job of jobs) {
      expect(await ended(job)).toMatchObject({ status: "completed" });
      expect(await reportsOf(job)).toHaveLength(1);
    }
    const events = await site.sql<{ starts: number }>(
      `select count(*)::int as starts from outbox_events
        where tenant_id = $1 and event = 'report.generation_started' and data->>'id' = any ($2::text[])`,
      [tenant, jobs.map(({ id }) => id)],
    );
    expect(events).toEqual([{ starts: 2 }]);
  });
});
