import { afterAll, beforeAll, expect, test } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import { statement } from "../../src/core/statement.ts";
import { selectWaitingReadings } from "../../src/modules/activities/index.ts";
import { verifyAudit } from "../../src/modules/audit/index.ts";
import { compareRollups, compareWaiting } from "../../src/modules/emissions/index.ts";
import { testApp, type TestApp, type TestKey } from "../support/app.ts";
import type { TenantIdentity } from "../../src/core/context.ts";
import type { TestFile } from "../support/pipeline.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

/** Months of 2025, a kill in each; CRASH_CYCLES=12 is the long run. */
const CYCLES = Math.min(12, Number(process.env["CRASH_CYCLES"] ?? 4));
const ROWS = 20;
const KM_OF_ROW = 100;
/** Milliseconds after which a process is killed that is making the record, or reading its rows. */
const KILL_AFTER_MS = [3, 25, 60, 120, 10, 40];

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;
let site: Installation;
let processes: [ServiceProcess, ServiceProcess];

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
  site = installation();
  processes = [await start(), await start()];
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

function rowsOf(month: string): TestFile[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const day = String(index + 1).padStart(2, "0");
    const text =
      "Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb\n" +
      `${day}-${month}-2025;${index};2820;Kilometergodtgørelse;Km ${month}/${day};${KM_OF_ROW};km;379,00\n`;
    return { name: `${month}-${day}.csv`, bytes: Buffer.from(text) };
  });
}

/** Sends the record again, with the same key of repetition, until an answer says that it is there. */
async function recordOf(month: string): Promise<string> {
  const body = JSON.stringify({
    category_id: "transport.travel.private_car",
    description: `Km ${month}`,
    quantity: ROWS * KM_OF_ROW,
    unit: "km",
    service_period_start: `2025-${month}-01`,
    service_period_end: `2025-${month}-28`,
    covers: { accounts: ["2820"] },
    reason: "Driving log",
  });
  const headers = {
    authorization: `Bearer ${key.key}`,
    "content-type": "application/json",
    "idempotency-key": `record-${month}`,
  };
  return await until(`the record of ${month}`, async () => {
    const url = `${processes[1].base}/api/v1/activities`;
    const answer = await fetch(url, { method: "POST", headers, body }).catch(() => null);
    if (answer?.status !== 201) return null;
    return ((await answer.json()) as { activity_id: string }).activity_id;
  });
}

async function uploaded(files: readonly TestFile[]): Promise<void> {
  await until("the upload", async () => {
    const answer = await restClient(processes[0].base, key.key)
      .upload(files)
      .catch(() => null);
    return answer?.status === 202 ? true : null;
  });
}

async function killAndRestart(which: 0 | 1): Promise<void> {
  const killed = processes[which];
  killed.signal("SIGKILL");
  await killed.ended();
  processes[which] = await start();
}

interface Row {
  readonly description: string;
  readonly status: string;
  readonly record: string | null;
}

const CURRENT_ROWS = statement(`
  select a.description, s.status, s.conversion -> -1 ->> 'to' as record
  from activities a join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
  where a.tenant_id = $1 and a.environment = $2 and a.line_kind = 'ledger_row' and not exists (
    select from activity_splits l where l.tenant_id = $1 and l.environment = $2 and l.supersedes_split_id = s.id)
  order by a.id limit 1000`);

async function currentRows(): Promise<readonly Row[]> {
  return await app.db.context(tenant).db.rows<Row>(CURRENT_ROWS);
}

test("rows are evidence of their record once, whichever of two processes is killed while both arrive", async () => {
  const ids: string[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const month = String(cycle + 1).padStart(2, "0");
    const files = rowsOf(month);
    const made = recordOf(month);
    const sent = Promise.all([uploaded(files.slice(0, ROWS / 2)), uploaded(files.slice(ROWS / 2))]);
    await delay(KILL_AFTER_MS[cycle % KILL_AFTER_MS.length]);
    await killAndRestart(cycle % 2 === 0 ? 1 : 0);
    ids.push(await made);
    await sent;
  }
  const { db } = app.db.context(tenant);
  const client = restClient(processes[0].base, key.key);
  // Files of a dead process are taken up when their lease has ended.
  await until(
    "the end of every file",
    async () => ((await currentRows()).length === CYCLES * ROWS ? true : null),
    1_000,
  );
  for (const { description, status, record } of await currentRows()) {
    const month = Number(description.slice(3, 5));
    expect({ description, status, record }).toEqual({ description, status: "excluded", record: ids[month - 1] });
  }
  const { body } = await client.get("/api/v1/emissions/summary?from=2025-01-01&to=2025-12-31");
  const { body: one } = await client.get("/api/v1/emissions/summary?from=2025-01-01&to=2025-01-31");
  expect(one.total_co2e_kg).toBeGreaterThan(0);
  expect(body.total_co2e_kg).toBeCloseTo(one.total_co2e_kg * CYCLES, 3);
  expect(new Set(ids).size).toBe(CYCLES);
  expect((await client.get("/api/v1/review-items")).body.items).toEqual([]);
  expect((await verifyAudit(db)).problems).toEqual([]);
  expect(await compareRollups(db)).toEqual([]);
  expect(await compareWaiting(db, await selectWaitingReadings(db))).toEqual([]);
}, 600_000);
