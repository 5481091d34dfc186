import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { listCategoryRules } from "../../../src/modules/categorization/list-category-rules.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { continueReviewGroupDecision } from "../../../src/modules/review/continue-review-group-decision.ts";
import { decideReviewGroup } from "../../../src/modules/review/decide-review-group.ts";
import type { GroupDecisionRecord, GroupLineResult } from "../../../src/modules/review/group-decision.ts";
import { listReviewGroupDecisions } from "../../../src/modules/review/list-review-group-decisions.ts";
import { listReviewGroups } from "../../../src/modules/review/list-review-groups.ts";
import type { ReviewGroup } from "../../../src/modules/review/review-group.ts";
import { undoReviewGroupDecision } from "../../../src/modules/review/undo-review-group-decision.ts";
import { listSupplierIdentities } from "../../../src/modules/supplier-register/list-supplier-identities.ts";
import { mergeSupplierIdentities } from "../../../src/modules/supplier-register/merge-supplier-identities.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { registerSources } from "../../support/demo-supplier-register.ts";
import { record } from "../../support/ledger.ts";
import { company, intact, run, total, waiting } from "../../support/review.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const GOODS = "purchases.goods.office_supplies";
const CLEANING = "purchases.services.cleaning";

const MEMORY = statement(`
  select category_key from category_memory where tenant_id = $1 and environment = $2
  union all select category_key from category_line_memory where tenant_id = $1 and environment = $2 order by 1 limit 10`);

type Answer = GroupDecisionRecord & { readonly results: readonly GroupLineResult[] };

async function groups(ctx: Context): Promise<ReviewGroup[]> {
  return (await run<{ items: ReviewGroup[] }>(listReviewGroups, ctx, {})).items;
}

/** The only group that there is. */
async function onlyGroup(ctx: Context): Promise<ReviewGroup> {
  const [group, ...others] = await groups(ctx);
  if (group === undefined || others.length > 0) throw new Error("there is not one group");
  return group;
}

const lines = (count: number, given: Parameters<typeof waitingLine>[1] = {}) =>
  Array.from({ length: count }, () => waitingLine("suggested", given));

const PAPER = { supplier_name: "Papir A/S", supplier_identifier: null, gl_account: "2450" };

describe("groups of like lines", () => {
  test("are made by supplier, account, cause and suggestion, and tell what their lines cost and would count", async () => {
    const ctx = await company(db);
    await record(ctx, [
      ...lines(3, PAPER),
      ...lines(1, { ...PAPER, supplier_name: "PAPIR ApS" }),
      ...lines(1, { ...PAPER, gl_account: "3000" }),
      ...lines(1, { ...PAPER, currency: "UAH" }),
      waitingLine("held", PAPER),
    ]);
    const found = await groups(ctx);
    expect(found.map(({ gl_account, waits_for, line_count }) => [gl_account, waits_for.code, line_count])).toEqual([
      ["2450", "category_needs_person", 4],
      ["2450", "exchange_rate_missing", 1],
      ["2450", "possible_duplicate", 1],
      ["3000", "category_needs_person", 1],
    ]);
    const [goods] = found;
    const items = (await waiting(ctx)).filter(
      ({ gl_account, waits_for }) => gl_account === "2450" && waits_for.code === "category_needs_person",
    );
    const kg = items.reduce((sum, item) => sum + (item.suggestion?.effect_kg ?? Number.NaN), 0);
    expect(goods).toMatchObject({
      suggested_category_id: GOODS,
      needs: items[0]?.needs,
      without_estimate: 0,
      options: [{ category_id: GOODS, line_count: 4, without_estimate: 0 }],
      money: [{ currency: "DKK" }],
    });
    expect(goods?.estimated_kg).toBeCloseTo(kg, 4);
    expect(goods?.options[0]?.estimated_kg).toBeCloseTo(kg, 4);
    expect(found[1]).toMatchObject({ estimated_kg: null, without_estimate: 1, options: [{ estimated_kg: null }] });
    const days = items.map(({ transaction_date }) => transaction_date.slice(0, 10)).toSorted();
    expect(goods).toMatchObject({ first_date: days[0], last_date: days.at(-1) });
  });

  test("come in pages, each once", async () => {
    const ctx = await company(db);
    await record(
      ctx,
      ["1000", "1100", "1200", "1300", "1400"].flatMap((gl_account) => lines(2, { ...PAPER, gl_account })),
    );
    const seen: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page: { items: ReviewGroup[]; next_cursor: string | null } = await run(listReviewGroups, ctx, {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ gl_account }) => gl_account));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(["1000", "1100", "1200", "1300", "1400"]);
  });
});

describe("a decision about a group", () => {
  test("counts all of its lines, is told as one, and is undone as one with what it taught", async () => {
    const ctx = await company(db);
    await record(ctx, lines(3, PAPER));
    const group = await onlyGroup(ctx);
    const before = await total(ctx);
    const decided = await run<Answer>(decideReviewGroup, ctx, {
      id: group.id,
      decision: "recategorize",
      category_id: CLEANING,
      reason: "Cleaning cloths",
      remember_as_rule: true,
    });
    expect(decided).toMatchObject({ line_count: 3, decided_count: 3, remaining_count: 0, undo: null });
    expect(decided.results.map(({ outcome, status, category_id }) => [outcome, status, category_id])).toEqual(
      [1, 2, 3].map(() => ["decided", "classified", CLEANING]),
    );
    expect(await groups(ctx)).toEqual([]);
    expect(await total(ctx)).toBeGreaterThan(before);
    const rules = async () => (await run<{ items: object[] }>(listCategoryRules, ctx, {})).items;
    expect(await rules()).toMatchObject([
      { id: decided.category_rule_id, supplier_key: "name:papir", gl_account: "2450", category_key: CLEANING },
    ]);
    await intact(ctx);
    const undone = await run<Answer>(undoReviewGroupDecision, ctx, { id: decided.id, reason: "Paper after all" });
    expect(undone.results.map(({ outcome, status }) => [outcome, status])).toEqual(
      [1, 2, 3].map(() => ["undone", "pending_review"]),
    );
    expect(undone).toMatchObject({ undo: { reason: "Paper after all", undone_count: 3, remaining_count: 0 } });
    expect(await total(ctx)).toBe(before);
    expect(await rules()).toEqual([]);
    expect(await onlyGroup(ctx)).toMatchObject({ line_count: 3, suggested_category_id: GOODS });
    // What was taught is forgotten: the same line comes without it.
    expect(await ctx.db.transaction((tx) => tx.rows(MEMORY))).toEqual([]);
    const again = await run<Answer>(undoReviewGroupDecision, ctx, { id: decided.id, reason: "Twice" });
    expect(again).toMatchObject({ results: [], undo: { reason: "Paper after all", undone_count: 3 } });
    const told = await run<{ items: object[] }>(listReviewGroupDecisions, ctx, {});
    expect(told.items).toMatchObject([{ id: decided.id, decided_count: 3, undo: { undone_count: 3 } }]);
    await intact(ctx);
  });

  test("of a group that a line joined or left is refused, and nothing is written", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, lines(2, PAPER));
    const listed = await onlyGroup(ctx);
    const decide = (id: string) => run(decideReviewGroup, ctx, { id, decision: "accept" });
    await record(ctx, lines(1, PAPER));
    const stale = { extras: { issues: [{ path: "id", code: "group_changed" }] } };
    await expect(decide(listed.id)).rejects.toMatchObject(stale);
    const joined = await onlyGroup(ctx);
    await run(acceptReviewItem, ctx, { id: activity_ids[0] });
    // As many lines as when it was listed first, and others.
    await expect(decide(listed.id)).rejects.toMatchObject(stale);
    await expect(decide(joined.id)).rejects.toMatchObject(stale);
    expect(await waiting(ctx)).toHaveLength(2);
    expect((await run<{ items: object[] }>(listReviewGroupDecisions, ctx, {})).items).toEqual([]);
    expect(await run(decideReviewGroup, ctx, { id: (await onlyGroup(ctx)).id, decision: "accept" })).toMatchObject({
      decided_count: 2,
    });
    await intact(ctx);
  });

  test("goes on in batches; what a colleague decided meanwhile is told and kept", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, lines(203, PAPER));
    const { id } = await onlyGroup(ctx);
    const first = await run<Answer>(decideReviewGroup, ctx, { id, decision: "exclude", reason: "Private" });
    expect(first).toMatchObject({ line_count: 203, decided_count: 200, remaining_count: 3 });
    const colleague = activity_ids.toSorted().at(-1);
    await run(acceptReviewItem, ctx, { id: colleague });
    const rest = await run<Answer>(continueReviewGroupDecision, ctx, { id: first.id });
    expect(rest).toMatchObject({ decided_count: 202, changed_count: 1, remaining_count: 0 });
    expect(rest.results.at(-1)).toMatchObject({
      activity_id: colleague,
      outcome: "changed_meanwhile",
      status: "classified",
    });
    const again = await run<Answer>(continueReviewGroupDecision, ctx, { id: first.id });
    expect(again).toMatchObject({ results: [], decided_count: 202 });
    expect(await total(ctx)).toBeGreaterThan(0);
    await intact(ctx);
  });

  test("undone half way leaves the lines that it has not reached, and a continuing call changes nothing", async () => {
    const ctx = await company(db);
    await record(ctx, lines(202, PAPER));
    const { id } = await onlyGroup(ctx);
    const first = await run<Answer>(decideReviewGroup, ctx, { id, decision: "accept" });
    const undone = await run<Answer>(undoReviewGroupDecision, ctx, { id: first.id, reason: "Too early" });
    expect(undone).toMatchObject({ withdrawn_count: 2, remaining_count: 0, undo: { undone_count: 200 } });
    expect(await run<Answer>(continueReviewGroupDecision, ctx, { id: first.id })).toMatchObject({ results: [] });
    expect(await onlyGroup(ctx)).toMatchObject({ line_count: 202 });
    expect(await total(ctx)).toBe(0);
    await intact(ctx);
  });

  test("tells of each line that cannot be decided so; it goes on waiting", async () => {
    const ctx = await company(db);
    await record(ctx, lines(2, { ...PAPER, currency: "UAH" }));
    const { id } = await onlyGroup(ctx);
    const answer = await run<Answer>(decideReviewGroup, ctx, { id, decision: "accept" });
    expect(answer).toMatchObject({ decided_count: 0, failed_count: 2 });
    expect(answer.results[0]).toMatchObject({ outcome: "failed", error: { code: "request.validation_failed" } });
    expect(await onlyGroup(ctx)).toMatchObject({ line_count: 2 });
    await intact(ctx);
  });

  test("is refused for what it lacks, and by another company", async () => {
    const ctx = await company(db);
    await record(ctx, lines(1, PAPER));
    const { id } = await onlyGroup(ctx);
    const issue = (input: object) => run(decideReviewGroup, ctx, { id, ...input }).catch((error: unknown) => error);
    const refused = [
      [{ decision: "exclude" }, "reason", "required"],
      [{ decision: "recategorize", reason: "x" }, "category_id", "required"],
      [{ decision: "recategorize", category_id: "no.such", reason: "x" }, "category_id", "unknown_category"],
      [{ decision: "accept", category_id: GOODS }, "category_id", "not_used"],
      [{ decision: "mark_duplicate", reason: "x", remember_as_rule: true }, "remember_as_rule", "not_used"],
      [{ decision: "exclude", reason: "x", facts: { clear: ["quantity"] } }, "facts", "not_counted"],
    ] as const;
    for (const [input, path, code] of refused) {
      expect(await issue(input)).toMatchObject({ extras: { issues: [{ path, code }] } });
    }
    const other = await company(db);
    await expect(run(decideReviewGroup, other, { id, decision: "accept" })).rejects.toMatchObject({
      code: "resource.not_found",
    });
    expect(await waiting(ctx)).toHaveLength(1);
  });

  test("two suppliers that were merged are one group", async () => {
    const ctx = await company(db);
    const source = new Map(registerSources(db)).get("$supplier_identity_id");
    const tenant = { ...ctx.tenant };
    const [from_id, into_id] = [await source?.(tenant), await source?.(tenant)];
    const registered = await run<{ items: { id: string; name: string }[] }>(listSupplierIdentities, ctx, {});
    const nameOf = (wanted: string | undefined) => registered.items.find(({ id }) => id === wanted)?.name ?? null;
    for (const wanted of [from_id, into_id]) {
      await record(ctx, lines(1, { ...PAPER, supplier_name: nameOf(wanted), supplier_identifier: null }));
    }
    expect(new Set((await groups(ctx)).map(({ supplier }) => supplier.supplier_identity_id))).toEqual(
      new Set([from_id, into_id]),
    );
    await run(mergeSupplierIdentities, ctx, { from_id, into_id, reason: "One" });
    const merged = await onlyGroup(ctx);
    expect(merged).toMatchObject({ line_count: 2, supplier: { supplier_identity_id: into_id } });
    expect(await run(decideReviewGroup, ctx, { id: merged.id, decision: "accept" })).toMatchObject({
      decided_count: 2,
    });
  });
});
