import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReviewGroup } from "../../../src/modules/review/review-group.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { record } from "../../support/ledger.ts";
import { type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;
beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

const PAPER = { supplier_name: "Papir A/S", supplier_identifier: null, gl_account: "2450" };

async function waiting(by: RecordingCompany, ...lines: Parameters<typeof record>[1]): Promise<readonly string[]> {
  return (await record(site.app.db.context(by.tenant), lines)).activity_ids;
}

async function groups(by: RecordingCompany): Promise<readonly ReviewGroup[]> {
  return ((await site.get(by, "/review-groups")) as { items: ReviewGroup[] }).items;
}

async function decide(by: RecordingCompany, path: string, body: object): Promise<void> {
  const answer = await site.post(by, body, {}, path);
  expect(answer.status, answer.text).toBe(200);
}

async function refusal(by: RecordingCompany, path: string): Promise<readonly unknown[]> {
  const answer = await site.app.as(by.key, `/api/v1${path}`);
  return [answer.status, answer.json().code, answer.json().detail];
}

const TELLS_ACTIVITY: unknown = expect.stringContaining("get_activity");

describe("one line that waits", () => {
  test.each([
    ["accepted", { decision: "accept" }],
    ["kept out", { decision: "exclude" }],
  ])("is not found once it is %s, and the answer says where it is", async (_what, decision) => {
    const by = await site.company();
    const [id] = await waiting(by, waitingLine("suggested"));
    expect(await site.get(by, `/review-items/${id}`)).toMatchObject({ id, kind: "category" });
    await decide(by, "/review-items/bulk", { decisions: [{ id, reason: "Private", ...decision }] });
    expect(await refusal(by, `/review-items/${id}`)).toEqual([404, "resource.not_found", TELLS_ACTIVITY]);
    expect(await site.get(by, `/activities/${id}`)).toMatchObject({ id });
  });

  test("is not found while it is deferred to its settlement, which the list leaves out as well", async () => {
    const by = await site.company();
    const review_code = "advance_deferred" as const;
    const result = { kind: "review" as const, reviewReason: { code: review_code, detail: "Deferred." } };
    const [id, asked] = await waiting(by, waitingLine("held", { result }), waitingLine("held"));
    const { items } = (await site.get(by, "/review-items")) as { items: { id: string }[] };
    expect(items.map((item) => item.id)).toEqual([asked]);
    expect(await site.get(by, `/activities/${id}`)).toMatchObject({ status: "pending_review", review_code });
    expect(await refusal(by, `/review-items/${id}`)).toEqual([404, "resource.not_found", TELLS_ACTIVITY]);
  });
});

describe("one group", () => {
  test("is told among others as the list tells it, with each currency and option", async () => {
    const by = await site.company();
    const other = {
      category_key: "purchases.services.cleaning",
      weight: 0.5,
      reason: "cloths",
      step: "lexicon" as const,
    };
    const line = waitingLine("suggested", PAPER);
    const { split } = line;
    const candidates = [...split.decision.candidates, other];
    await waiting(
      by,
      line,
      { ...waitingLine("suggested", PAPER), split: { ...split, decision: { ...split.decision, candidates } } },
      { ...waitingLine("suggested", PAPER), amount: null, split: { ...split, allocated_amount: null } },
      waitingLine("suggested", { ...PAPER, gl_account: "2460" }),
      waitingLine("suggested", { ...PAPER, gl_account: "2440" }),
      waitingLine("held", PAPER),
    );
    const listed = await groups(by);
    expect(listed.map(({ line_count }) => line_count).toSorted((left, right) => left - right)).toEqual([1, 1, 1, 1, 2]);
    const told = await Promise.all(listed.map(async ({ id }) => await site.get(by, `/review-groups/${id}`)));
    expect(told).toEqual(listed);
  });

  test("is told as it is now once a line has joined, under the id by which it can be decided about", async () => {
    const by = await site.company();
    await waiting(by, waitingLine("suggested", PAPER));
    const [before] = await groups(by);
    await waiting(by, waitingLine("suggested", PAPER));
    const [now] = await groups(by);
    expect(now?.id).not.toBe(before?.id);
    expect(await site.get(by, `/review-groups/${before?.id}`)).toEqual(now);
    await decide(by, `/review-groups/${now?.id}/decide`, { decision: "exclude", reason: "Private" });
    for (const id of [before?.id, now?.id]) {
      const elsewhere: unknown = expect.stringContaining("list_review_groups");
      expect(await refusal(by, `/review-groups/${id}`)).toEqual([404, "resource.not_found", elsewhere]);
    }
  });
});
