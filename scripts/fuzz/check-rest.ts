import { z } from "zod";
import { ERROR_CODES } from "../../src/core/errors.ts";
import type { RestOperation } from "./contract.ts";
import type { FuzzAnswer, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";

/** Members of a problem document: those of the specification, and request_id; no others. */
const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(ERROR_CODES)),
  detail: z.string().min(1),
  instance: z.string(),
  request_id: z.string().min(1),
  scope_required: z.string().optional(),
  feature: z.string().optional(),
  retry_after_seconds: z.int().min(1).optional(),
  issues: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
});

const RATE_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
/** What any address below /api/v1 may answer, described or not. */
const COMMON = new Set([200, 204, 304, 400, 401, 403, 404, 429]);

/** What is wrong with an answer below /api/v1; empty: nothing. */
export function checkRest(target: FuzzTarget, request: FuzzRequest, answer: FuzzAnswer): string[] {
  const path = request.path.split("?", 1)[0] ?? "";
  const { status, headers } = answer;
  const operation = describedOperation(target, request);
  const faults: string[] = [];
  if (headers["x-request-id"] === undefined) faults.push("no X-Request-Id");
  if (headers["x-content-type-options"] !== "nosniff") faults.push("no nosniff");
  if (operation === null ? !COMMON.has(status) : operation.responses[String(status)] === undefined) {
    faults.push(`status ${status} is not described`);
  } else if (operation !== null) faults.push(...checkCode(target, operation, answer));
  if (request.method === "HEAD" || status === 204 || status === 304) {
    if (answer.text !== "") faults.push("a body where there must be none");
  } else if (status >= 400) faults.push(...checkProblem(target, path, answer));
  else if (operation !== null) faults.push(...checkSuccess(target, operation, answer));
  if (isCounted(request, path, answer)) {
    for (const name of RATE_HEADERS) if (!/^\d+$/.test(headers[name] ?? "")) faults.push(`no ${name}`);
  }
  if (request.expectation === "accepted" && ![200, 304, 429].includes(status) && !isExpectedRefusal(answer))
    faults.push("a valid request is refused");
  if (request.expectation === "refused" && status < 400 && request.method !== "OPTIONS") {
    faults.push("an invalid request is accepted");
  }
  return faults;
}

/** What only consultants may do, and years that a request before has stated otherwise. */
function isExpectedRefusal({ status, text }: FuzzAnswer): boolean {
  if (status === 400) return text.includes('"code":"no_such_year"');
  return status === 403 && text.includes('"code":"third_party.endpoint_only"');
}

/** The operation whose description must hold: the meant one, unless another method or a path was sent. */
function describedOperation(target: FuzzTarget, request: FuzzRequest): RestOperation | null {
  const meant = target.contract.operations.find((one) => one.id === request.operation);
  if (meant === undefined || meant.method !== request.method) return null;
  return meant;
}

function checkProblem(target: FuzzTarget, path: string, { status, headers, text }: FuzzAnswer): string[] {
  if (headers["content-type"] !== "application/problem+json")
    return [`media type ${headers["content-type"]} of an error`];
  const parsed = problem.safeParse(parseJson(text));
  if (!parsed.success) return [`problem document: ${z.prettifyError(parsed.error)}`];
  const { type, code, instance, request_id, retry_after_seconds } = parsed.data;
  const faults: string[] = [];
  if (parsed.data.status !== status) faults.push("the document has another status");
  if (Object.entries(ERROR_CODES).find(([known]) => known === code)?.[1].status !== status)
    faults.push(`${code}: ${status}`);
  if (type !== `${target.errors_url}/${code}`) faults.push(`type ${type}`);
  if (instance !== path) faults.push(`instance ${instance}`);
  if (request_id !== headers["x-request-id"]) faults.push("request_id differs from X-Request-Id");
  if (status === 401 && headers["www-authenticate"] === undefined) faults.push("401 without a challenge");
  if (status === 429 && Number(headers["retry-after"]) !== retry_after_seconds) faults.push("Retry-After differs");
  return faults;
}

/** The code of a refusal must be among those that the operation's description gives for its status. */
function checkCode({ contract }: FuzzTarget, operation: RestOperation, { status, text }: FuzzAnswer): string[] {
  const schema = operation.responses[String(status)]?.["application/problem+json"];
  if (schema === undefined || text === "") return [];
  const misfit = contract.misfit(schema, parseJson(text));
  return misfit === "" ? [] : [`problem: ${misfit}`];
}

function checkSuccess({ contract }: FuzzTarget, operation: RestOperation, answer: FuzzAnswer): string[] {
  const type = answer.headers["content-type"]?.split(";", 1)[0] ?? "";
  if (answer.status === 200 && operation.exports.includes(type)) return [];
  const schema = operation.responses[String(answer.status)]?.[type];
  if (schema === undefined) return [`media type ${type} is not described`];
  if (type !== "application/json") return [];
  const misfit = contract.misfit(schema, parseJson(answer.text));
  return misfit === "" ? [] : [`body: ${misfit}`];
}

/** Whether the request got as far as its bucket, whose headers every later answer carries. */
function isCounted(request: FuzzRequest, path: string, { status, text }: FuzzAnswer): boolean {
  const isDescription = path === "/api/v1/openapi.json";
  const isPreflight = request.headers["access-control-request-method"] !== undefined;
  // HEAD shows no code.
  const isBeforeBucket =
    status === 401 ||
    (status === 403 && text === "") ||
    /"code":"(?:auth\.ip_not_allowed|rate_limit\.ip_exceeded)"/.test(text);
  return !isBeforeBucket && !isDescription && !isPreflight && request.headers["authorization"] !== undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
