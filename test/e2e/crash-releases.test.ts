import { afterAll, beforeAll, expect, test } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import type { TenantIdentity } from "../../src/core/context.ts";
import { statement } from "../../src/core/statement.ts";
import { verifyAudit } from "../../src/modules/audit/index.ts";
import { compareRollups } from "../../src/modules/emissions/index.ts";
import { testApp, type TestApp, type TestKey } from "../support/app.ts";
import { loadEarlierMix } from "../support/earlier-release.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

/** Lines of the year; CRASH_LINES=100000 is the long run. */
const LINES = Number(process.env["CRASH_LINES"] ?? 2_000);
const LINES_PER_FILE = 2_000;
/** How many times longer than a run of 2,000 lines this one takes, at most. */
const LENGTH = LINES / 2_000;
/** Milliseconds after which the process that applies is killed: while lines are prepared, and while they are written. */
const KILL_AFTER_MS = [120, 500, 1_100].map((after_ms) => after_ms * LENGTH);
/** Milliseconds that reading all lines, and a run over them, may take. */
const LIMIT_MS = 60_000 + 30_000 * LENGTH;
/** Between two looks at a run: a credential may read 600 times a minute. */
const LOOK_MS = 250;

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;
let site: Installation;
let service: ServiceProcess;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
  await loadEarlierMix(app.db.database.admin);
  await app.db.database.admin.rows(BEGUN_BEFORE, [tenant.id]);
  site = installation();
  service = await start();
}, 600_000);

afterAll(async () => {
  await site.remove();
  await app.close();
});

async function start(): Promise<ServiceProcess> {
  const { connection } = app.db;
  if (connection.kind !== "socket") throw new Error("the tests' server listens on a socket");
  const { directory, port, user, database } = connection;
  const DATABASE_URL = `postgresql:///${database}?host=${encodeURIComponent(directory)}&port=${port}&user=${user}`;
  return await site.start({ env: { DATABASE_URL, SECRET_KEY: "a secret of at least thirty-two characters" } });
}

async function call(method: "GET" | "POST", path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key.key}`, "content-type": "application/json" };
  return await until(path, async () => {
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${service.base}/api/v1${path}`, init).catch(() => null);
    if (answer === null || answer.status === 503) return null;
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text) as Record<string, unknown>;
  });
}

function fileOf(first: number, count: number) {
  const head = "Dato;Leverandør;CVR;Tekst;Beløb ekskl. moms;Valuta;Mængde;Enhed;Kategori";
  const lines = Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const month = String((n % 12) + 1).padStart(2, "0");
    return `2025-${month}-15;Elselskabet ${n} ApS;;El bimåler ${n};${100 + Math.floor(n / 100)},${String(n % 100).padStart(2, "0")};DKK;${100 + (n % 7)};kWh;energy.electricity.grid_dk`;
  });
  return { name: `lines-${first}.csv`, bytes: Buffer.from([head, ...lines, ""].join("\n")) };
}

/** The year began before electricity 2026.2 shipped. */
const BEGUN_BEFORE = statement(`
  insert into factor_releases_in_force (tenant_id, environment, subject, period_from, period_to, release)
  values ($1, 'live', 'electricity', '2025-01-01', '2025-12-31', '2026.1')`);

const EXPIRE = statement("update jobs set locked_until = now() where state = 'running'");

interface Scope {
  readonly scope: string;
  readonly location_based_before_kg: number;
  readonly location_based_after_kg: number;
}
interface Run {
  readonly id: string;
  readonly status: string;
  readonly failure: string | null;
  readonly effect: { readonly changed_count: number; readonly scopes: readonly Scope[] } | null;
}

const runOf = async (id: string): Promise<Run> => (await call("GET", `/factor-release-runs/${id}`)) as unknown as Run;

async function ended(id: string, status: string): Promise<Run> {
  const asked = async (): Promise<Run | null> => {
    const run = await runOf(id);
    if (run.status === "failed") throw new Error(run.failure ?? "failed");
    return run.status === status ? run : null;
  };
  const begun = performance.now();
  const run = await until(`${id} to be ${status}`, asked, LOOK_MS, LIMIT_MS);
  process.stdout.write(`${LINES} lines ${status}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  return run;
}

const scope2 = async (): Promise<number> => {
  const summary = await call("GET", "/emissions/summary?from=2025-01-01&to=2025-12-31");
  return (summary["scope2"] as { location_based_kg: number }).location_based_kg;
};

test("a release is applied as it was previewed, whenever the process that applies it is killed", async () => {
  for (let first = 0; first < LINES; first += LINES_PER_FILE) {
    await restClient(service.base, key.key).upload([fileOf(first, Math.min(LINES_PER_FILE, LINES - first))]);
  }
  const expected = Array.from({ length: LINES }, (_, n) => (100 + (n % 7)) * 0.123).reduce(
    (one, other) => one + other,
    0,
  );
  await until("all lines", async () => (Math.abs((await scope2()) - expected) < 0.01 ? true : null), 2_000, LIMIT_MS);
  for (const [cycle, kill_after_ms] of KILL_AFTER_MS.entries()) {
    const release = cycle % 2 === 0 ? "2026.2" : "2026.1";
    const asked = { period_end: "2025-12-31", releases: [{ subject: "electricity", release }] };
    const { id } = await until("the release to be known", async () => {
      const headers = { authorization: `Bearer ${key.key}`, "content-type": "application/json" };
      const url = `${service.base}/api/v1/factor-release-runs`;
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(asked) });
      return answer.status === 202 ? ((await answer.json()) as Run) : null;
    });
    const preview = await ended(id, "previewed");
    const [scope] = preview.effect?.scopes ?? [];
    expect(preview.effect?.changed_count).toBe(LINES);
    const before = await scope2();
    expect(scope?.location_based_before_kg).toBeCloseTo(before, 3);
    await call("POST", `/factor-release-runs/${id}/apply`, {});
    await delay(kill_after_ms);
    service.signal("SIGKILL");
    await service.ended();
    service = await start();
    // The figure first: a run that is applying after it was read was so before.
    const figure = await scope2();
    if ((await runOf(id)).status === "applying") expect(figure).toBeCloseTo(before, 3);
    // What a dead process had in work is taken up when its lease has ended.
    await app.db.database.admin.rows(EXPIRE);
    const done = await ended(id, "applied");
    expect(done.effect?.scopes).toEqual(preview.effect?.scopes);
    expect(await scope2()).toBeCloseTo(scope?.location_based_after_kg ?? 0, 3);
  }
  const { db } = app.db.context(tenant);
  expect((await verifyAudit(db)).problems).toEqual([]);
  expect(await compareRollups(db)).toEqual([]);
}, 3_600_000);
