import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/core/operation.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { restRequest } from "./rest-request.ts";
import { type Answer, headersOf, type Keys, parsed, tourClient, withoutTexts } from "./tour-client.ts";
import { normalForm, normalText } from "./tour-normal-form.ts";
import { type Installation, installation, type ServiceProcess, until } from "./service-process.ts";

/** What was asked, and what came back with everything that is another at each run made alike. */
export type Recording = Readonly<Record<string, unknown>>;

/** The demonstration has documents until then. */
const NOW = "2026-11-22T12:00:00.000Z";
const ROOT = join(import.meta.dirname, "../..");
const REPORT_YEARS = [2024, 2025];

/** Texts by name, in the order of the tour. */
type Notes = Map<string, unknown>;

/**
 * Starts this build with the demo company on a clock that stands still, goes the tour of the README over REST, the assistants'
 * endpoint and the command line, asks for everything else that can be asked for without an id, and writes down the answers.
 */
export async function recordTour(): Promise<Recording> {
  const site = installation();
  try {
    const service = await site.start({ env: { DEMO: "on", TEST_CLOCK: NOW, LOG_LEVEL: "warn" } });
    const [, live = ""] = await service.says(/live key +(qk_live_[0-9a-f]{64})/);
    const [, sandbox = ""] = await service.says(/sandbox key +(qk_sandbox_[0-9a-f]{64})/);
    const notes: Notes = new Map();
    const tour = tourOf(service, { live, sandbox }, notes);
    await tour.readme();
    await tour.reads();
    await tour.tools();
    await tour.refusals();
    await tour.reports();
    await tour.addresses();
    await commands(site, notes);
    return Object.fromEntries(notes);
  } finally {
    await site.remove();
  }
}

function tourOf(service: ServiceProcess, keys: Keys, notes: Notes) {
  const { ask, post, rpc } = tourClient(service, keys);
  const note = (name: string, answer: Answer): Answer => {
    const type = answer.headers.get("content-type") ?? "";
    const said = type.includes("json") ? normalForm(answer.body) : linesOf(answer.text);
    notes.set(name, { status: answer.status, headers: headersOf(answer.headers), body: said });
    return answer;
  };
  /** The text of a tool's result repeats its structured form: it is one JSON text more. */
  const noteTool = (name: string, answer: Answer): void => {
    notes.set(name, { status: answer.status, body: normalForm(withoutTexts(answer.body)) });
  };
  const idOf = (answer: Answer): string => String(answer.body["id"]);

  return {
    async readme() {
      const form = new FormData();
      const bytes = readFileSync(join(ROOT, "samples/electricity-invoice.xml"));
      form.append("files", new Blob([new Uint8Array(bytes)]), "electricity-invoice.xml");
      const upload = note("upload an invoice", await ask("/api/v1/activities/bulk", { method: "POST", body: form }));
      await until("the invoice", async () => {
        const { body } = await ask(`/api/v1/activities/bulk/${idOf(upload)}?wait_seconds=10`);
        return body["status"] === "processing" ? null : true;
      });
      note("the upload", await ask(`/api/v1/activities/bulk/${idOf(upload)}`));
      note("summary of the year", await ask("/api/v1/emissions/summary?from=2026-01-01&to=2026-12-31"));
      note("emissions of a month", await ask("/api/v1/emissions?from=2026-01-01&to=2026-01-31&limit=200"));
      const { body } = await ask("/api/v1/emissions?from=2025-03-01&to=2025-03-31&limit=200");
      note("lineage of a number", await ask(`/api/v1/emissions/${largest(body)}/lineage`));
      const hook = { url: "http://localhost:9000/hook", events: ["target.created", "report.generation_completed"] };
      const webhook = note("subscribe", await post("/api/v1/webhooks", hook, keys.sandbox, service.sandbox));
      note(
        "test the subscription",
        await post(`/api/v1/webhooks/${idOf(webhook)}/test`, {}, keys.sandbox, service.sandbox),
      );
    },

    async reads() {
      for (const operation of OPERATIONS) {
        const { name, example } = operation;
        if (!isTold(operation)) continue;
        const whole = Object.hasOwn(operation.input.shape, "limit") ? { limit: 200 } : {};
        note(`GET ${name}`, await ask(restRequest(operation, { ...example.input, ...whole }).path));
      }
    },

    async tools() {
      const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tour", version: "1" } };
      noteTool("initialize", await rpc("initialize", client));
      noteTool("tools/list", await rpc("tools/list", {}));
      for (const operation of OPERATIONS) {
        const { name, tool, example } = operation;
        if (!tool || !isTold(operation)) continue;
        const whole = Object.hasOwn(operation.input.shape, "limit") ? { limit: 200 } : {};
        noteTool(`tool ${name}`, await rpc("tools/call", { name, arguments: { ...example.input, ...whole } }));
      }
      noteTool("a tool that is none", await rpc("tools/call", { name: "no_such_tool", arguments: {} }));
    },

    async refusals() {
      note("without a key", await ask("/api/v1/emissions", {}, ""));
      note("with a sandbox key", await ask("/api/v1/emissions", {}, keys.sandbox));
      note("no such address", await ask("/api/v1/nothing"));
      note("no such record", await ask("/api/v1/emissions/01900000-0000-7000-8000-000000000000"));
      note("wrong arguments", await ask("/api/v1/emissions?from=yesterday&limit=0&colour=red"));
      note("a cursor of nobody", await ask("/api/v1/emissions?cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
    },

    async reports() {
      for (const report_year of REPORT_YEARS) {
        for (const [standard_type, format] of [
          ["vsme_comprehensive", "json"],
          ["vsme_basic", "xhtml"],
          ["csrd", "json"],
        ] as const) {
          const terms = { report_year, standard_type, format, language: "da" };
          const job = await post("/api/v1/reports", terms);
          const done = await until("a report", async () => {
            const { body } = await ask(`/api/v1/reports/jobs/${idOf(job)}`);
            return body["status"] === "completed" || body["status"] === "failed" ? body : null;
          });
          const file = await ask(`/api/v1/reports/${String(done["generated_report_id"])}/file`);
          note(`report ${report_year} ${standard_type} ${format}`, file);
        }
      }
      note("verify a file that is none", await ask(`/verify/${"a".repeat(64)}`, {}, ""));
    },

    async addresses() {
      note("description of REST", await ask("/api/v1/openapi.json", {}, ""));
      note("description of the tools", await ask("/api/mcp/schema", {}, ""));
      note("who authorizes", await ask("/.well-known/oauth-authorization-server", {}, ""));
      note("what is protected", await ask("/.well-known/oauth-protected-resource/api/mcp", {}, ""));
      note("alive", await ask("/healthz", {}, ""));
      note("ready", await ask("/readyz", {}, ""));
      note("the page to log in", await ask("/login", {}, ""));
      const { text } = await ask("/metrics", {}, "");
      notes.set(
        "metrics",
        [...text.matchAll(/^# TYPE (carbon_ledger_\w+ \w+)$/gm)].map(([, line = ""]) => line).toSorted(),
      );
    },
  };
}

/** Commands whose answer tells of the whole installation. */
async function commands(site: Installation, notes: Notes): Promise<void> {
  for (const words of [
    "tenant list --json",
    "audit verify --documents --json",
    "doctor --json",
    "jobs list --json",
    "--help",
  ]) {
    const { code, stdout, stderr } = await site.cli(...words.split(" "));
    const said = words.endsWith("--json") ? normalForm(parsed(stdout)) : linesOf(stdout);
    notes.set(`carbon-ledger ${words}`, { code, said, stderr: normalText(stderr) });
  }
  const shapes = await site.sql(
    `select environment, action, regexp_replace(actor, '[0-9a-f]{8}-[0-9a-f-]{27}', '<id>', 'g') as actor,
       array(select jsonb_object_keys(payload) order by 1) as members, count(*)::int as events
     from audit_events group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit 1000`,
  );
  notes.set("audit log", shapes);
}

/** So that a difference is one line, also in markup. */
function linesOf(text: string): readonly string[] {
  return normalText(text).replaceAll("><", ">\n<").split("\n");
}

/** Of the entry with the largest figure: ids are random, so the first of a list is not always the same. */
function largest({ items }: Readonly<Record<string, unknown>>): string {
  // The members of a listed entry that are looked at.
  const entries = items as readonly { readonly id: string; readonly co2e_market_based_kg: number }[];
  const [first] = entries.toSorted((left, right) => right.co2e_market_based_kg - left.co2e_market_based_kg);
  if (first === undefined) throw new Error("the demo company has no emissions in that month");
  return first.id;
}

/** Their first page is what was processed first, which differs from run to run; the audit log is told as a whole. */
const IN_ORDER_OF_EVENTS = new Set(["list_audit_events", "list_changes"]);

/** Whether an operation reads for companies, and without the id of a record, which here is another one at each run. */
function isTold({ name, access, callers, example }: Operation): boolean {
  const hasId = Object.values(example.input).some((value) => typeof value === "string" && value.startsWith("$"));
  return access === "read" && callers !== "consultant" && !hasId && !IN_ORDER_OF_EVENTS.has(name);
}
