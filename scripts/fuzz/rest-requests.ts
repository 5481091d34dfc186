import type { RestOperation } from "./contract.ts";
import type { Expectation, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";
import { multipartBody } from "./multipart-bodies.ts";
import type { Random } from "./random.ts";
import { type DescribedArgument, pickOperation, validArguments } from "./valid-arguments.ts";
import { asSchema } from "./values.ts";

/** A request under construction. */
export interface Draft {
  readonly operation: RestOperation;
  method: string;
  path: Record<string, string>;
  query: [string, string][];
  /** JSON value, or bytes as they are. */
  body: Readonly<Record<string, unknown>> | Buffer | null;
  headers: Record<string, string>;
  expectation: Expectation;
  what: string;
}

/** A request that the operation should take. */
export function validRequest(random: Random, target: FuzzTarget): Draft {
  const { operations } = target.contract;
  const id = pickOperation(
    random,
    target,
    operations.map((one) => one.id),
  );
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`${id} is not described`);
  const members = membersOf(operation.body);
  const { values, are_known } = validArguments(random, target, id, [...operation.parameters, ...members]);
  const draft: Draft = {
    operation,
    method: operation.method,
    path: {},
    query: [],
    body: null,
    headers: { authorization: `Bearer ${random.pick(target.keys.live)}`, ...target.headers },
    expectation: operation.method === "GET" && are_known && target.has_rest ? "accepted" : "any",
    what: "valid",
  };
  for (const { name, in: place } of operation.parameters) {
    const value = values[name];
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (place === "path") draft.path[name] = text;
    else draft.query.push([name, text]);
  }
  if (operation.is_multipart) Object.assign(draft, multipartBody(random, draft.headers));
  if (operation.body !== null) {
    draft.body = Object.fromEntries(members.flatMap(({ name }) => (name in values ? [[name, values[name]]] : [])));
    draft.headers["content-type"] = "application/json";
  }
  return draft;
}

function membersOf(body: RestOperation["body"]): DescribedArgument[] {
  const { properties, required } = asSchema(body?.schema);
  const mustHave: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(asSchema(properties)).map(([name, schema]) => ({
    name,
    schema: asSchema(schema),
    required: mustHave.includes(name),
    example: asSchema(body?.example)[name],
  }));
}

/** The request as it is sent. */
export function finish(draft: Draft): FuzzRequest {
  const { operation, method, body, headers, expectation, what } = draft;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeText(draft.path[name] ?? ""));
  const query = draft.query.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join("&");
  return {
    door: "rest",
    listener: "main",
    method,
    path: `/api/v1${path}${query === "" ? "" : `?${query}`}`,
    headers,
    body: body === null || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
    raw: null,
    expectation,
    operation: operation.id,
    what,
  };
}

/** Percent-encoding that also takes lone surrogates, which become the replacement character. */
export function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text, "utf8").toString("utf8"));
}
