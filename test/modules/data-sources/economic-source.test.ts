import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import {
  ECONOMIC_TOKENS,
  type EconomicEntry,
  type EconomicServer,
  economicServer,
} from "../../support/economic-server.ts";
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

const entry = (entryNumber: number, overrides: Partial<EconomicEntry> = {}): EconomicEntry => ({
  entryNumber,
  accountNumber: 2750,
  date: "2026-03-05",
  amount: 100 + entryNumber / 100,
  currency: "DKK",
  voucherNumber: 5000 + entryNumber,
  text: `Kopipapir, "A4" nr. ${entryNumber}`,
  ...overrides,
});
const request = (has_documents = false) => ({
  connection: { kind: "economic", has_documents },
  credentials: ECONOMIC_TOKENS,
});

const LINES = statement(`
  select a.external_id, a.description, a.amount, a.gl_account, a.gl_account_name, a.data_source_id, a.transaction_date
  from activities a where a.tenant_id = $1 and a.environment = $2 order by a.amount, a.id limit 5000`);
const lines = ({ ctx }: SourceCompany) => ctx.db.rows<Record<string, string | null>>(LINES);

test("730 entries over pages, a 503 and a full bucket become 730 lines of their source, at no cost of quota", async () => {
  const company = await site.company();
  for (let number = 1; number <= 730; number += 1) server.entries.push(entry(number));
  server.failing = 1;
  server.bucket = 4;
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
  server.entries.push(entry(1), { ...entry(2), amount: "many" }, entry(3));
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
  const broken = site.anotherWorker();
  // Two pages and the accounts are answered; then the process is told to stop.
  server.bucket = 3;
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

function filterOf(path: string): string | null {
  return new URL(path, "http://127.0.0.1").searchParams.get("filter");
}
