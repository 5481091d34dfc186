import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesWith } from "../support/child-processes.ts";
import { debianProgram } from "../support/debian-program.ts";
import { type DatabaseServer, databaseServer } from "../support/database-server.ts";
import { type Exposition, exposition, namesIn } from "../support/exposition.ts";
import { call } from "../support/http-client.ts";
import {
  type CommandResult,
  type Installation,
  installation,
  type ServiceProcess,
  until,
} from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

const ROOT = join(import.meta.dirname, "../..");
const ALERTS = join(ROOT, "deploy/prometheus/alerts.yaml");
const ALERT_TESTS = join(ROOT, "deploy/prometheus/alerts-test.yaml");
const DASHBOARD = join(ROOT, "deploy/grafana/carbon-ledger.json");
/** Prometheus adds these itself. */
const SCRAPED = { metrics: ["up"], labels: ["job", "instance"] };

/** Where labels are named whose series begin with the first event. */
const COUNTED_IN = [
  "platform/telemetry/work-counts.ts",
  "platform/telemetry/request-counts.ts",
  "composition/scrape.ts",
];

const promtool = debianProgram("promtool");

const INVOICE = { number: "M-1", lines: [{ text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" }] };

let server: DatabaseServer;
let site: Installation;
let one: ServiceProcess;
let two: ServiceProcess;
let key: string;

const settings = () => ({ DATABASE_URL: server.url, SECRET_KEY: "a secret of at least thirty-two characters" });
const start = async (): Promise<ServiceProcess> => await site.start({ env: settings() });
const cli = async (...words: readonly string[]): Promise<CommandResult> => await site.cliWith(settings(), ...words);

async function scrape({ base }: ServiceProcess): Promise<Exposition & { readonly text: string }> {
  const { status, text } = await call(base, "/metrics");
  expect(status).toBe(200);
  return { ...exposition(text), text };
}

beforeAll(async () => {
  server = await databaseServer();
  site = installation();
  one = await start();
  two = await start();
  const made = async (...words: readonly string[]): Promise<{ id: string; key: string }> => {
    const { stdout, stderr } = await cli(...words, "--json");
    if (stdout === "") throw new Error(stderr);
    // Of a company the command prints no key, of a key its text: each is taken for what it is.
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const { id } = await made("tenant", "create", "--name", "Counted, ApS", "--plan", "enterprise");
  ({ key } = await made("key", "create", "--tenant", id, "--name", "test", "--environment", "live"));
}, 600_000);

afterAll(async () => {
  await site.remove();
  await server.remove();
});

describe("two processes on one database", () => {
  test("tell what each did itself, and one of them what the database tells of all", async () => {
    const authorization = `Bearer ${key}`;
    const form = new FormData();
    form.append("files", new Blob([Uint8Array.from(ubl(INVOICE))]), "m-1.xml");
    const sent = await fetch(`${one.base}/api/v1/activities/bulk`, {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    expect(sent.status).toBe(202);
    await call(two.base, "/api/v1/me", { headers: { authorization } });
    await until("the file's reading", async () => {
      const seen = [await scrape(one), await scrape(two)];
      const done = seen.map((each) => each.series("carbon_ledger_parse_duration_seconds_count").size);
      return Math.max(...done) > 0 ? true : null;
    });
    // Figures are kept for ten seconds.
    const [first, second] = await until(
      "stored bytes",
      async () => {
        const both = [await scrape(one), await scrape(two)] as const;
        const stored = both.flatMap((each) => [...each.series("carbon_ledger_stored_bytes").values()]);
        return stored.some((bytes) => bytes > 500) ? both : null;
      },
      500,
    );
    const both = [first, second];
    expect(both.map((each) => each.value("carbon_ledger_database_up"))).toEqual([1, 1]);
    const tellers = both.filter((each) => each.value("carbon_ledger_database_figures_exported") === 1);
    expect(tellers).toHaveLength(1);
    for (const name of ["database_size_bytes", "processes", "webhook_open_breakers", "stored_bytes"]) {
      expect(both.filter((each) => each.series(`carbon_ledger_${name}`).size > 0)).toHaveLength(1);
    }
    const [teller] = tellers;
    expect(teller?.value("carbon_ledger_processes")).toBe(2);
    expect(teller?.value('carbon_ledger_stored_files{kind="document"}')).toBe(1);
    const me = 'carbon_ledger_http_request_duration_seconds_count{method="GET",route="/api/v1/me",status="200"}';
    expect(both.map((each) => each.value(me))).toEqual([undefined, 1]);
    for (const { text } of both) expect(text).not.toContain("Counted");
  }, 120_000);

  test("the operator sees what a company used, and that some of it is not recorded", async () => {
    const bytes = ubl(INVOICE).length;
    const used = {
      files: 1,
      stored_bytes: bytes,
      documents: 1,
      documents_from_pictures: 0,
      lines: 1,
      quota_invoices: 1,
    };
    const month = new Date().toISOString().slice(0, 7);
    const row = { tenant_name: "Counted, ApS", environment: "live", month, ...used, reports: 0, report_bytes: 0 };
    const unknown = { api_requests: null, assistant_calls: null, recognised_pages: null };
    const { stdout } = await cli("usage", "--tenant", "Counted, ApS", "--json");
    expect(JSON.parse(stdout)).toEqual([{ tenant_id: expect.any(String), ...row, ...unknown }]);
    const csv = await cli("usage", "--csv", "--from", month);
    expect(csv.stdout.trim().split("\n")[1]).toContain(`"Counted, ApS",live,${month},1,${bytes},1,0,1,1,0,0,,,`);
    expect((await cli("usage", "--from", "2999-01")).stdout).toContain("nothing was used");
    expect((await cli("usage", "--from", "yesterday")).code).toBe(2);
  }, 120_000);

  test("every alert and panel asks for what is told, and what to do is written where the alert points", async () => {
    const told = await until("the teller", async () => {
      const both = [await scrape(one), await scrape(two)];
      return both.find((each) => each.value("carbon_ledger_database_figures_exported") === 1) ?? null;
    });
    const known = new Set([...told.names, ...SCRAPED.metrics]);
    const rules = readFileSync(ALERTS, "utf8");
    const alerts = rules.split(/^ {6}- alert: /m).slice(1);
    expect(alerts.length).toBeGreaterThan(15);
    const asked = [...alerts.map(expressionOf), ...panelExpressions()];
    expect(asked.length).toBeGreaterThan(50);
    const named = asked.map(namesIn);
    expect(named.flatMap(({ metrics }) => metrics).length).toBeGreaterThan(asked.length - 1);
    expect(named.flatMap(({ metrics }) => metrics).filter((name) => !known.has(name))).toEqual([]);
    const source = COUNTED_IN.map((file) => readFileSync(join(ROOT, "src", file), "utf8")).join("");
    const labels = [...new Set(named.flatMap((names) => names.labels))];
    const isKnown = (label: string): boolean =>
      told.labels.has(label) || SCRAPED.labels.includes(label) || source.includes(`"${label}"`);
    expect(labels.filter((label) => !isKnown(label))).toEqual([]);
    const headings = readFileSync(join(ROOT, "docs/operations.md"), "utf8")
      .split("\n")
      .filter((line) => /^#{2,3} /.test(line))
      .map((line) =>
        line
          .replace(/^#+ /, "")
          .toLowerCase()
          .replaceAll(/[^\w -]/g, "")
          .replaceAll(" ", "-"),
      );
    for (const alert of alerts) {
      expect(/description: "?\S.{30,}/.test(alert), alert).toBe(true);
      const [, anchor = "none"] = /runbook_url: docs\/operations\.md#(\S+)/.exec(alert) ?? [];
      expect(headings).toContain(anchor);
    }
  }, 60_000);

  test.skipIf(promtool === null)(
    "Prometheus' own tool takes the answer and the rules (promtool, skipped without it)",
    async () => {
      const program = promtool ?? "";
      const { text } = await scrape(one);
      const checked = spawnSync(program, ["check", "metrics"], { input: text, encoding: "utf8" });
      // It tells of names of the client library as well; ours must be without blame.
      expect(checked.stderr.split("\n").filter((line) => line.includes("carbon_ledger_"))).toEqual([]);
      expect(execFileSync(program, ["check", "rules", ALERTS], { encoding: "utf8" })).toContain("SUCCESS");
      expect(execFileSync(program, ["test", "rules", ALERT_TESTS], { encoding: "utf8" })).toContain("SUCCESS");
    },
  );

  test("a database that hangs makes a scrape neither hang nor fail", async () => {
    const sessions = [
      server.pid(),
      ...processesWith("postgres")
        .filter(({ parent }) => parent === server.pid())
        .map(({ pid }) => pid),
    ];
    for (const pid of sessions) process.kill(pid, "SIGSTOP");
    try {
      const told = await until("the loss", async () => {
        const began_ms = performance.now();
        // Ten at once: they share one look.
        const answers = await Promise.all(Array.from({ length: 10 }, () => scrape(one)));
        expect(performance.now() - began_ms).toBeLessThan(8_000);
        const [answer] = answers;
        return answer?.value("carbon_ledger_database_up") === 0 ? answer : null;
      });
      expect(told.value("carbon_ledger_database_figures_exported")).toBe(0);
      expect(told.series("carbon_ledger_database_size_bytes").size).toBe(0);
      expect(told.value("process_start_time_seconds")).toBeGreaterThan(1e9);
      expect([...told.series("carbon_ledger_storage_free_bytes").values()][0]).toBeGreaterThan(0);
    } finally {
      for (const pid of sessions) process.kill(pid, "SIGCONT");
    }
    await until("the database's return", async () =>
      (await scrape(one)).value("carbon_ledger_database_up") === 1 ? true : null,
    );
  }, 120_000);

  test("when the teller is killed, another process tells", async () => {
    const both = [one, two];
    const isTeller = async (process: ServiceProcess): Promise<boolean> =>
      (await scrape(process)).value("carbon_ledger_database_figures_exported") === 1;
    const teller = await until("a teller", async () => {
      for (const process of both) if (await isTeller(process)) return process;
      return null;
    });
    const other = teller === one ? two : one;
    expect(await isTeller(other)).toBe(false);
    teller.signal("SIGKILL");
    await teller.ended();
    await until("the other one", async () => ((await isTeller(other)) ? true : null), 500);
  }, 120_000);
});

function expressionOf(alert: string): string {
  const [, block, line] = /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/m.exec(alert) ?? [];
  const expression = block ?? line ?? "";
  expect(expression.trim(), alert).not.toBe("");
  return expression;
}

function panelExpressions(): string[] {
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(readFileSync(DASHBOARD, "utf8"));
  return dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}
