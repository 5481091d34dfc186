import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/core/operation.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { forConsultantsAtClients } from "../contract/calls.ts";
import { call } from "../support/http-client.ts";
import { restRequest, uploadBody } from "../support/rest-request.ts";
import type { TestKey } from "../support/app.ts";
import { consultant, consultantKey, grant } from "../support/consultants.ts";
import { type Demo, demoTenant } from "../support/demo.ts";
import { certificateStatement } from "../support/demo-files.ts";
import { mailServer, type MailServer } from "../support/mail-server.ts";
import { type NamedRequest, sendTogether, untilDefinite } from "../support/repeated-requests.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

/** Kills of the service; CRASH_CYCLES=60 is the long run. */
const CYCLES = Number(process.env["CRASH_CYCLES"] ?? 2);
/** So many that no key comes near its 60 writes a minute. */
const KEYS = 12;
const SECRET_KEY = "a secret of at least thirty-two characters";

/**
 * They keep a decision first and then take its lines one by one, each in a transaction of its own: an answer that is lost in
 * the middle is told as of unknown outcome, the decision stands in its list, and going on takes the lines that are left.
 */
const IN_STEPS: ReadonlySet<string> = new Set([
  "decide_review_group",
  "continue_review_group_decision",
  "undo_review_group_decision",
]);

/** Every route that can make something; what consultants do to drafts and attestations of their own makes nothing new. */
const operations = OPERATIONS.filter(
  (operation) =>
    operation.rest.method === "POST" &&
    !IN_STEPS.has(operation.name) &&
    (!forConsultantsAtClients(operation) || operation.rest.status === 201),
);

let demo: Demo;
let site: Installation;
let service: ServiceProcess;
let mails: MailServer;
let keys: TestKey[];
let consultantOfAll: TestKey;
/** As SQL: what the callers of this test did. */
let byUs: string;

beforeAll(async () => {
  demo = await demoTenant();
  keys = [];
  for (let count = 0; count < KEYS; count += 1) keys.push(await demo.app.key(demo.tenant));
  const organisation = await consultant(demo.app.db, "Klima & Co");
  consultantOfAll = await consultantKey(demo.app.db, organisation);
  await grant(demo.app.db, demo.tenant, organisation);
  byUs = `similar to '%(${[...keys, consultantOfAll].map(({ id }) => id).join("|")})%'`;
  mails = await mailServer();
  site = installation();
  await giveStoreTo(site.dataDir);
  service = await start();
}, 600_000);

afterAll(async () => {
  await site.remove();
  await mails.close();
  await demo.close();
});

/** The demo's originals were not kept: the empty store of the service is the one that belongs to the database. */
async function giveStoreTo(dataDir: string): Promise<void> {
  const { rows } = await demo.owner.query<{ id: string }>(
    "insert into installation (id) values (gen_random_uuid()) returning id::text",
  );
  mkdirSync(join(dataDir, "documents"), { recursive: true });
  writeFileSync(join(dataDir, "documents", "installation"), `${rows[0]?.id ?? ""}\n`);
}

async function start(): Promise<ServiceProcess> {
  const { connection } = demo.app.db;
  if (connection.kind !== "socket") throw new Error("the tests' server listens on a socket");
  const { directory, port, user, database } = connection;
  const DATABASE_URL = `postgresql:///${database}?host=${encodeURIComponent(directory)}&port=${port}&user=${user}`;
  return await site.start({ env: { DATABASE_URL, SECRET_KEY, SMTP_URL: `smtp://127.0.0.1:${mails.port}` } });
}

/** One request of every operation over records that no earlier round has used up, each with a key of its own. */
async function requests(): Promise<NamedRequest[]> {
  await endLimitedRecords();
  const made: NamedRequest[] = [];
  for (const [index, operation] of operations.entries()) {
    const isConsultants = operation.callers === "consultant";
    const caller = isConsultants ? consultantOfAll : keys[index % KEYS];
    const request = restRequest(operation, await inputOf(operation));
    const key = randomUUID();
    const headers = {
      ...request.call.headers,
      authorization: `Bearer ${caller?.key ?? ""}`,
      "idempotency-key": key,
      ...(isConsultants ? { "x-svc-tenant": demo.tenant.id } : {}),
    };
    made.push({ operation: operation.name, key, path: request.path, call: { ...request.call, headers } });
  }
  return made;
}

/** The contract's example; an attestation is of the bytes that the report has, and says what none said before. */
async function inputOf(operation: Operation): Promise<Readonly<Record<string, unknown>>> {
  const input = await demo.example(operation);
  if (operation.name === "record_activities_from_file") return { ...input, file: await stored(filledTemplate()) };
  if (operation.name === "register_energy_instruments_from_file")
    return { ...input, file: await stored(certificateStatement()) };
  // The service goes by the real clock, and tells of nothing that is longer ago than it keeps deliveries.
  if (operation.name === "recover_webhook")
    return { ...input, since: new Date(Date.now() - 24 * 3600 * 1000).toISOString() };
  if (!forConsultantsAtClients(operation)) return input;
  const { rows } = await demo.owner.query<{ sha256: string }>("select sha256 from reports where id = $1", [
    input["report_id"],
  ]);
  return { ...input, sha256: rows[0]?.sha256, statement: `Nothing speaks against the figures (${randomUUID()})` };
}

let templates = 0;

function filledTemplate(): string {
  templates += 1;
  return `description;quantity;period_start;period_end;reason\nSalg;${100 + templates};2026-04-01;2026-04-30;Kørebog\n`;
}

/** The service's store is its own: it is given a table as clients give it. Returns the id of the file. */
async function stored(table: string): Promise<string> {
  const upload = uploadBody(table);
  const headers = {
    ...upload.headers,
    authorization: `Bearer ${keys[0]?.key ?? ""}`,
    "idempotency-key": randomUUID(),
  };
  const answer = await call(service.base, "/api/v1/activities/evidence", {
    method: "POST",
    headers,
    body: upload.body,
  });
  const { files } = JSON.parse(answer.text) as { readonly files: readonly { readonly id: string }[] };
  return files[0]?.id ?? "";
}

/** Companies may have so many at a time: those of earlier rounds make room. */
async function endLimitedRecords(): Promise<void> {
  const ours = [...keys, consultantOfAll].map(({ id }) => id);
  await demo.owner.query("update api_keys set revoked_at = now() where revoked_at is null and id <> all($1)", [ours]);
  const ended = "status = 'deactivated', deactivated_reason = 'a test'";
  await demo.owner.query(`update webhooks set ${ended} where status = 'active' and created_by ${byUs}`);
  await demo.owner.query(`delete from data_sources where created_by ${byUs}`);
}

/** Rows by table that name one of our callers as who made them. */
async function rowsByUs(): Promise<Map<string, number>> {
  const { rows: tables } = await demo.owner.query<{ name: string; maker: string }>(
    `select table_name as name, min(column_name) as maker from information_schema.columns
     where table_schema = 'public' and column_name in ('actor', 'created_by', 'requested_by', 'recorded_by', 'submitted_by')
     group by table_name order by table_name`,
  );
  const counts = new Map<string, number>();
  for (const { name, maker } of tables) {
    const { rows } = await demo.owner.query<{ n: number }>(
      `select count(*)::int as n from ${name} where ${maker} ${byUs}`,
    );
    counts.set(name, rows[0]?.n ?? 0);
  }
  return counts;
}

function difference(after: Map<string, number>, before: Map<string, number>): Record<string, number> {
  const changed = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(changed.filter(([, count]) => count > 0));
}

/** Audit events of our callers that were written by another transaction than the one that kept an answer. */
async function effectsWithoutAnswer(): Promise<unknown[]> {
  const { rows } = await demo.owner.query(
    `select action, count(*)::int as n from audit_events e where actor ${byUs}
       and not exists (select from idempotency_keys k where k.xmin = e.xmin and k.answer is not null)
       and action <> 'factor_releases.applied' -- of the run in the background, in the name of who asked for it
     group by action order by action`,
  );
  return rows;
}

async function doubledDeliveries(): Promise<unknown[]> {
  const { rows } = await demo.owner.query(
    `select webhook_id, event_id from webhook_deliveries where kind = 'event'
     group by tenant_id, environment, webhook_id, event_id having count(*) > 1 limit 10`,
  );
  return rows;
}

/** What one round changes whose requests are all answered at once. */
let calm: Record<string, number> = {};

describe(`kill -9 during one POST of each of ${operations.length} routes, ${CYCLES} times`, () => {
  test("every example is answered when nothing is killed, and repeated word for word", async () => {
    const before = await rowsByUs();
    const sent = await requests();
    const first = await Promise.all(sent.map((request) => untilDefinite(service.base, request)));
    const refused = first.flatMap(({ status, text }, index) =>
      status < 300 ? [] : [`${sent[index]?.operation ?? ""}: ${text}`],
    );
    expect(refused).toEqual([]);
    const again = await Promise.all(sent.map((request) => untilDefinite(service.base, request)));
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    calm = difference(await rowsByUs(), before);
    expect(Object.keys(calm).length).toBeGreaterThan(10);
    expect(await effectsWithoutAnswer()).toEqual([]);
  }, 300_000);

  test.each(Array.from({ length: CYCLES }, (_, cycle) => cycle))(
    "cycle %i: the repeated requests make every record and every event once",
    async (cycle) => {
      const before = await rowsByUs();
      const sent = await requests();
      // By what was answered, not by the clock, so that slow machines are killed at work as well.
      const kill_after = (cycle * 7) % (sent.length - 1);
      const cut = await sendTogether(service.base, sent, (count) => {
        if (count > kill_after) service.signal("SIGKILL");
      });
      await service.ended();
      service = await start();
      const repeated = await Promise.all(sent.map((request) => untilDefinite(service.base, request)));
      for (const [index, answer] of repeated.entries()) {
        expect(answer.status, `${sent[index]?.operation ?? ""}: ${answer.text}`).toBeLessThan(300);
        const earlier = cut[index];
        if (earlier !== null && earlier !== undefined) expect(answer.text).toBe(earlier.text);
      }
      expect(cut.some((answer) => answer === null)).toBe(true);
      for (const [table, count] of Object.entries(difference(await rowsByUs(), before))) {
        expect([table, count]).toEqual([table, Math.min(count, calm[table] ?? 0)]);
      }
      expect(await effectsWithoutAnswer()).toEqual([]);
      expect(await doubledDeliveries()).toEqual([]);
    },
    300_000,
  );

  test("no mail was sent twice under two names", () => {
    const named = new Map<string, Set<string>>();
    for (const { recipients, headers, body } of mails.received) {
      const id = headers.find((line) => /^message-id:/i.test(line)) ?? "";
      const mail = JSON.stringify([recipients, body]);
      named.set(mail, (named.get(mail) ?? new Set()).add(id));
    }
    expect([...named.values()].filter((ids) => ids.size > 1)).toEqual([]);
  });

  test("the audit chain of the company is whole", async () => {
    const { rows } = await demo.owner.query(
      `select e.seq from audit_events e left join audit_events p
         on p.tenant_id = e.tenant_id and p.environment = e.environment and p.seq = e.seq - 1
       where e.tenant_id = $1 and e.seq > 1 and e.prev_hash is distinct from p.hash limit 5`,
      [demo.tenant.id],
    );
    expect(rows).toEqual([]);
  });
});
