import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { generateReport, LIVE_REPORTS_MAX } from "../../../src/modules/reports/generate-report.ts";
import { giveUpReport, renderReport } from "../../../src/modules/reports/index.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import type { Answer } from "../../support/http-client.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { toolCall } from "../../support/tool-call.ts";

/** Terms that differ: three standards, two formats and two languages of each year. */
const TERMS = Array.from({ length: 9 }, (_, index) => 2017 + index).flatMap((report_year) =>
  ["vsme_basic", "vsme_comprehensive", "csrd"].flatMap((standard_type) =>
    ["json", "xlsx"].flatMap((format) =>
      ["da", "en"].map((language) => ({ report_year, standard_type, format, language })),
    ),
  ),
);
type Terms = (typeof TERMS)[number];

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
  const years = [...new Set(TERMS.map(({ report_year }) => report_year))];
  await record(
    app.db.context(tenant),
    years.map((year, index) => ledgerLine(index, { date: `${year}-03-01` })),
  );
});
afterAll(() => app.close());

/** So many that several of them find the last places free, and none waits long for a connection to the database. */
const AT_ONCE = 18;

async function ask(terms: Terms): Promise<Answer> {
  // Every request in a minute of its own: the limit on requests is another one.
  app.db.clock.advance(60);
  const headers = { "content-type": "application/json" };
  return await app.as(key, "/api/v1/reports", { method: "POST", headers, body: JSON.stringify(terms) });
}

const LIVE = statement(`
  select id from report_jobs where tenant_id = $1 and environment = $2 and status in ('queued', 'running')
  order by created_at, id limit 1000`);
const live = () => app.db.context(tenant).db.rows<{ id: string }>(LIVE, []);

const KEPT = statement(`
  select (select count(*)::int from jobs where tenant_id = $1 and environment = $2) as queued,
    (select count(*)::int from report_jobs where tenant_id = $1 and environment = $2) as asked,
    (select count(*)::int from audit_events
      where tenant_id = $1 and environment = $2 and action = 'report.requested') as audited
  order by 1 limit 1`);
const kept = async () => (await app.db.context(tenant).db.rows(KEPT, []))[0];

const ALL_KEPT = { queued: LIVE_REPORTS_MAX, asked: LIVE_REPORTS_MAX, audited: LIVE_REPORTS_MAX };

/** The terms that find no place, in the order given. */
async function refusedTerms(): Promise<Terms[]> {
  const refused: Terms[] = [];
  for (const terms of TERMS) if ((await ask(terms)).status === 429) refused.push(terms);
  return refused;
}

test(
  "a company has a hundred reports in the queue and no more, also when many ask at once",
  { timeout: 300_000 },
  async () => {
    const answers: Answer[] = [];
    for (let from = 0; from < TERMS.length; from += AT_ONCE) {
      answers.push(...(await Promise.all(TERMS.slice(from, from + AT_ONCE).map(ask))));
    }
    const counted = [202, 429].map((status) => answers.filter((answer) => answer.status === status).length);
    expect(counted).toEqual([LIVE_REPORTS_MAX, TERMS.length - LIVE_REPORTS_MAX]);
    expect(await live()).toHaveLength(LIVE_REPORTS_MAX);
    expect(await kept()).toEqual(ALL_KEPT);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers["retry-after"]).toBe("15");
    expect(refused?.json()).toMatchObject({ code: "report.queue_full", retry_after_seconds: 15 });
  },
);

test(
  "what is in the queue is still given for equal terms, and a refusal leaves nothing behind",
  { timeout: 300_000 },
  async () => {
    const ids = (await live()).map(({ id }) => id);
    const given: unknown[] = [];
    for (const terms of TERMS) {
      const answer = await ask(terms);
      if (answer.status === 202) given.push(answer.json()["id"]);
    }
    expect(new Set(given)).toEqual(new Set(ids));
    expect(await kept()).toEqual(ALL_KEPT);
  },
);

test("an assistant is told so in the result of its call", async () => {
  const [refused] = await refusedTerms();
  const answer = await app.as(key, "/api/mcp", toolCall("generate_report", refused));
  expect(answer.text).toContain("report.queue_full");
  expect(answer.text).toContain("Repeat the request in 15 seconds");
  expect(answer.text).toContain('"isError":true');
});

test("another company and the other environment are not held up", async () => {
  for (const other of [await app.db.tenant(), { ...tenant, environment: "sandbox" as const }]) {
    const ctx = app.db.context(other);
    await record(ctx, [ledgerLine(99, { date: "2025-03-01" })]);
    expect(await invoke(generateReport, ctx, { ...TERMS.at(-1) })).toMatchObject({ status: "queued" });
  }
});

test("a report that is finished and one that is given up make room for one each", async () => {
  const ctx = app.db.context(tenant);
  const json = TERMS.find(({ format }) => format === "json");
  const finished = await invoke(generateReport, ctx, { ...json });
  const [first, second] = (await live()).map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error("no reports wait");
  expect(finished).toMatchObject({ id: first });
  const before = await refusedTerms();
  await renderReport(ctx, first);
  await giveUpReport(ctx, second, new Error("no engine"));
  // The terms of the one that failed can be asked for again, and come first in the list.
  expect(await refusedTerms()).toHaveLength(before.length - 1);
});
