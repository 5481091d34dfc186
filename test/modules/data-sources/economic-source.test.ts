import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import type { BookedEntry } from "../../support/economic-contract.ts";
import { ECONOMIC_TOKENS, type EconomicServer, economicServer, RENEWED_TOKENS } from "../../support/economic-server.ts";
import { type SourceCompany, type SourceSite, sourceSite } from "../../support/source-site.ts";

let site: SourceSite;
let server: EconomicServer;

beforeAll(async () => {
  server = await economicServer();
  site = await sourceSite({ economic_url: server.url });
});
beforeEach(() => server.reset());
afterEach(() => {
  expect(site.service.errors).toEqual([]);
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const entry = (entryNumber: number, overrides: Partial<BookedEntry> = {}): BookedEntry => ({
  entryNumber,
  accountNumber: 2750,
  date: "2026-03-05",
  amount: 100 + entryNumber / 100,
  amountInBaseCurrency: 100 + entryNumber / 100,
  type: 3,
  voucherNumber: 5000 + entryNumber,
  text: `Kopipapir, "A4" nr. ${entryNumber}`,
  ...overrides,
});
const request = (has_documents = false) => ({
  connection: { kind: "economic", has_documents },
  credentials: ECONOMIC_TOKENS,
});

const LINES = statement(`
  select a.external_id, a.description, a.amount, a.currency, a.gl_account, a.gl_account_name, a.data_source_id, a.transaction_date
  from activities a where a.tenant_id = $1 and a.environment = $2 order by a.amount, a.id limit 5000`);
const STATUSES = statement(`
  select s.status, count(*)::int as lines from activity_splits s where s.tenant_id = $1 and s.environment = $2
    and not exists (select from activity_splits n where n.tenant_id = $1 and n.environment = $2 and n.supersedes_split_id = s.id)
  group by 1 order by 1 limit 10`);
const lines = ({ ctx }: SourceCompany) => ctx.db.rows<Record<string, string | null>>(LINES);

test("730 entries over pages, a 503 and a full bucket become 730 lines of their source, at no cost of quota", async () => {
  const company = await site.company();
  for (let number = 1; number <= 730; number += 1) server.entries.push(entry(number));
  server.failing = 1;
  server.bucket = 4;
  server.page_rows = 100;
  const { id } = await company.create(request());
  expect(await company.test(id)).toMatchObject({ is_working: true });
  expect(await company.sync(id)).toMatchObject({ status: "idle", error_code: null, failed_count: 0 });
  expect(server.throttled).toBeGreaterThan(0);
  await site.service.drain();
  const files = await company.files();
  expect(files).toHaveLength(8);
  expect(files.every(({ quota_period }) => quota_period === null)).toBe(true);
  expect(files.every(({ status }) => status === "processed" || status === "needs_review")).toBe(true);
  const found = await lines(company);
  expect(found).toHaveLength(730);
  expect(found[0]).toMatchObject({
    description: 'Kopipapir, "A4" nr. 1',
    amount: expect.stringMatching(/^100\.01/),
    gl_account: "2750",
    gl_account_name: "Kontorartikler",
    data_source_id: id,
    transaction_date: expect.stringMatching(/^2026-03-05/),
  });
});

test("a second sync adds nothing, a new entry adds one, and only what is new is asked for", async () => {
  const company = await site.company();
  server.entries.push(entry(1), entry(2));
  const { id } = await company.create(request());
  await company.sync(id);
  await company.sync(id);
  server.entries.push(entry(3));
  await company.sync(id);
  await site.service.drain();
  expect(await lines(company)).toHaveLength(3);
  const filters = server.answered.filter((path) => path.includes("booked-entries")).map(filterOf);
  expect(filters).toEqual(["entryNumber$gt:0", "entryNumber$gt:2", "entryNumber$gt:2"]);
});

test("an entry that cannot be read is counted and holds up no other", async () => {
  const company = await site.company();
  server.entries.push(entry(1), entry(3));
  server.malformed.push({ ...entry(2), amount: "many" });
  const { id } = await company.create(request());
  expect(await company.sync(id)).toMatchObject({ status: "idle", failed_count: 1 });
  await site.service.drain();
  expect(await lines(company)).toHaveLength(2);
});

test("a grant that is withdrawn needs attention; a renewed one goes on without doubling", async () => {
  const company = await site.company();
  server.entries.push(entry(1));
  const { id } = await company.create(request());
  await company.sync(id);
  server.isRevoked = true;
  expect(await company.sync(id)).toMatchObject({ status: "needs_attention", error_code: "auth_failed" });
  server.isRevoked = false;
  server.entries.push(entry(2));
  await company.update(id, { credentials: ECONOMIC_TOKENS });
  expect(await company.sync(id)).toMatchObject({ status: "idle", error_code: null });
  await site.service.drain();
  expect(await lines(company)).toHaveLength(2);
});

test("a service that asks for a long pause gets it", async () => {
  const company = await site.company();
  server.bucket = 0;
  server.retry_after = "7200";
  const { id } = await company.create(request());
  const throttled = await company.sync(id);
  expect(throttled).toMatchObject({ status: "error", error_code: "rate_limited" });
  const pause_ms = Date.parse(throttled.next_sync_at ?? "") - site.service.db.clock.now().getTime();
  expect(pause_ms).toBe(7_200_000);
});

test("a run that is broken off between pages goes on from its last page, in another process, without doubling", async () => {
  const company = await site.company();
  for (let number = 1; number <= 350; number += 1) server.entries.push(entry(number));
  const { id } = await company.create(request());
  server.page_rows = 100;
  const broken = site.anotherWorker();
  // The agreement, two pages and the accounts are answered; then the process is told to stop.
  server.bucket = 4;
  server.retry_after = "15";
  const running = broken.drain();
  await expect.poll(() => server.throttled).toBe(1);
  await broken.close();
  await running.catch(() => undefined);
  server.bucket = Infinity;
  expect((await company.files()).length).toBe(2);
  // Meanwhile the server has forgotten where its cursor stood.
  server.epoch += 1;
  await site.service.db.database.admin.rows(statement("update jobs set run_at = now() where kind = 'sync_source'"));
  expect(await company.sync(id)).toMatchObject({ status: "idle" });
  await site.service.drain();
  expect(await lines(company)).toHaveLength(350);
});

test("attached PDFs are fetched where they are wanted, each once", async () => {
  const company = await site.company();
  server.entries.push(entry(1));
  server.documents.set(7, Buffer.from("%PDF-1.4 seven"));
  server.documents.set(8, Buffer.from("%PDF-1.4 eight"));
  const { id } = await company.create(request(true));
  await company.sync(id);
  server.documents.set(9, Buffer.from("%PDF-1.4 nine"));
  await company.sync(id);
  const names = (await company.files()).map(({ name }) => name);
  expect(names).toEqual(["70-7.pdf", "80-8.pdf", "90-9.pdf", "Bills.csv"]);
});

test("a page of a thousand rows is kept in pieces of two hundred, and asked for once", async () => {
  const company = await site.company();
  for (let number = 1; number <= 1030; number += 1) server.entries.push(entry(number));
  const { id } = await company.create(request());
  await company.sync(id);
  await site.service.drain();
  expect(await lines(company)).toHaveLength(1030);
  expect(await company.files()).toHaveLength(6);
  expect(server.answered.filter((path) => path.includes("booked-entries"))).toHaveLength(2);
});

test("an entry without a currency is in the agreement's own, one with a currency in that, and an opening entry is none", async () => {
  const company = await site.company();
  server.agreement.base_currency = "EUR";
  server.entries.push(
    entry(1, { currencyCode: null }),
    entry(2, { currencyCode: "SEK", date: "2026-03-05T00:00:00" }),
    entry(3, { type: 7 }),
    entry(4),
  );
  const { id } = await company.create(request());
  expect(await company.sync(id)).toMatchObject({ status: "idle", failed_count: 0 });
  await site.service.drain();
  expect((await lines(company)).map(({ currency }) => currency)).toEqual(["EUR", "SEK", "EUR"]);
});

test("an agreement that is connected anew with another token is the same one; another agreement is read from its beginning", async () => {
  const company = await site.company();
  server.entries.push(entry(1), entry(2));
  const { id } = await company.create(request());
  await company.sync(id);
  await company.remove(id);
  const again = await company.create({ ...request(), credentials: RENEWED_TOKENS });
  await company.sync(again.id);
  await site.service.drain();
  expect(await lines(company)).toHaveLength(2);
  server.agreement.number = 7_654_321;
  server.entries.splice(0, 2, entry(1, { amount: 7 }), entry(2, { amount: 8 }));
  await company.update(again.id, { credentials: ECONOMIC_TOKENS });
  await company.sync(again.id);
  await site.service.drain();
  expect(await lines(company)).toHaveLength(4);
});

test("of an agreement that is connected anew, an entry equal to one that it had before is a purchase of its own", async () => {
  const company = await site.company();
  const equal = { amount: 480, amountInBaseCurrency: 480, text: "Kopipapir A4" };
  server.entries.push(entry(1, equal));
  const { id } = await company.create(request());
  await company.sync(id);
  await site.service.drain();
  await company.remove(id);
  server.entries.push(entry(2, equal));
  const again = await company.create({ ...request(), credentials: RENEWED_TOKENS });
  await company.sync(again.id);
  await site.service.drain();
  expect(await lines(company)).toHaveLength(2);
  expect(await company.ctx.db.rows(STATUSES)).toEqual([{ status: "classified", lines: 2 }]);
});

test("what an earlier release took under the token is known under the agreement's number", async () => {
  const company = await site.company();
  server.entries.push(entry(1), entry(2));
  const { id } = await company.create(request());
  const [before] = await site.service.db.database.admin.rows<{ origin: string }>(ORIGIN, [id]);
  expect(before?.origin).toMatch(/^[0-9a-f]{64}$/);
  await company.sync(id);
  // As it was then, and at the beginning again.
  await site.service.db.database.admin.rows(BACK, [id, before?.origin ?? ""]);
  await company.sync(id);
  await site.service.drain();
  expect(await lines(company)).toHaveLength(2);
  const [after] = await site.service.db.database.admin.rows<{ origin: string }>(ORIGIN, [id]);
  expect(after?.origin).toBe("economic-agreement 1234567");
});

test("a budget of calls that is nearly used up spaces the requests", async () => {
  const company = await site.company();
  server.entries.push(entry(1));
  server.rate_limiting = "token-limit-10000-per-2-seconds: 9000/10000";
  const { id } = await company.create(request());
  await company.sync(id);
  const pauses = server.times.slice(1).map((time, index) => time - (server.times[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(1);
  expect(Math.min(...pauses)).toBeGreaterThan(780);
});

test("a version that is not served any more is said to be the operator's business", async () => {
  const company = await site.company();
  server.gone.add("/bookedEntriesapi/v7.0.0/booked-entries");
  const { id } = await company.create(request());
  expect(await company.sync(id)).toMatchObject({
    status: "error",
    error_code: "bad_data",
    error_message: expect.stringMatching(/no longer serves \/bookedEntriesapi\/v7\.0\.0.*operator/),
  });
});

const ORIGIN = statement("select origin from data_sources where id = $1 limit 1");
const BACK = statement(`
  with items as (update data_source_items set origin = $2 where data_source_id = $1)
  update data_sources set origin = $2, cursor = null where id = $1`);

function filterOf(path: string): string | null {
  return new URL(path, "http://127.0.0.1").searchParams.get("filter");
}
