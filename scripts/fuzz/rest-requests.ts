import { argumentValue, isOwnId, isRecordId, listOfPath } from "./arguments.ts";
import type { RestOperation } from "./contract.ts";
import type { Expectation, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";
import { multipartBody } from "./multipart-bodies.ts";
import type { Random } from "./random.ts";
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
  const operation = random.pick(target.contract.operations);
  const list = listOfPath(operation.path);
  const draft: Draft = {
    operation,
    method: operation.method,
    path: {},
    query: [],
    body: null,
    headers: { authorization: `Bearer ${random.pick(target.keys.live)}` },
    expectation: operation.method === "GET" ? "accepted" : "any",
    what: "valid",
  };
  for (const parameter of operation.parameters) {
    const value = argumentValue(random, target, { ...parameter, list });
    const isTaken = parameter.in === "path" || parameter.required || random.chance(0.4);
    if (!isTaken || parameter.name === "cursor") continue;
    // Made up where the company has no such record.
    const isUnknown = isRecordId(parameter.name, parameter.schema) && !isOwnId(target, value);
    if (isUnknown && parameter.required) draft.expectation = "any";
    if (parameter.in === "path") draft.path[parameter.name] = String(value);
    else draft.query.push([parameter.name, String(value)]);
  }
  if (operation.is_multipart) Object.assign(draft, multipartBody(random, draft.headers));
  if (operation.body !== null) setBody(random, target, draft, operation.body.schema, operation.body.example);
  return draft;
}

function setBody(random: Random, target: FuzzTarget, draft: Draft, schema: unknown, example: unknown): void {
  const { properties, required } = asSchema(schema);
  const mustHave: readonly unknown[] = Array.isArray(required) ? required : [];
  const body: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(asSchema(properties))) {
    if (!mustHave.includes(name) && random.chance(0.5)) continue;
    const argument = { name, schema: asSchema(property), example: asSchema(example)[name], list: "" };
    body[name] = argumentValue(random, target, argument);
  }
  draft.body = body;
  draft.headers["content-type"] = "application/json";
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
