import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitingLine } from "../../support/demo-review.ts";
import { record } from "../../support/ledger.ts";
import { recordingSite, type RecordingCompany, type RecordingSite } from "../../support/recording-site.ts";
import { intact } from "../../support/review.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

const NOTE = { name: "følgeseddel.txt", content: "12 boxes" };
const sha256 = createHash("sha256").update(NOTE.content).digest("hex");
const GOODS = "purchases.goods.office_supplies";
const reason = "Delivery note";

interface Item {
  readonly id: string;
}

async function waitingCompany(lines: number) {
  const by = await site.company();
  const ctx = site.app.db.context(by.tenant);
  const given = { supplier_name: "Papir A/S", supplier_identifier: null, gl_account: "2450" };
  await record(
    ctx,
    Array.from({ length: lines }, () => waitingLine("suggested", given)),
  );
  const kept = await site.upload(by, "/activities/evidence", [NOTE]);
  const [file] = (kept.json() as unknown as { files: Item[] }).files;
  const { items } = (await site.get(by, "/review-items")) as { items: Item[] };
  return { by, ctx, evidence: [{ file_id: file?.id ?? "", name: NOTE.name, sha256 }], ids: items.map(({ id }) => id) };
}

async function decided(by: RecordingCompany, path: string, body: object): Promise<unknown> {
  const answer = await site.post(by, body, {}, path);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

/** What was named of each reading, newest first, with who made it. */
async function named(by: RecordingCompany, id: string): Promise<unknown> {
  const { readings } = (await site.get(by, `/activities/${id}`)) as {
    readings: { evidence: unknown; created_by: string }[];
  };
  return readings.map(({ evidence, created_by }) => [created_by, evidence]);
}

test("a correction names stored files: they stand in its reading, in the change history and in the audit log, and undoing keeps them", async () => {
  const { by, ctx, evidence, ids } = await waitingCompany(1);
  const [id = ""] = ids;
  const actor = `api_key:${by.key.id}`;
  const change = { facts: { amount: 900 }, category_id: GOODS, reason, evidence: [sha256, evidence[0]?.file_id] };
  await decided(by, `/activities/${id}/correct`, { ...change, dry_run: true });
  expect(await named(by, id)).toEqual([[expect.any(String), []]]);
  const { entry_ids } = (await decided(by, `/activities/${id}/correct`, change)) as { entry_ids: string[] };
  expect(await named(by, id)).toEqual([
    [actor, evidence],
    [expect.any(String), []],
  ]);
  const { history } = (await site.get(by, `/emissions/${entry_ids[0]}/lineage`)) as {
    history: { audit_events: { action: string; actor_name: string | null; evidence?: unknown }[] };
  };
  expect(history.audit_events.filter((event) => event.evidence !== undefined)).toMatchObject([
    { action: "activity.corrected", actor, actor_name: expect.any(String), evidence },
  ]);
  await decided(by, `/activities/${id}/undo`, { reason });
  expect(await named(by, id)).toEqual([
    [actor, []],
    [actor, evidence],
    [expect.any(String), []],
  ]);
  await intact(ctx);
});

test("decisions about waiting lines name stored files, one by one and several at once", async () => {
  const { by, ctx, evidence, ids } = await waitingCompany(3);
  const [first = "", second = "", third = ""] = ids;
  await decided(by, `/review-items/${first}/accept`, { evidence: [sha256] });
  await decided(by, `/review-items/${second}/recategorize`, { category_id: GOODS, reason, evidence: [sha256] });
  await decided(by, "/review-items/bulk", { decisions: [{ id: third, decision: "accept", evidence: [sha256] }] });
  for (const id of ids) {
    expect(await named(by, id)).toEqual([
      [`api_key:${by.key.id}`, evidence],
      [expect.any(String), []],
    ]);
  }
  await intact(ctx);
});

test("a decision about a group names stored files for each of its lines", async () => {
  const { by, ctx, evidence, ids } = await waitingCompany(2);
  const { items } = (await site.get(by, "/review-groups")) as { items: Item[] };
  const path = `/review-groups/${items[0]?.id}/decide`;
  const useless = await site.post(by, { decision: "exclude", reason, evidence: [sha256] }, {}, path);
  expect([useless.status, useless.json().issues?.[0]?.path]).toEqual([400, "evidence"]);
  expect(await decided(by, path, { decision: "accept", reason, evidence: [sha256] })).toMatchObject({
    decided_count: 2,
    evidence,
  });
  for (const id of ids) {
    expect(await named(by, id)).toEqual([
      [`api_key:${by.key.id}`, evidence],
      [expect.any(String), []],
    ]);
  }
  expect(await site.get(by, "/review-group-decisions")).toMatchObject({ items: [{ evidence }] });
  await intact(ctx);
});

test("what another company has is no evidence, and then nothing is decided", async () => {
  const { ids, by } = await waitingCompany(1);
  const other = await site.company();
  const mine = await site.upload(other, "/activities/evidence", [{ name: "theirs.txt", content: "theirs" }]);
  const [foreign] = (mine.json() as unknown as { files: (Item & { sha256: string })[] }).files;
  const [id = ""] = ids;
  const { items } = (await site.get(by, "/review-groups")) as { items: Item[] };
  for (const evidence of [[foreign?.id], [foreign?.sha256]]) {
    const body = { reason, evidence };
    const change = { ...body, facts: { amount: 900 } };
    expect((await site.post(by, change, {}, `/activities/${id}/correct`)).status).toBe(404);
    expect((await site.post(by, body, {}, `/review-items/${id}/accept`)).status).toBe(404);
    const group = await site.post(by, { ...body, decision: "accept" }, {}, `/review-groups/${items[0]?.id}/decide`);
    expect(group.status).toBe(404);
    const bulk = { decisions: [{ id, decision: "accept", ...body }] };
    expect(await decided(by, "/review-items/bulk", bulk)).toMatchObject({
      results: [{ outcome: "failed", error: { code: "resource.not_found" } }],
    });
    const excluded = { decisions: [{ id, decision: "exclude", ...body }] };
    expect(await decided(by, "/review-items/bulk", excluded)).toMatchObject({ results: [{ outcome: "failed" }] });
  }
  expect(await named(by, id)).toHaveLength(1);
});
