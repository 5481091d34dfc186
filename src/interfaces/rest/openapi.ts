import type { ErrorCode } from "../../core/errors.ts";
import type { Operation } from "../../core/operation.ts";
import { onlyFile } from "../../core/stored-file.ts";
import { exportableList } from "./export-list.ts";
import {
  components,
  headerParameters,
  problemResponses,
  successHeaders,
  unchangedHeaders,
} from "./openapi-components.ts";
import { securityOf } from "./openapi-security.ts";
import { answerSchema, requestSchema } from "./openapi-schema.ts";
import { TAG_DESCRIPTIONS } from "./openapi-tags.ts";

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiFacts {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
  readonly errors_url: string;
  readonly version: string;
  readonly uploads: { readonly max_files: number; readonly max_file_bytes: number; readonly max_total_bytes: number };
}

/** What an Idempotency-Key, which every POST takes, can be answered. */
const IDEMPOTENCY_CODES: readonly ErrorCode[] = [
  "idempotency.key_mismatch",
  "idempotency.in_progress",
  "idempotency.other_credential",
  "idempotency.outcome_unknown",
];

const INTRODUCTION =
  "Emissions are kg CO2e. Times are ISO 8601 in UTC; from and to are inclusive, a date alone means the whole UTC day. " +
  "Lists are ordered by created_at, newest first, and paged by cursor: repeat with next_cursor until it is null. Lists " +
  "are also given as text/csv and application/x-ndjson (all pages) by the Accept header. Errors are problem documents " +
  "(RFC 9457); branch on code.";

/** The OpenAPI 3.1 description of all operations, as JSON text. */
export function openApiText(operations: readonly Operation[], facts: OpenApiFacts): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: {
      title: "Carbon Ledger REST API",
      version: facts.version,
      description: INTRODUCTION,
      contact: { name: "Carbon Ledger", url: facts.api_url },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [
      { url: `${facts.api_url}/api/v1`, description: "Production: live data", "x-internal": false },
      { url: `${facts.sandbox_api_url}/api/v1`, description: "Sandbox: test data", "x-internal": false },
    ],
    security: [{ bearer: [] }],
    tags: tagsOf(operations),
    paths: pathsOf(operations, facts),
    components: components(facts, new Set(operations.flatMap(errorCodes))),
  });
}

function tagOf(operation: Operation): string {
  return operation.rest.path.split("/")[1] ?? "";
}

function tagsOf(operations: readonly Operation[]): Json[] {
  return [...new Set(operations.map(tagOf))].toSorted().map((name) => ({ name, description: TAG_DESCRIPTIONS[name] }));
}

function pathsOf(operations: readonly Operation[], facts: OpenApiFacts): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = operation.rest.path.replaceAll(/:(\w+)/g, "{$1}");
    const item = (paths[path] ??= {});
    item[operation.rest.method.toLowerCase()] = describeOperation(operation, facts);
  }
  return paths;
}

function describeOperation(operation: Operation, { uploads }: OpenApiFacts): Json {
  const { rest, input } = operation;
  const schema = requestSchema(input);
  const inPath = new Set([...rest.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ""));
  const isQueried = rest.method === "GET" || rest.method === "DELETE";
  const names = Object.keys(input.shape);
  const own = names
    .filter((name) => inPath.has(name) || isQueried)
    .map((name) => parameter(operation, name, schema, inPath.has(name) ? "path" : "query"));
  const parameters = [...own, ...headerParameters(operation)];
  return {
    operationId: operation.name,
    summary: operation.title,
    description: describe(operation),
    tags: [tagOf(operation)],
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isQueried ? {} : operation.rest.multipart === true ? uploadBody(uploads) : jsonBody(operation, schema, inPath)),
    responses: { ...success(operation), ...problemResponses(errorCodes(operation)) },
  };
}

function describe(operation: Operation): string {
  const needs = [
    operation.scope === null ? null : `Scope: ${operation.scope}.`,
    operation.feature === undefined ? null : `Plan feature: ${operation.feature}.`,
    operation.callers === "tenant" ? "Not for consultant keys." : null,
    operation.callers === "consultant" ? "For consultant keys only." : null,
  ].filter((line) => line !== null);
  return [operation.description, ...needs].join(" ");
}

function parameter(operation: Operation, name: string, schema: Json, place: "path" | "query"): Json {
  const properties = asObject(schema["properties"]);
  const { description, ...own } = asObject(properties[name]);
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const example = operation.example.input[name];
  return {
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: own,
    ...(example === undefined ? {} : { example: shownValue(example) }),
  };
}

function jsonBody(operation: Operation, schema: Json, inPath: ReadonlySet<string>): Json {
  const properties = withoutNames(asObject(schema["properties"]), inPath);
  if (Object.keys(properties).length === 0) return {};
  const all = Array.isArray(schema["required"]) ? schema["required"] : [];
  const required = all.filter((name) => !inPath.has(String(name)));
  const body = { type: "object", properties, additionalProperties: false };
  const example = shownValue(withoutNames(operation.example.input, inPath));
  return {
    requestBody: {
      required: required.length > 0,
      content: { "application/json": { schema: required.length === 0 ? body : { ...body, required }, example } },
    },
  };
}

function uploadBody({ max_files, max_file_bytes, max_total_bytes }: OpenApiFacts["uploads"]): Json {
  const items = { type: "string", contentMediaType: "application/octet-stream" };
  const description = `At most ${max_file_bytes} bytes each and ${max_total_bytes} in all`;
  const files = { type: "array", minItems: 1, maxItems: max_files, items, description };
  const schema = { type: "object", required: ["files"], properties: { files }, additionalProperties: false };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
}

function success(operation: Operation): Json {
  const { status = 200 } = operation.rest;
  const headers = successHeaders(operation);
  const description = operation.title;
  if (status === 204) return { 204: { description, headers } };
  const schema = answerSchema(operation.output);
  const json = { "application/json": { schema, example: shownValue(operation.example.output) } };
  const isList = operation.rest.method === "GET" && exportableList(operation) !== null;
  const text = { schema: { type: "string" } };
  const files = Object.fromEntries((operation.rest.file ?? []).map((media_type) => [media_type, text]));
  const alone = operation.output === onlyFile ? files : { ...json, ...files };
  const content = isList ? { ...json, "text/csv": text, "application/x-ndjson": text } : alone;
  if (operation.rest.method !== "GET") return { [status]: { description, headers, content } };
  const unchanged = { description: "Unchanged since If-None-Match", headers: unchangedHeaders() };
  return { [status]: { description, headers, content }, 304: unchanged };
}

/** What the order of admission can answer for any operation, then what this one adds. */
function errorCodes(operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [
    "auth.missing_token",
    "auth.invalid_token",
    "auth.key_revoked",
    "auth.key_expired",
    "auth.key_environment_mismatch",
    "auth.ip_not_allowed",
    "subscription.feature_required",
    "rate_limit.exceeded",
    "rate_limit.ip_exceeded",
    "server.unavailable",
    "server.internal_error",
    "request.validation_failed",
  ];
  if (operation.access === "write") codes.push("server.storage_full");
  if (operation.scope !== null) codes.push("auth.scope_required");
  if (operation.rest.method === "POST") codes.push(...IDEMPOTENCY_CODES);
  if (operation.callers !== "tenant" && operation.client !== "none") {
    codes.push("third_party.tenant_header_missing", "third_party.no_active_grant");
  }
  if (operation.callers !== "any") codes.push("third_party.endpoint_only");
  return [...new Set([...codes, ...operation.errors])];
}

/** Examples name demo records as "$entry_id"; readers get an id that looks like one. */
function shownValue(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("$") ? "0198c0de-0000-7000-8000-000000000001" : value;
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shownValue(inner)]));
}

function withoutNames(record: Json, names: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}

function asObject(value: unknown): Json {
  // Generated by zod: an object schema, its properties, or a property's schema.
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
