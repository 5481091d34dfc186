import type { FuzzTarget } from "./fuzz-request.ts";
import { jsonGarbage } from "./json-garbage.ts";
import { multipartGarbage } from "./multipart-bodies.ts";
import type { Random } from "./random.ts";
import { placeholdersOf } from "./record-pools.ts";
import { type Draft, validRequest } from "./rest-requests.ts";
import { asSchema, HOSTILE_TEXTS, wrongText, wrongValue } from "./values.ts";

type Mutation = (random: Random, target: FuzzTarget, draft: Draft) => boolean;

/** Changes one thing; false: it does not apply to this operation. */
const MUTATIONS: readonly Mutation[] = [
  function wrongArgument(random, { contract }, draft) {
    const parameters = draft.operation.parameters.filter((one) => one.in === "query");
    if (draft.body !== null && !Buffer.isBuffer(draft.body)) return wrongMember(random, contract, draft);
    if (parameters.length === 0) return false;
    const parameter = random.pick(parameters);
    const text = wrongText(random, contract, parameter.schema);
    if (text === undefined) return false;
    draft.query = [...draft.query.filter(([name]) => name !== parameter.name), [parameter.name, text]];
    return refused(draft, `wrong ${parameter.name}`);
  },
  function unknownArgument(random, _target, draft) {
    const name = random.pick([
      "no_such",
      "offset",
      "page",
      "__proto__",
      "constructor",
      "Limit",
      "tenant_id",
      "x\u0000",
    ]);
    if (draft.body !== null && !Buffer.isBuffer(draft.body)) {
      const text = JSON.stringify(draft.body);
      draft.body = Buffer.from(`${text.slice(0, -1)}${text === "{}" ? "" : ","}${JSON.stringify(name)}:1}`);
    } else draft.query.push([name, "1"]);
    return refused(draft, `unknown argument ${name}`);
  },
  function missingArgument(random, _target, draft) {
    const required: unknown = draft.operation.body?.schema["required"];
    if (!Array.isArray(required) || draft.body === null || Buffer.isBuffer(draft.body)) return false;
    const name = String(random.pick(required));
    draft.body = Object.fromEntries(Object.entries(draft.body).filter(([key]) => key !== name));
    return refused(draft, `without ${name}`);
  },
  function repeatedArgument(_random, _target, draft) {
    const [first] = draft.query;
    if (first === undefined) return false;
    draft.query.push(first);
    return refused(draft, `twice ${first[0]}`);
  },
  function foreignId(random, target, draft) {
    const pool = placeholdersOf(draft.operation.id).find(([argument]) => argument === "id")?.[1];
    // Only looked at: what the other company has stays usable there.
    const id = pool === undefined ? undefined : target.foreign_records.take(random, pool, "")?.["id"];
    if (draft.path["id"] === undefined || id === undefined || pool === "$factor_id") return false;
    draft.path["id"] = id;
    return refused(draft, "id of another company");
  },
  function hostileId(random, _target, draft) {
    if (draft.path["id"] === undefined) return false;
    draft.path["id"] = random.pick(HOSTILE_TEXTS.filter((text) => text.length > 2));
    return refused(draft, "hostile id");
  },
  function wrongCursor(random, _target, draft) {
    if (!draft.operation.parameters.some((one) => one.name === "cursor")) return false;
    const forged = Buffer.concat([Buffer.of(1), random.bytes(random.int(10, 60))]).toString("base64url");
    draft.query.push(["cursor", random.pick([forged, "AQ", random.pick(HOSTILE_TEXTS)])]);
    return refused(draft, "forged cursor");
  },
  function wrongCredential(random, target, draft) {
    const header = random.pick([
      `Bearer ${random.pick(target.keys.refused)}`,
      `Bearer ${random.pick(target.keys.sandbox.length > 0 ? target.keys.sandbox : target.keys.refused)}`,
      `Bearer ${random.pick(target.keys.starter)}`,
      "Basic dXNlcjpwYXNz",
      "Bearer",
      "Bearer  ",
      `Bearer ${"a".repeat(5_000)}`,
      `Bearer qk_live_${"0".repeat(64)}`,
      "",
    ]);
    if (header === "") delete draft.headers["authorization"];
    else draft.headers["authorization"] = header;
    return refused(draft, "wrong credential");
  },
  function poorCredential(random, target, draft) {
    draft.headers["authorization"] = `Bearer ${random.pick(target.keys.poor)}`;
    return maybe(draft, "key with one scope");
  },
  function mediaType(random, _target, draft) {
    if (draft.body === null) return false;
    draft.headers["content-type"] = random.pick([
      "text/plain",
      "application/xml",
      "multipart/form-data",
      "a/b;c=d",
      "x",
    ]);
    return refused(draft, "wrong media type");
  },
  function encodedBody(random, _target, draft) {
    if (draft.body === null || draft.operation.is_multipart) return false;
    draft.headers["content-encoding"] = random.pick(["gzip", "br", "deflate", "x"]);
    return refused(draft, "encoded body");
  },
  function malformedBody(random, _target, draft) {
    if (draft.operation.body === null || draft.body === null) return false;
    draft.body = jsonGarbage(random);
    return maybe(draft, "malformed body");
  },
  function malformedUpload(random, _target, draft) {
    if (!draft.operation.is_multipart) return false;
    Object.assign(draft, multipartGarbage(random, draft.headers));
    return maybe(draft, "malformed upload");
  },
  function negotiation(random, _target, draft) {
    const [name, values] = random.pick(NEGOTIATION);
    draft.headers[name] = random.pick(values);
    return maybe(draft, `header ${name}`);
  },
  function otherMethod(random, { contract }, draft) {
    const method = random.pick(METHODS);
    // On the same path that would be another operation, whose answer shows other records.
    if (contract.operations.some((one) => one.path === draft.operation.path && one.method === method)) return false;
    draft.method = method;
    return maybe(draft, `method ${method}`);
  },
];

const METHODS = ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST", "TRACE", "PROPFIND", "QUERY", "GET"];

const NEGOTIATION: readonly (readonly [string, readonly string[]])[] = [
  [
    "accept",
    ["text/csv", "application/x-ndjson", "text/csv;q=0.5, application/json", "image/png", "*/*;q=0", ",;,", "x"],
  ],
  ["accept-encoding", ["gzip", "br", "identity;q=0", "gzip;q=2", "*", "zstd", "gzip;q=0, *;q=0"]],
  ["if-none-match", ["*", 'W/"x"', "x", '"a", "b"', ","]],
  ["range", ["bytes=0-1", "bytes=-1", "x"]],
  ["x-request-id", ["abc", "x".repeat(65), "<script>", "a b"]],
  ["host", ["evil.test", "localhost", "127.0.0.1:1", "[::1]", "a".repeat(300), "UPPER.example:443"]],
  ["origin", ["https://evil.test", "null", "file://"]],
  ["x-forwarded-for", ["1.2.3.4", "::1, 5.6.7.8", "x", ",".repeat(200)]],
  ["x-svc-tenant", ["x", "0198c0de-0000-7000-8000-00000000dead"]],
  ["idempotency-key", ["a", "", "x".repeat(500)]],
  ["x-http-method-override", ["DELETE"]],
];

/** A valid request with one thing changed. */
export function mutatedRequest(random: Random, target: FuzzTarget): Draft {
  for (;;) {
    const draft = validRequest(random, target);
    if (random.pick(MUTATIONS)(random, target, draft)) return draft;
  }
}

function wrongMember(random: Random, contract: FuzzTarget["contract"], draft: Draft): boolean {
  const properties = Object.entries(asSchema(draft.operation.body?.schema["properties"]));
  if (properties.length === 0) return false;
  const [name, schema] = random.pick(properties);
  const value = wrongValue(random, contract, asSchema(schema));
  if (value === undefined) return false;
  draft.body = { ...asSchema(draft.body), [name]: value };
  return refused(draft, `wrong ${name}`);
}

function refused(draft: Draft, what: string): true {
  draft.expectation = "refused";
  draft.what = what;
  return true;
}

function maybe(draft: Draft, what: string): true {
  draft.expectation = "any";
  draft.what = what;
  return true;
}
