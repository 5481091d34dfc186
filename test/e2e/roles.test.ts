import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/http-client.ts";
import { type OwnDatabase, ownDatabase } from "../support/own-database.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

const SAMPLE = readFileSync(join(import.meta.dirname, "../../samples/electricity-invoice.xml"));

let site: Installation;
let database: OwnDatabase;
let env: Record<string, string>;
let web: ServiceProcess;
let live: RestClient;

beforeAll(async () => {
  database = await ownDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: "c2VjcmV0IG9mIHR3byBwcm9jZXNzZXMgb24gb25lIGRi" };
  site = installation();
  web = await site.start({ env: { ...env, ROLE: "web", DEMO: "on", SHUTDOWN_DELAY_SECONDS: "3" } });
  const minted = await command("tenant", "create", "--name", "Acme ApS", "--plan", "enterprise");
  const key = await command("key", "create", "--tenant", minted["id"] ?? "", "--name", "test");
  live = restClient(web.base, key["key"] ?? "");
}, 600_000);
afterAll(async () => {
  await site.remove();
  await database.remove();
}, 300_000);

async function command(...words: readonly string[]): Promise<Record<string, string>> {
  const { stdout, stderr } = await site.cliWith(env, ...words, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

async function jobs(): Promise<string[]> {
  const rows = await database.sql<{ state: string }>("select state from jobs order by id");
  return rows.map(({ state }) => state);
}

describe("a process of the role web, and one of the role worker, on one database and store", () => {
  test("web takes a document in and leaves it to wait; the worker reads it, and web tells the figure", async () => {
    const sent = await live.upload([{ name: "electricity-invoice.xml", bytes: SAMPLE }]);
    expect(sent.status).toBe(202);
    // A process that works claims a job at once, and looks again every second.
    const waited = await live.get(`/api/v1/activities/bulk/${sent.body.id}?wait_seconds=5`);
    expect(waited.body.files).toMatchObject([{ status: "stored" }]);
    expect(await jobs()).toEqual(["ready"]);

    const worker = await site.start({ env: { ...env, ROLE: "worker" } });
    const { files } = await live.read(sent.body.id);
    expect(files).toMatchObject([{ status: "processed", error: null, activity_count: 3 }]);
    // 4,125 kWh x 0.064, and 4.3 % of it for losses.
    expect((await live.get("/api/v1/emissions/summary")).body.total_co2e_kg).toBeCloseTo(4125 * 0.064 * 1.043, 4);
    worker.signal("SIGTERM");
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
  }, 300_000);

  test("the worker answers probes and metrics, and nothing else on either port", async () => {
    const worker = await site.start({ env: { ...env, ROLE: "worker" } });
    await worker.says(/works in the background \(ROLE=worker\)\s+probes, metrics +http:\/\/127\.0\.0\.1:\d+\/readyz/);
    expect((await call(worker.base, "/healthz")).status).toBe(200);
    expect((await call(worker.base, "/readyz")).json()).toMatchObject({ status: "ready" });
    expect((await call(worker.base, "/metrics")).text).toContain("carbon_ledger_jobs");
    const { status, text } = await call(worker.base, "/api/v1/me");
    expect({ status, text }).toMatchObject({ status: 404, text: expect.stringContaining("ROLE=worker") as string });
    for (const path of ["/login", "/api/mcp", "/api/invoices", "/.well-known/oauth-authorization-server"]) {
      expect((await call(worker.base, path)).status, path).toBe(404);
    }
    await expect(fetch(`${worker.sandbox}/healthz`)).rejects.toThrow();
    // Links of commands go on naming the address that people can open.
    const [, port = ""] = /:(\d+)$/.exec(web.base) ?? [];
    expect(readFileSync(join(site.dataDir, "base-url"), "utf8")).toBe(`http://localhost:${port}\n`);
    worker.signal("SIGTERM");
    expect(await worker.ended()).toEqual({ code: 0, signal: null });
  }, 300_000);

  test("web reads no demonstration company", () => {
    expect(web.output()).not.toContain("Reading two years");
  });
});

describe("a signal to stop", () => {
  test("takes a process out of the balancer first: not ready at once, still answering until the delay is over", async () => {
    const began = performance.now();
    web.signal("SIGTERM");
    await until("an answer that it is stopping", async () =>
      (await call(web.base, "/readyz")).status === 503 ? true : null,
    );
    expect(performance.now() - began).toBeLessThan(2_500);
    expect((await call(web.base, "/readyz")).json()).toEqual({ status: "stopping" });
    for (const path of ["/healthz", "/api/mcp/schema", "/api/v1/openapi.json"]) {
      const response = await fetch(`${web.base}${path}`);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("connection"), path).toBe("close");
      // Undici ends the process when the other side closes beside an answer that nobody reads.
      await response.arrayBuffer();
    }
    expect(await web.ended()).toEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeGreaterThan(3_000);
  }, 120_000);

  test("a role of its own without a server to share is refused in a sentence", async () => {
    const alone = await site.launch({ env: { ROLE: "worker" } });
    expect((await alone.ended()).code).toBeGreaterThan(0);
    expect(alone.output()).toContain("DATABASE_URL: is needed beside ROLE=worker");
  });
});
