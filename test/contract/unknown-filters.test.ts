import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import type { Operation } from "../../src/core/operation.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, type DemoInput, demoTenant } from "../support/demo.ts";
import { argumentSchemas, callerOf, isOptional, viaMcp, viaRest } from "./calls.ts";

/**
 * A filter that names nothing the company has is a slip: an empty list would be read as "there is nothing". Holds for every
 * list and sum of the registry, new ones included.
 */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

/** What people write to search, what says how a page is cut, and a row of an answer that may be about to be given. */
const NO_NAMES = ["q", "cursor", "member"];
const NOBODY = "0198c0de-0000-7000-8000-00000000dead";

/** Arguments that name a record or a thing: texts that are neither a choice of the schema, nor a date. */
function namesOf(operation: Operation): { name: string; isId: boolean }[] {
  return argumentSchemas(operation)
    .filter(
      ([name, { type, format }]) => type === "string" && !String(format).startsWith("date") && !NO_NAMES.includes(name),
    )
    .filter(([name, schema]) => !("enum" in schema || "const" in schema) && !operation.rest.path.includes(`:${name}`))
    .filter(([name]) => isOptional(operation, name))
    .map(([name, { format }]) => ({ name, isId: format === "uuid" }));
}

const filters = OPERATIONS.filter(({ access, rest }) => access === "read" && rest.method === "GET").flatMap(
  (operation) =>
    namesOf(operation).map((filter) => ({ ...filter, operation, title: `${operation.name} ${filter.name}` })),
);

async function ask(operation: Operation, input: DemoInput) {
  const example = await demo.example(operation);
  const needed = Object.entries(example).filter(([name]) => !isOptional(operation, name));
  const caller = await callerOf(demo, key, operation);
  return await viaRest(demo, caller, operation, { ...Object.fromEntries(needed), ...input });
}

test("the registry has filters to look at", () => {
  expect(filters.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      "list_emissions category_id",
      "list_emissions department_id",
      "list_activities data_source_id",
      "get_emissions_summary department_id",
      "list_review_items document_id",
      "list_emission_categories parent_id",
      "list_emission_factors source",
    ]),
  );
});

describe.each(filters)("$title", ({ operation, name, isId }) => {
  test("that names nothing is refused, in the way of create_target", async () => {
    const value = isId ? NOBODY : name === "region" || name === "market" ? "ZZ" : "no.such";
    const answer = await ask(operation, { [name]: value });
    expect(answer.json(), answer.text).toMatchObject({
      status: 400,
      code: "request.validation_failed",
      issues: [
        { path: name, code: expect.stringMatching(/^unknown_/), message: expect.stringMatching(/^unknown .*; /) },
      ],
    });
    if (!operation.tool) return;
    const called = await viaMcp(demo, key, operation.name, { [name]: value });
    expect(called).toMatchObject({ is_error: true, body: { code: "request.validation_failed" } });
  });

  test.runIf(isId)("of another company is refused with the same body", async () => {
    const id = await foreignId(name);
    const [foreign, unknown] = [await ask(operation, { [name]: id }), await ask(operation, { [name]: NOBODY })];
    const told = (text: string): unknown => {
      const body: unknown = JSON.parse(text);
      return isRecord(body) ? { ...body, request_id: null, instance: null } : body;
    };
    expect(told(foreign.text)).toEqual(told(unknown.text));
  });
});

/** A record of the other company that the filter could name. */
async function foreignId(name: string): Promise<string> {
  if (name === "department_id") return await demo.id("$department_id", demo.other);
  const table = name === "document_id" ? "documents" : "data_sources";
  const { rows } = await demo.owner.query<{ id: string }>(
    `select id from ${table} where tenant_id = $1 order by id limit 1`,
    [demo.other.id],
  );
  return rows[0]?.id ?? (await demo.id(`$${name}`, demo.other));
}

describe("categories of any level", () => {
  const list = OPERATIONS.find(({ name }) => name === "list_emissions");

  test.each(["energy", "energy.electricity", "transport", "purchases"])(
    "%s lists what its leaves list, with and without a period",
    async (category_id) => {
      if (list === undefined) throw new Error("no list_emissions");
      for (const period of [{}, { from: "2025-02-10", to: "2026-03-05" }, { from: "2025-03-01", to: "2025-03-31" }]) {
        const every = await pages(list, period);
        const within = every.filter(({ category_id: key }) => key === category_id || key.startsWith(`${category_id}.`));
        expect(within.length).toBeGreaterThan(0);
        expect(await pages(list, { ...period, category_id })).toEqual(within);
      }
    },
  );
});

interface Entry {
  readonly id: string;
  readonly category_id: string;
}

async function pages(list: Operation, input: DemoInput): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor: string | null = null;
  do {
    const asked: DemoInput = { ...input, limit: 100, ...(cursor === null ? {} : { cursor }) };
    const answer = await ask(list, asked);
    expect(answer.status, answer.text).toBe(200);
    const page = JSON.parse(answer.text) as { items: Entry[]; next_cursor: string | null };
    found.push(...page.items.map(({ id, category_id }) => ({ id, category_id })));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}
