import type { FuzzRequest, FuzzTarget } from "./fuzz-request.ts";
import type { Random } from "./random.ts";
import { jsonGarbage } from "./json-garbage.ts";
import { encodeText } from "./rest-requests.ts";
import { HOSTILE_TEXTS } from "./values.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "M-SEARCH"];
const PLACES = [
  "/",
  "/errors",
  "/errors/auth.missing_token",
  "/errors/__proto__",
  "/healthz",
  "/readyz",
  "/metrics",
  "/app",
  "/.env",
  "/api",
  "/api/v2/emissions",
  "/api/mcp/schema",
  "/api/mcp/x",
  "/api/v1",
  "/api/v1/",
  "/api/v1/openapi.json",
  "/api/v1/openapi.json/",
  "/.well-known/oauth-protected-resource",
];

/** Any method on any path with any body: documented or not, the service answers in its own words. */
export function junkRequest(random: Random, target: FuzzTarget): FuzzRequest {
  const keys = [...random.pick([target.keys.live, target.keys.refused, target.keys.starter]), ""];
  const key = random.pick(keys);
  const method = random.pick(METHODS);
  const hasBody = method !== "GET" && method !== "HEAD" && random.chance(0.5);
  return {
    door: "rest",
    listener: random.chance(0.8) ? "main" : "sandbox",
    method,
    path: random.chance(0.3) ? random.pick(PLACES) : junkPath(random, target),
    headers: {
      ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
      ...(hasBody
        ? { "content-type": random.pick(["application/json", "text/csv", "application/x-www-form-urlencoded"]) }
        : {}),
    },
    body: hasBody ? jsonGarbage(random) : null,
    raw: null,
    expectation: "any",
    operation: null,
    what: "junk",
  };
}

function junkPath(random: Random, { contract }: FuzzTarget): string {
  const known = random
    .pick(contract.operations)
    .path.split("/")
    .filter((part) => part !== "");
  const parts = known.map((part) => (random.chance(0.4) ? encodeText(random.pick(HOSTILE_TEXTS)) : part));
  const spoilt = random.pick([
    parts.join("/"),
    `${parts.join("/")}/`,
    `/${parts.join("//")}`,
    parts.join("/").toUpperCase(),
    `${parts.join("/")}%`,
    `${parts.join("/")}%c0%af`,
    `${parts.join("/")};x=1`,
    `./${parts.join("/")}`,
    `${parts.join("/")}?%`,
    `${parts.join("/")}?=&&=a&limit`,
    `${parts.join("/")}?${"a=1&".repeat(500)}`,
    `${parts.join("/")}?limit=1&limit[]=2&limit[a]=3`,
    `${parts.join("/")}?limit=%ff%fe`,
    "x".repeat(random.pick([10, 500, 4_000])),
  ]);
  return `/api/v1/${spoilt}`;
}

/** Bytes that no HTTP client sends; `target` gives a key, so that some of them get past the door. */
export function rawRequest(random: Random, target: FuzzTarget): FuzzRequest {
  const key = random.pick(target.keys.live);
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  const chunked = "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n";
  const post = "POST /api/v1/departments HTTP/1.1\r\n";
  const raw = random.pick<() => Buffer | string>([
    () => random.bytes(random.int(1, 400)),
    () => `GET /api/v1/me HTTP/1.1\r\n${head}X: ${"a".repeat(20_000)}\r\n\r\n`,
    () => `GET /api/v1/me HTTP/1.1\r\n${head}${"X: 1\r\n".repeat(3_000)}\r\n`,
    () => `GET /api/v1/emissions?q=\u0001 HTTP/1.1\r\n${head}\r\n`,
    () => `GET /api/v1/æ HTTP/1.1\r\n${head}\r\n`,
    () => `GET /api/v1/me HTTP/9.9\r\n${head}\r\n`,
    () => `GET /api/v1/me HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    () => `GET  /api/v1/me HTTP/1.1\r\n${head}\r\n`,
    () => `get /api/v1/me HTTP/1.1\r\n${head}\r\n`,
    () => `GET http://evil.test/api/v1/me HTTP/1.1\r\n${head}\r\n`,
    () => `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
    () => `CONNECT evil.test:443 HTTP/1.1\r\n${head}\r\n`,
    () => `GET /api/v1/me HTTP/1.1\r\n${head}${head}\r\n`,
    () => `GET /api/v1/me HTTP/1.1\r\n${head} folded: 1\r\n\r\n`,
    () => `GET /api/v1/me HTTP/1.1\n${head.replaceAll("\r", "")}\n`,
    () => `GET /api/v1/me HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    () => `GET /api/mcp HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    () => `${post}${head}${chunked}\r\nZZ\r\n{}\r\n0\r\n\r\n`,
    () => `${post}${head}${chunked}Content-Length: 2\r\n\r\n{}`,
    () => `${post}${head}${chunked}\r\n2\r\n{}\r\n0\r\n\r\n`,
    () => `${post}${head}${chunked}\r\n8000\r\n${`${"a".repeat(0x8000)}\r\n8000\r\n`.repeat(40)}`,
    () => `POST /api/mcp HTTP/1.1\r\n${head}${chunked}\r\n8000\r\n${`${"a".repeat(0x8000)}\r\n8000\r\n`.repeat(140)}`,
    () => `POST /api/mcp HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{`,
    () =>
      `POST /api/v1/activities/bulk HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=a\r\nContent-Length: 100\r\n\r\n--a\r\n`,
    () => `${post}${head}Content-Length: -1\r\n\r\n{}`,
    () => `${post}${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
    () => `${post}${head}Content-Length: 99999999999\r\nContent-Type: application/json\r\n\r\n{}`,
    () => `${post}${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    () => `${post}${head}Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`,
    () => `${post}${head}Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    () => "\r\n\r\n\r\n",
    () => `\u0016\u0003\u0001\u0002\u0000${random.bytes(100).toString("latin1")}`,
  ])();
  return {
    door: "raw",
    listener: "main",
    method: "",
    path: "",
    headers: {},
    body: null,
    raw: Buffer.from(raw),
    expectation: "any",
    operation: null,
    what: "raw bytes",
  };
}
