import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/http-client.ts";
import { installedCompany } from "../support/installed-company.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { type CollectedSpan, traceCollector, type TraceCollector } from "../support/trace-collector.ts";
import { ubl } from "../support/ubl.ts";
import { webhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const ROOT = join(import.meta.dirname, "../..");
const GIVEN = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${GIVEN}-00f067aa0ba902b7-01`;

let site: Installation;
let service: ServiceProcess;
let collector: TraceCollector;
let receiver: WebhookReceiver;
let key: string;
let id: string;

beforeAll(async () => {
  collector = await traceCollector();
  receiver = await webhookReceiver();
  site = installation();
  const OTEL = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_BSP_SCHEDULE_DELAY: "200" };
  service = await site.start({ env: { ...OTEL, OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test" } });
  ({ id, key } = await installedCompany(site, "Traced Company", "sandbox"));
}, 300_000);

afterAll(async () => {
  await receiver.close();
  await site.remove();
  await collector.close();
});

const spanNamed = async (name: string): Promise<CollectedSpan> =>
  await until(name, () => collector.spans.find((span) => span.name === name) ?? null);

describe("with a collector", () => {
  test("a request is a span by its route, with its statements below it, and continues nobody's trace", async () => {
    const headers = { authorization: `Bearer ${key}`, traceparent: TRACEPARENT };
    expect((await call(service.sandbox, "/api/v1/emissions?limit=7", { headers })).status).toBe(200);
    const request = await spanNamed("GET /api/v1/emissions");
    expect(request).toMatchObject({
      kind: 2,
      attributes: { "http.route": "/api/v1/emissions", "http.response.status_code": 200 },
    });
    expect(request.resource).toMatchObject({ "service.name": "carbon-ledger", "deployment.environment.name": "test" });
    expect(request.traceId).not.toBe(GIVEN);
    const below = collector.spans.filter((span) => span.parentSpanId === request.spanId);
    expect(below.length).toBeGreaterThan(0);
    expect(below[0]).toMatchObject({
      kind: 3,
      traceId: request.traceId,
      attributes: { "db.system.name": "postgresql" },
    });
    expect(below.some((span) => String(span.attributes["db.query.text"]).includes("from emission_entries"))).toBe(true);
  }, 120_000);

  test("an assistant's call is a span as well", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    expect((await call(service.base, "/api/mcp", { method: "POST", headers, body })).status).toBe(200);
    expect(await spanNamed("POST /api/mcp")).toMatchObject({ kind: 2 });
  }, 60_000);

  test("a job is in the trace of the upload that asked for it", async () => {
    const form = new FormData();
    const bytes = ubl({
      number: "SECRET-NUMBER-1",
      lines: [{ text: "Elforbrug", quantity: "9", unit: "KWH", amount: "98.00" }],
    });
    form.append("files", new Blob([Uint8Array.from(bytes)]), "private-name.xml");
    const headers = { authorization: `Bearer ${key}` };
    const sent = await fetch(`${service.sandbox}/api/v1/activities/bulk`, { method: "POST", headers, body: form });
    expect(sent.status).toBe(202);
    const job = await spanNamed("job process_file");
    const upload = await spanNamed("POST /api/v1/activities/bulk");
    expect(job).toMatchObject({ kind: 5, traceId: upload.traceId });
    await until(
      "statements of the job",
      () => collector.spans.find((span) => span.parentSpanId === job.spanId) ?? null,
    );
  }, 120_000);

  test("a delivery to a webhook is a span, of which the receiver is told nothing", async () => {
    const client = restClient(service.sandbox, key);
    const subscription = { url: `${receiver.url}/private-path`, events: ["target.created"] };
    expect((await client.post("/api/v1/webhooks", subscription)).status).toBe(201);
    const target = { name: "Halve it", baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };
    expect((await client.post("/api/v1/targets", { ...target, baseline_emissions: 100 })).status).toBe(201);
    const delivery = await spanNamed("deliver webhook");
    expect(delivery).toMatchObject({ kind: 3, attributes: { "server.address": "127.0.0.1" } });
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(JSON.stringify(receiver.received)).not.toContain("traceparent");
  }, 120_000);

  test("nothing of it says who, with which key, or what", () => {
    const received = collector.received();
    const words = [key, id, "Traced Company", "limit=7", "SECRET-NUMBER", "private-name", "private-path", "Elforbrug"];
    expect(words.filter((word) => received.includes(word))).toEqual([]);
    expect(received).toContain("POST /v1/traces");
  });
});

test("without a collector nothing of the libraries is loaded", () => {
  const program = `
    import { createRequire } from "node:module";
    await import(${JSON.stringify(join(ROOT, "dist/composition/app.js"))});
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify([loaded.length > 100, loaded.filter((path) => /@opentelemetry.(?!api.)/.test(path))]));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    cwd: ROOT,
  });
  expect(JSON.parse(printed)).toEqual([true, []]);
});
