import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import { pagedMember } from "../../src/core/page.ts";
import { addTiltag } from "../../src/modules/scenarios/add-tiltag.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { addFile, uploadOfFiles } from "../support/demo-files.ts";
import { type Demo, type DemoInput, demoTenant, placeholdersOf } from "../support/demo.ts";
import type { Answer } from "../support/http-client.ts";
import { viaMcp, viaRest } from "./calls.ts";
import { listInserts, UNCHANGING } from "./list-inserts.ts";

/** Paging holds for every list of the registry and for every record with a list in it, new ones included. */
let demo: Demo;
let key: TestKey;
/** A company with few rows, whose lists are walked in small steps. */
let smallKey: TestKey;
let sandboxKey: TestKey;
let inserts: ReturnType<typeof listInserts>;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
  smallKey = await demo.app.key(demo.other);
  sandboxKey = await demo.app.key(demo.sandbox);
  for (const caller of [key, smallKey, sandboxKey]) {
    parents.set(
      `get_upload ${caller.id}`,
      uploadOfFiles(contextOf(caller), 7).then((id) => ({ id })),
    );
  }
  inserts = listInserts({
    demo,
    key: smallKey,
    addTiltag: () => addOneTiltag(smallKey),
    addFile: async () => {
      const upload = await parents.get(`get_upload ${smallKey.id}`);
      await addFile(contextOf(smallKey), String(upload?.["id"]));
    },
  });
  for (let count = 0; count < 4; count += 1) await addOneTiltag(smallKey);
  for (const tenant of [demo.tenant, demo.sandbox, demo.other]) {
    for (const placeholder of [
      "$department_id",
      "$category_rule_id",
      "$api_key_id",
      "$target_id",
      "$scenario_id",
      "$pcf_record_id",
      "$company_factor_id",
      "$energy_instrument_id",
      "$energy_allocation_id",
      "$factor_release_run_id",
      "$webhook_with_deliveries_id",
      "$report_id",
      "$review_item_id",
      "$file_to_enter_id",
      "$column_mapping_id",
      "$supply_id",
      "$none_answer_id",
      "$supplier_identity_id",
      "$supplier_merge_id",
      "$supplier_period_rule_id",
      "$review_group_decision_id",
      "$pending_restatement_id",
      "$purchase_link_decision_id",
    ]) {
      for (let count = 0; count < 4; count += 1) await demo.id(placeholder, tenant);
    }
  }
});
afterAll(() => demo.close());

const lists = OPERATIONS.filter((operation) => "cursor" in operation.input.shape);

const rowShape = z.looseObject({ id: z.string().optional(), seq: z.number().optional() });
const cursorShape = z.union([z.string().regex(/^[A-Za-z0-9_-]+$/), z.null()]);
type Row = z.output<typeof rowShape>;

interface ListPage {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
}

/** A page of a list is the envelope and nothing else; one of a record has its other members beside its rows. */
function pageOf(operation: Operation, body: unknown): ListPage {
  const member = pagedMember(operation)?.name ?? "";
  const shape = { [member]: z.array(rowShape), next_cursor: cursorShape };
  const read = member === "items" ? z.strictObject(shape).parse(body) : z.looseObject(shape).parse(body);
  return { items: z.array(rowShape).parse(read[member]), next_cursor: cursorShape.parse(read["next_cursor"]) };
}

/** Lists that are not newest first, with the words of their description that say so. */
const OTHER_ORDERS: Readonly<Record<string, RegExp>> = {
  list_changes: /oldest first/,
  // Files are listed as they were sent.
  get_upload: /The files come in pages/,
  // What waits has no day on which it came together.
  list_review_groups: /account, cause \(waits_for\) and suggested category, in this order/,
};

/** What an assistant can take in at once; the same text over REST and as MCP's text content. */
const PAGE_CHARACTERS_MAX = 120_000;

async function addOneTiltag(caller: TestKey): Promise<unknown> {
  const list = lists.find(({ name }) => name === "list_tiltag");
  const parent = list === undefined ? {} : await parentsOf(list, caller);
  return await invoke(addTiltag, contextOf(caller), { ...addTiltag.example.input, ...parent });
}

function contextOf(caller: TestKey): Context {
  return demo.app.db.context(tenantOf(caller));
}

function tenantOf(caller: TestKey): TenantIdentity {
  if (caller === smallKey) return demo.other;
  return caller === sandboxKey ? demo.sandbox : demo.tenant;
}

const parents = new Map<string, Promise<DemoInput>>();

/** For lists of what belongs to a record: the record's id, the same in all calls of a key. */
function parentsOf(operation: Operation, caller: TestKey): Promise<DemoInput> {
  const name = `${operation.name} ${caller.id}`;
  const known = parents.get(name) ?? makeParents(operation, caller);
  parents.set(name, known);
  return known;
}

/** Arguments that name the record: placeholders of the example, and what stands in the path. */
function parentNames(operation: Operation): string[] {
  const inPath = [...operation.rest.path.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => name);
  return [...new Set([...placeholdersOf(operation), ...inPath])];
}

async function makeParents(operation: Operation, caller: TestKey): Promise<DemoInput> {
  const names = parentNames(operation);
  const example = names.length === 0 ? {} : await demo.example(operation, tenantOf(caller));
  return Object.fromEntries(Object.entries(example).filter(([name]) => names.includes(name)));
}

async function ask(operation: Operation, input: DemoInput, caller: TestKey): Promise<Answer> {
  return await viaRest(demo, caller, operation, { ...(await parentsOf(operation, caller)), ...input });
}

async function readPage(operation: Operation, input: DemoInput, caller: TestKey): Promise<ListPage> {
  const answer = await ask(operation, input, caller);
  expect(answer.status, answer.text).toBe(200);
  return pageOf(operation, answer.json());
}

async function allRows(operation: Operation, caller: TestKey, filters: DemoInput = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const input: DemoInput = { ...filters, limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: ListPage = await readPage(operation, input, caller);
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

function nameOf(row: Row): string {
  return row.id ?? String(row.seq);
}

/** The example's filters, without the page's own arguments. */
function filtersOf(operation: Operation): DemoInput {
  const others = ["limit", ...parentNames(operation)];
  return Object.fromEntries(Object.entries(operation.example.input).filter(([name]) => !others.includes(name)));
}

test.each(lists)("$name answers with rows in one member, beside next_cursor", (operation) => {
  expect(pagedMember(operation)).not.toBeNull();
});

describe.each(lists)("$name", (operation) => {
  const { name } = operation;

  test(
    "[contract 4.5.4, 4.5.2, 2.1.list, 4.4.envelope] is walked without loss or repeat while rows are added",
    { timeout: 300_000 },
    async () => {
      const known = (await allRows(operation, smallKey)).map(nameOf);
      expect(known.length).toBeGreaterThan(0);
      const insert = inserts[name];
      expect(insert !== undefined || UNCHANGING.includes(name), "say how a row is added to this list").toBe(true);
      const seen: string[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const limit = (pages % 3) + 1;
        const input: DemoInput = { limit, ...(cursor === null ? {} : { cursor }) };
        const [page] = await Promise.all([
          readPage(operation, input, smallKey),
          pages < 10 ? insert?.(demo.other) : undefined,
        ]);
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(nameOf));
        cursor = page.next_cursor;
        pages += 1;
      } while (cursor !== null && pages < 4_000);
      expect(new Set(seen).size).toBe(seen.length);
      expect(known.filter((one) => !seen.includes(one))).toEqual([]);
      if (insert === undefined) expect(seen).toEqual(known);
    },
  );

  test("[contract 4.5.4] ends with a last page that is full", async () => {
    let cursor: string | null = null;
    let last: { readonly input: DemoInput; readonly rows: readonly Row[] };
    do {
      const input: DemoInput = cursor === null ? {} : { cursor };
      const page: ListPage = await readPage(operation, { ...input, limit: 200 }, smallKey);
      last = { input, rows: page.items };
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(last.rows.length).toBeGreaterThan(0);
    const full = await readPage(operation, { ...last.input, limit: last.rows.length }, smallKey);
    expect(full).toEqual({ items: last.rows, next_cursor: null });
  });

  // A cursor is the place of a row: it leads on only where no later row moves those that were there.
  test("keeps the order of its rows when rows are added, and is newest first unless it says its order", async () => {
    const before = await allRows(operation, smallKey);
    for (let count = 0; count < 2; count += 1) await inserts[name]?.(demo.other);
    const after = await allRows(operation, smallKey);
    const known = new Set(before.map(nameOf));
    expect(after.map(nameOf).filter((row) => known.has(row))).toEqual(before.map(nameOf));
    if (UNCHANGING.includes(name)) return;
    const added = after.map(nameOf).findIndex((row) => !known.has(row));
    expect(added, "list-inserts.ts adds no row to this list").toBeGreaterThanOrEqual(0);
    const order = OTHER_ORDERS[name];
    if (order === undefined) expect(added, "page by what never changes, and say the order in OTHER_ORDERS").toBe(0);
    else expect(operation.description).toMatch(order);
  });

  test("[contract 4.5.5] keeps its filter across pages", async () => {
    const filters = filtersOf(operation);
    const whole = await allRows(operation, key, filters);
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 5; pages += 1) {
      const input: DemoInput = { ...filters, limit: 2, ...(cursor === null ? {} : { cursor }) };
      const page = await readPage(operation, input, key);
      seen.push(...page.items.map(nameOf));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual(whole.slice(0, seen.length).map(nameOf));
    if (cursor === null) expect(seen.length).toBe(whole.length);
  });

  test("[contract 4.5.3] refuses a cursor of another list, company, environment or filter, and a changed one", async () => {
    const { next_cursor } = await readPage(operation, { limit: 1 }, key);
    const foreign: [TestKey, DemoInput][] = [];
    for (const other of lists.filter((list) => list.name !== name)) {
      const cursor = (await readPage(other, { limit: 1 }, key)).next_cursor;
      if (cursor !== null) foreign.push([key, { cursor }]);
    }
    if (next_cursor !== null) {
      foreign.push([smallKey, { cursor: next_cursor }], [sandboxKey, { cursor: next_cursor }]);
      foreign.push([key, { cursor: `${next_cursor.slice(0, -1)}${next_cursor.endsWith("A") ? "Q" : "A"}` }]);
      const filters = filtersOf(operation);
      if (Object.keys(filters).length > 0) foreign.push([key, { ...filters, cursor: next_cursor }]);
    }
    for (const [caller, input] of [...foreign, [key, { cursor: "x" }] as const]) {
      const answer = await ask(operation, input, caller);
      expect(answer.json(), JSON.stringify(input)).toMatchObject({ status: 400, code: "pagination.invalid_cursor" });
    }
    if (!operation.tool) return;
    const called = await viaMcp(demo, key, name, { ...(await parentsOf(operation, key)), cursor: "x" });
    expect(called).toMatchObject({ is_error: true, body: { code: "pagination.invalid_cursor" } });
  });

  test("[contract 8.pages, 4.2.list-arguments] takes 1 to 200 rows a page and refuses any other limit", async () => {
    for (const limit of [0, 201, "x", 1.5, -1, ""]) {
      const answer = await ask(operation, { limit }, key);
      expect(answer.json()).toMatchObject({
        status: 400,
        code: "request.validation_failed",
        issues: [{ path: "limit" }],
      });
    }
    const standard = await readPage(operation, {}, key);
    const whole = await readPage(operation, { limit: 200 }, key);
    expect(standard.items.length).toBe(Math.min(50, whole.items.length));
    expect(whole.items.length).toBeLessThanOrEqual(200);
  });

  test.runIf(operation.tool)("[contract 11.4] a page of 200 rows stays within what an assistant can read", async () => {
    const answer = await ask(operation, { limit: 200 }, key);
    const rows = pageOf(operation, answer.json()).items.length;
    expect(rows).toBeGreaterThan(0);
    expect((answer.text.length / rows) * 200).toBeLessThan(PAGE_CHARACTERS_MAX);
  });

  test("[contract 4.5.1] has neither page numbers, nor an offset, nor a total", () => {
    const names = Object.keys(operation.input.shape);
    expect(names.filter((one) => /^(page|offset|skip|total)$/.test(one))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["cursor", "limit"]));
  });
});
