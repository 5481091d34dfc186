import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { z } from "zod";
import type { Operation } from "../../src/core/operation.ts";
import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import type { TestKey } from "../support/app.ts";
import type { Demo, DemoInput } from "../support/demo.ts";
import { type Answer, call, type Call } from "../support/http-client.ts";
import { restRequest } from "../support/rest-request.ts";
import { toolCall } from "../support/tool-call.ts";

/** A clock step before each call, so that no test meets a rate limit: 60 writes fit in any minute. */
const STEP_SECONDS = 1;

export interface ToolAnswer {
  readonly status: number;
  readonly is_error: boolean;
  /** The JSON text of the result. */
  readonly text: string;
  readonly body: unknown;
  readonly structured: unknown;
  readonly meta: Readonly<Record<string, unknown>>;
}

export async function viaRest(demo: Demo, key: TestKey, operation: Operation, input: DemoInput): Promise<Answer> {
  const request = restRequest(operation, input);
  return await send(demo, await callerOf(demo, key, operation), request.path, request.call);
}

/** The key, or for what only consultants may call, the key of the consultant that goes with it. */
export async function callerOf(demo: Demo, key: TestKey, operation: Operation): Promise<TestKey> {
  return operation.callers === "consultant" ? (await demo.consultantOf(key)).key : key;
}

/** What consultants do for a client belongs to their own drafts: test/modules/scenarios has it, over both doors. */
export const forConsultantsAtClients = (operation: Operation): boolean =>
  operation.callers === "consultant" && operation.client !== "none";

/** Any REST call with a key, on the listener of the key's environment. */
export async function send(demo: Demo, key: TestKey, path: string, options: Call = {}): Promise<Answer> {
  demo.app.db.clock.advance(STEP_SECONDS);
  const base = key.key.startsWith("qk_sandbox_") ? demo.app.sandbox : demo.app.main;
  return await call(base, path, { ...options, headers: { authorization: `Bearer ${key.key}`, ...options.headers } });
}

/** tools/call of the older protocol era. */
export async function viaMcp(
  demo: Demo,
  key: TestKey,
  name: string,
  args: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ToolAnswer> {
  const request = toolCall(name, args);
  const answer = await send(demo, key, "/api/mcp", { ...request, headers: { ...request.headers, ...headers } });
  const frame = /^event: message\ndata: (.*)\n\n$/.exec(answer.text)?.[1];
  const message: unknown = JSON.parse(frame ?? answer.text);
  const result = isRecord(message) && isRecord(message["result"]) ? message["result"] : {};
  const content: unknown = Array.isArray(result["content"]) ? result["content"][0] : null;
  const text = isRecord(content) && typeof content["text"] === "string" ? content["text"] : "null";
  const meta = isRecord(result["_meta"]) ? result["_meta"] : {};
  const { structuredContent: structured = null, isError } = result;
  return { status: answer.status, is_error: isError === true, text, body: JSON.parse(text), structured, meta };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
// Address ranges: what the service takes for one is tested with the keys.
for (const range of ["cidrv4", "cidrv6"]) ajv.addFormat(range, /^[0-9a-f:.]+\/\d{1,3}$/i);

/** What of a value does not fit the schema, members that the schema does not name included; "" when all fits. */
export function misfit(schema: z.ZodType, value: unknown): string {
  const validate = ajv.compile(z.toJSONSchema(schema, { io: "output" }));
  return validate(value) ? "" : ajv.errorsText(validate.errors);
}

/** Arguments by name as JSON Schema: what a caller may send. */
export function argumentSchemas(operation: Operation): [string, Readonly<Record<string, unknown>>][] {
  const schema: unknown = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
  const properties = isRecord(schema) ? schema["properties"] : undefined;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, value]) => (isRecord(value) ? [[name, value]] : []));
}

/** Whether an argument may be left out. */
export function isOptional(operation: Operation, name: string): boolean {
  return operation.input.shape[name] instanceof z.ZodOptional;
}

/** JSON values that the argument's schema refuses: other types, and texts of another form. */
export function wrongValues(schema: Readonly<Record<string, unknown>>): unknown[] {
  const validate = ajv.compile(schema);
  const candidates = [true, 0.5, -1, 1e21, [], {}, [{}], "", "no such value", "\u0000", "x".repeat(20_000)];
  return candidates.filter((candidate) => !validate(candidate));
}

/** The ones of `wrongValues` that a query string can carry: the text is still wrong after its conversion. */
export function wrongTexts(schema: Readonly<Record<string, unknown>>): string[] {
  const texts = ["no such value", "-1", "0.5", "x".repeat(2_000)];
  const validate = ajv.compile(schema);
  return texts.filter((text) => !validate(text) && !validate(Number(text)) && !validate([text]));
}

/** Rows of every table by number and content: equal before and after, when nothing was written. */
export async function contentOfTables(demo: Demo): Promise<Record<string, string>> {
  const tables = await demo.owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables.rows) {
    // The time at which a key was last used belongs to the door, not to the operation.
    const { rows } = await demo.owner.query<{ content: string }>(`
      select concat(count(*), ' ', md5(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by to_jsonb(t)::text)))
        as content
      from ${name} t`);
    contents[name] = rows[0]?.content ?? "";
  }
  return contents;
}
