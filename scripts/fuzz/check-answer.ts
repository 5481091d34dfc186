import { checkMcp } from "./check-mcp.ts";
import { checkRest, parseJson } from "./check-rest.ts";
import type { FuzzAnswer, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";

/** Traces of the inside that no answer may carry. */
const INSIDE = [
  /\bat [\w.<>]+ \([^)]*:\d+:\d+\)/,
  /node:internal|node_modules/,
  /\.(?:ts|js|mjs):\d+/,
  /\/(?:src|home|tmp|work|usr|var)\/[\w.-]+/,
  /\b(?:syntax error at|duplicate key value|violates \w+|null value in column|invalid byte sequence|relation ")/i,
  /\b(?:select|insert|update|delete)\b[^"]{0,80}\b(?:from|into|set|where)\b/i,
  /\bpg_\w+|postgres|SQLSTATE|ECONN\w+|EPIPE|ENOENT/i,
  /ZodError|TypeError|RangeError|SyntaxError|\[object Object\]|undefined is|of undefined/,
];

/** Everything that is wrong with one answer; empty: nothing. */
export function checkAnswer(target: FuzzTarget, request: FuzzRequest, answer: FuzzAnswer): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`status ${answer.status}`);
  const leak = leakOf(request, answer);
  if (leak !== null) faults.push(`shows its inside: ${leak}`);
  const path = request.path.split("?", 1)[0] ?? "";
  if (request.door === "raw") return [...faults, ...checkRaw(answer)];
  if (path === "/api/mcp") return [...faults, ...checkMcp(target, request, answer)];
  if (path.startsWith("/api/v1/")) return [...faults, ...checkRest(target, request, answer)];
  return faults;
}

/** An answer to broken bytes is a refusal in our own form, or what the request inside them deserves. */
function checkRaw({ status, headers, text }: FuzzAnswer): string[] {
  if (status < 400) return [];
  const type = headers["content-type"] ?? "";
  if (type === "application/problem+json") return parseJson(text) === undefined ? ["broken problem document"] : [];
  return type.startsWith("text/html") || type.startsWith("application/json") || type === ""
    ? []
    : [`media type ${type}`];
}

function leakOf(request: FuzzRequest, answer: FuzzAnswer): string | null {
  // Compressed bytes say anything by chance.
  if (/^application\/(?:pdf|zip|vnd\.)/.test(answer.headers["content-type"] ?? "")) return null;
  // Descriptions and pages are written by people, who may use any word.
  if (answer.status === 200 && request.operation === null) return null;
  const sent = [decode(request.path), request.body?.toString("utf8") ?? "", request.raw?.toString("utf8") ?? ""].join(
    "\n",
  );
  for (const pattern of INSIDE) {
    const found = pattern.exec(answer.text)?.[0];
    // Names that the caller sent may come back.
    if (found !== undefined && !sent.includes(found)) return found;
  }
  return null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
