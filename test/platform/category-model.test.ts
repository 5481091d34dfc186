import { once } from "node:events";
import { createServer as createTlsServer } from "node:https";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { categoryModel, type CategoryModel, type ModelResult } from "../../src/platform/model/category-model.ts";
import { testAuthority } from "../support/certificates.ts";
import { bytes, type ChatAnswer, chatServer, type ChatServer, complete } from "../support/chat-server.ts";
import { freePort } from "../support/free-port.ts";
import { listenOnLoopback } from "../support/loopback-server.ts";

let server: ChatServer;
let model: CategoryModel;
let now_ms = 0;
let results: ModelResult[];
let troubles: { trouble: string; pause_ms: number }[];

const KEY = "sk-secret-0123456789";
const QUESTION = { instructions: "Sort.", content: '[{"n":1,"text":"a"}]' };
const MINUTE_MS = 60_000;

function modelAt(url: string, timeout_ms = 5_000): CategoryModel {
  return categoryModel(
    { url, name: "test-model", key: KEY, timeout_ms },
    { onResult: (result) => results.push(result), onTrouble: (told) => troubles.push(told), now_ms: () => now_ms },
  );
}

const ask = (asked = model): Promise<string | null> => asked.ask(QUESTION, (text) => text);

beforeAll(async () => {
  server = await chatServer();
});
beforeEach(() => {
  now_ms = 0;
  results = [];
  troubles = [];
  server.requests.length = 0;
  server.answer = (response) => complete("yes")(response);
  model = modelAt(server.url);
});
afterAll(() => server.close());

test("a question goes out as a chat completion with the key, and the text of the first choice comes back", async () => {
  expect(await ask()).toBe("yes");
  expect(server.requests).toMatchObject([{ path: "/v1/chat/completions", model: "test-model", instructions: "Sort." }]);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    "content-type": "application/json",
    "accept-encoding": "identity",
  });
  expect([results, troubles]).toEqual([["answered"], []]);
});

test("at most four questions are under way at once, and all are answered", async () => {
  server.answer = (response) => void setTimeout(() => complete("yes")(response), 20);
  expect(await Promise.all(Array.from({ length: 12 }, () => ask()))).toEqual(Array.from({ length: 12 }, () => "yes"));
  expect(server.together_max()).toBe(4);
});

const HTML = bytes(200, { "content-type": "text/html" }, "<html><body>Sign in</body></html>");
const ENDLESS: ChatAnswer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 10);
  response.once("close", () => clearInterval(timer));
};
const HUGE: ChatAnswer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write("[".repeat(65_536)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

describe("an answer that is none is no failure of the caller, names no secret, and begins a pause", () => {
  test.each<[string, ChatAnswer, string]>([
    ["a page in HTML", HTML, "no chat completion"],
    ["a body without end", ENDLESS, "no complete answer within 300 ms"],
    ["a huge body", HUGE, "larger than 262144 bytes"],
    ["nothing at all", () => undefined, "no complete answer within 300 ms"],
    ["a hang-up", (response) => response.destroy(), "no connection, or it broke (UND_ERR_SOCKET)"],
    ["a server error", bytes(500, {}, `{"error":"${KEY}"}`), "status 500"],
    ["a refused key", bytes(401, {}, "{}"), "status 401"],
    ["too many requests", bytes(429, { "retry-after": "1" }, "{}"), "status 429"],
    ["a redirect", bytes(302, { location: "http://127.0.0.1:9/v1/chat/completions" }, ""), "status 302"],
    ["another JSON document", bytes(200, {}, '{"choices":[]}'), "no chat completion"],
    ["deep nesting", bytes(200, {}, "[".repeat(200_000)), "no chat completion"],
    ["compressed bytes", bytes(200, { "content-encoding": "gzip" }, "\u001f\u008b"), "no chat completion"],
  ])("%s", async (_, answer, told) => {
    server.answer = answer;
    const short = modelAt(server.url, told.includes("300 ms") ? 300 : 5_000);
    expect(await ask(short)).toBeNull();
    expect(results).toEqual(["failed"]);
    expect(troubles).toMatchObject([{ pause_ms: 30_000 }]);
    expect(troubles[0]?.trouble).toContain(told);
    expect(JSON.stringify(troubles)).not.toContain(KEY);
    expect(short.isReady()).toBe(false);
    expect(await ask(short)).toBeNull();
    expect(server.requests).toHaveLength(1);
    await short.close();
  });
});

test("a redirect is not followed, and the key does not go where it leads", async () => {
  const other = await chatServer();
  server.answer = bytes(307, { location: other.url }, "");
  expect(await ask()).toBeNull();
  expect(other.requests).toEqual([]);
  await other.close();
});

test("a server whose certificate nobody vouches for is told nothing", async () => {
  const { key, cert } = testAuthority().issue({ names: ["127.0.0.1"] });
  let asked = 0;
  const secure = createTlsServer({ key, cert }, (_request, response) => {
    asked += 1;
    response.end();
  });
  const strange = modelAt(`https://127.0.0.1:${await listenOnLoopback(secure)}/v1/chat/completions`);
  expect(await ask(strange)).toBeNull();
  expect(asked).toBe(0);
  expect(troubles[0]?.trouble).toMatch(/no connection, or it broke \(\w*(?:CERT|SIGNATURE)\w*\)/);
  secure.close();
  await once(secure, "close");
});

test("nobody listening costs one attempt and one report, however many ask", async () => {
  const away = modelAt(`http://127.0.0.1:${await freePort()}/v1/chat/completions`);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(away)));
  expect(answers.every((answer) => answer === null)).toBe(true);
  // Four were under way before the first had failed.
  expect(results.length).toBeLessThanOrEqual(4);
  expect(troubles).toMatchObject([{ trouble: "no connection, or it broke (ECONNREFUSED)", pause_ms: 30_000 }]);
});

test("pauses double up to a quarter of an hour, end with one question that tries, and an answer ends them", async () => {
  server.answer = bytes(503, {}, "");
  const pauses: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([null, null, null]);
    pauses.push(troubles.at(-1)?.pause_ms ?? 0);
    now_ms += (troubles.at(-1)?.pause_ms ?? 0) - 1;
    expect(model.isReady()).toBe(false);
    now_ms += 1;
    expect(model.isReady()).toBe(true);
  }
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 15, 15].map((minutes) => minutes * MINUTE_MS));
  expect(troubles).toHaveLength(7);
  // Three before the first failure was known, then one per pause.
  expect(server.requests).toHaveLength(3 + 6);
  server.answer = (response) => complete("yes")(response);
  expect(await ask()).toBe("yes");
  expect(await Promise.all([ask(), ask()])).toEqual(["yes", "yes"]);
  server.answer = bytes(503, {}, "");
  await ask();
  expect(troubles.at(-1)?.pause_ms).toBe(30_000);
});

test("an answer that its reader does not understand is told and begins no pause: a text could have provoked it", async () => {
  expect(await model.ask(QUESTION, () => null)).toBeNull();
  expect([results, troubles]).toEqual([
    ["useless"],
    [{ trouble: "the answer is not what was asked for", pause_ms: 0 }],
  ]);
  expect(model.isReady()).toBe(true);
  server.answer = (response) => complete(null)(response);
  expect(await ask()).toBe("");
});

test("closing ends what is under way, without blaming the model", async () => {
  server.answer = () => undefined;
  const asked = ask();
  await expect.poll(() => server.requests.length).toBe(1);
  await model.close();
  expect(await asked).toBeNull();
  expect([results, troubles]).toEqual([[], []]);
});
