import { z } from "zod";
import { ServiceError } from "../../src/core/errors.ts";
import { JsonText } from "../../src/core/json-text.ts";
import { defineOperation, type Operation } from "../../src/core/operation.ts";
import { page, pageInput } from "../../src/core/page.ts";
import { periodInput } from "../../src/core/period.ts";

/** Operations that exist only to show each way in which a tool can answer. They touch no database. */
const shared = { layer: 1, scope: "emissions:read", access: "read", errors: [], emits: [], callers: "any" } as const;
const get = (path: string) => ({ method: "GET", path }) as const;

interface EntryPage {
  items: { id: string; note: string | null; amount_kg_co2e: number }[];
  next_cursor: string | null;
}

const listEntries = defineOperation({
  ...shared,
  name: "list_entries",
  title: "List entries",
  description: "Entries of the fixture, as JSON text.",
  input: z.object({ ...pageInput, ...periodInput, scope: z.enum(["1", "2", "3"]).optional() }),
  output: page(z.object({ id: z.uuid(), note: z.union([z.string(), z.null()]), amount_kg_co2e: z.number() })),
  rest: get("/entries"),
  tool: true,
  example: { input: { limit: 1 }, output: { items: [], next_cursor: null } },
  async run() {
    return new JsonText<EntryPage>(
      '{"items":[{"id":"0198c0de-0000-7000-8000-000000000001","note":"Dørs\\u00f8jle \\"A\\"",' +
        '"amount_kg_co2e":12.5}],\n"next_cursor":null}',
    );
  },
});

const echo = defineOperation({
  ...shared,
  name: "echo_number",
  title: "Echo a number",
  description: "Returns the number given.",
  input: z.object({ value: z.int().min(1).max(10), note: z.string().max(50).optional() }),
  output: z.object({ value: z.int(), note: z.union([z.string(), z.null()]) }),
  rest: get("/echo"),
  tool: true,
  example: { input: { value: 3 }, output: { value: 3, note: null } },
  async run(_, input) {
    return { value: input.value, note: input.note ?? null };
  },
});

const fail = defineOperation({
  ...shared,
  name: "fail_hard",
  title: "Fail",
  description: "Throws an unexpected error that carries internals.",
  input: z.object({}),
  output: z.object({}),
  rest: get("/fail"),
  tool: true,
  example: { input: {}, output: {} },
  async run() {
    throw new Error('relation "emission_entries" does not exist at /srv/app/src/store.ts: select secret from keys');
  },
});

const missing = defineOperation({
  ...shared,
  name: "get_missing",
  title: "Get something missing",
  description: "Always not found.",
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  errors: ["resource.not_found"],
  rest: get("/missing/:id"),
  tool: true,
  example: { input: { id: "0198c0de-0000-7000-8000-000000000001" }, output: {} },
  async run() {
    throw new ServiceError("resource.not_found", "No entry with this id is visible to this key.");
  },
});

const gated = defineOperation({
  ...shared,
  name: "list_gated",
  title: "List gated",
  description: "Needs a plan feature.",
  layer: 2,
  feature: "supplyChain",
  input: z.object({}),
  output: z.object({ count: z.int() }),
  rest: get("/gated"),
  tool: true,
  example: { input: {}, output: { count: 0 } },
  async run() {
    return { count: 0 };
  },
});

const hidden = defineOperation({
  ...shared,
  name: "hidden_operation",
  title: "Hidden",
  description: "No tool.",
  layer: null,
  input: z.object({}),
  output: z.object({}),
  rest: get("/hidden"),
  tool: false,
  example: { input: {}, output: {} },
  async run() {
    return {};
  },
});

const categories = defineOperation({
  ...shared,
  name: "list_emission_categories",
  title: "List emission categories",
  description: "Two pages of categories.",
  scope: "factors:read",
  input: z.object({ ...pageInput }),
  output: page(z.object({ key: z.string() })),
  rest: get("/emission-categories"),
  tool: true,
  example: { input: {}, output: { items: [], next_cursor: null } },
  async run(_, input) {
    return input.cursor === undefined
      ? { items: [{ key: "energy" }], next_cursor: "second" }
      : { items: [{ key: "energy.electricity" }], next_cursor: null };
  },
});

/** A write whose runs are counted, to show what did not run. */
export function countedWrite(): { operation: Operation; runs: () => number } {
  let runs = 0;
  const operation = defineOperation({
    ...shared,
    name: "create_thing",
    title: "Create a thing",
    description: "Counts its runs.",
    scope: "targets:write",
    access: "write",
    idempotent: true,
    input: z.object({ name: z.string().min(1).max(20) }),
    output: z.object({ runs: z.int() }),
    rest: { method: "POST", path: "/things" },
    tool: true,
    example: { input: { name: "a" }, output: { runs: 1 } },
    async run() {
      runs += 1;
      return { runs };
    },
  });
  return { operation, runs: () => runs };
}

export const fixtureOperations: readonly Operation[] = [gated, listEntries, echo, fail, missing, hidden, categories];
