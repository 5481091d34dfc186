import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { kindOf } from "../../../src/modules/audit/feed-kinds.ts";
import { appendAudit } from "../../../src/modules/audit/index.ts";
import { listFeed } from "../../../src/modules/audit/list-feed.ts";
import { ACTIONS_DA } from "../../../web/parts/happening/action-texts-da.ts";
import { ACTIONS_EN } from "../../../web/parts/happening/action-texts-en.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let ctx: Context;

interface Happening {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly action: string;
  readonly actor: string;
  readonly subject_name: string | null;
  readonly count: number;
  readonly parameters: Record<string, unknown>;
  readonly reason: string | null;
}

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await record(ctx, [ledgerLine(1), ledgerLine(2), ledgerLine(3)]);
});
afterAll(() => db.close());

/** The same caller some seconds later; the clock of a test stands still. */
function later(by: Context, seconds: number): Context {
  const at = new Date(by.clock.now().getTime() + seconds * 1000);
  return { ...by, clock: { ...by.clock, now: () => at } };
}

async function append(by: Context, names: readonly string[], action = "department.created"): Promise<void> {
  const entries = names.map((name) => ({ action, subject: name, payload: { name } }));
  await by.db.transaction((tx) => appendAudit(by, tx, entries));
}

async function walk(filter: object, between?: () => Promise<unknown>): Promise<Happening[]> {
  const all: Happening[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn < 50; turn += 1) {
    // The operation's output schema names these members.
    const page = (await invoke(listFeed, ctx, { ...filter, limit: 1, ...(cursor && { cursor }) })) as {
      items: Happening[];
      next_cursor: string | null;
    };
    all.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null) return all;
    await between?.();
  }
  throw new Error("the feed has no end");
}

test("what one did to many records at once is one row with their count, and lines that follow are left out", async () => {
  await append(later(ctx, 1), ["Salg", "Lager", "Drift"]);
  await append(later(ctx, 2), ["Kontor"]);
  const feed = await walk({});
  expect(feed.map(({ action, count, subject_name, parameters }) => [action, count, subject_name, parameters])).toEqual([
    ["department.created", 1, "Kontor", { name: "Kontor" }],
    ["department.created", 3, "Salg", {}],
    ["document.recorded", 1, expect.any(String), expect.objectContaining({ format: expect.any(String) })],
  ]);
  expect(feed[2]?.subject_name).not.toBe("");
});

test("a walk meets every row once while others happen, newest first", async () => {
  let more = 0;
  const before = await walk({});
  const walked = await walk({}, async () => {
    more += 1;
    // One in a moment that is being told, and one of now.
    await append(later(ctx, 1), [`Ny ${more}`]);
    await append(later(ctx, 3 + more), [`Nyere ${more}`]);
  });
  expect(walked.map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq));
  expect(walked.map(({ at }) => at)).toEqual(
    walked
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

test("a kind and an actor are asked for alone and together; another company's feed is its own", async () => {
  const person: Context = {
    ...ctx,
    principal: { ...ctx.principal, actor: "user:0198c0de-0000-7000-8000-00000000aaaa" },
  };
  await append(person, ["Anna"], "category_rule.created");
  await append(person, ["Indkøb"]);
  const kinds = await walk({ kind: "factors" });
  expect(kinds.map(({ action }) => action)).toEqual(["category_rule.created"]);
  const { actor } = person.principal;
  expect((await walk({ actor })).map(({ action }) => action)).toEqual(["department.created", "category_rule.created"]);
  expect((await walk({ actor, kind: "company" })).map(({ subject_name }) => subject_name)).toEqual(["Indkøb"]);
  const other = db.context(await db.tenant());
  expect(await invoke(listFeed, other, {})).toEqual({ items: [], next_cursor: null });
  await expect(invoke(listFeed, other, { actor })).rejects.toMatchObject({ code: "request.validation_failed" });
});

test("a reason is what a person typed: not the sentences of the reading around it, and no code of the service", async () => {
  const told = async (action: string, reason: unknown): Promise<string | null | undefined> => {
    const of = db.context(await db.tenant());
    await of.db.transaction((tx) => appendAudit(of, tx, [{ action, subject: of.newId(), payload: { reason } }]));
    const { items } = (await invoke(listFeed, of, {})) as { items: Happening[] };
    return items[0]?.reason;
  };
  expect(await told("activity.excluded", "Privat; ikke firmaets <b>")).toBe("Privat; ikke firmaets <b>");
  expect(await told("activity.suggestion_accepted", 'accepted: Set på bilaget; "papir" in the text')).toBe(
    "Set på bilaget",
  );
  expect(await told("activity.suggestion_accepted", 'accepted: "papir" in the text')).toBeNull();
  expect(await told("activity.corrected", "corrected: Tankkort; measured diesel")).toBe("Tankkort");
  expect(await told("activity.advance_settled", "Sent af os; measured heat")).toBeNull();
  expect(await told("supplier_merge.accepted", "Samme CVR-nummer")).toBe("Samme CVR-nummer");
  expect(await told("webhook.disabled", "grantor_not_entitled")).toBeNull();
  expect(await told("activity.excluded", "")).toBeNull();
});

test("every action of the log has a kind, and words in both languages", () => {
  const pinned = readFileSync(new URL("../../vectors/pinned/audit-events.json", import.meta.url), "utf8");
  const { actions } = JSON.parse(pinned) as { actions: string[] };
  const untold = ["activity_split", "emission_entry"];
  const types = [...new Set(actions.map((action) => action.split(".")[0] ?? ""))];
  expect(types.filter((type) => kindOf(type) === undefined)).toEqual(untold);
  expect(actions.filter((action) => ACTIONS_DA[action] === undefined)).toEqual([]);
  expect(Object.keys(ACTIONS_EN).toSorted()).toEqual(Object.keys(ACTIONS_DA).toSorted());
});
