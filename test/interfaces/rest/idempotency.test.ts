import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { pruneAnswers } from "../../../src/modules/idempotency/index.ts";
import type { TestApp, TestKey } from "../../support/app.ts";
import { type CountedSite, countedSite } from "../../support/counted-site.ts";
import { UNDISTURBED } from "../../support/directed-work.ts";
import type { Answer } from "../../support/http-client.ts";

const work = { ...UNDISTURBED };
let site: CountedSite;
let app: TestApp;
let owner: CountedSite["owner"];
let key: TestKey;

beforeAll(async () => {
  site = await countedSite(work);
  ({ app, owner, key } = site);
});
afterAll(() => site.close());
beforeEach(() => {
  app.db.clock.advance(60);
  Object.assign(work, UNDISTURBED);
});

let keys = 0;
function freshKey(): string {
  keys += 1;
  return `key-${keys}`;
}

async function post(idempotency: string | string[] | null, body: unknown = {}, caller = key): Promise<Answer> {
  return await app.as(caller, "/api/v1/test-counted", {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      ...(idempotency === null ? {} : { "idempotency-key": idempotency }),
    },
  });
}

async function count(sql: string, parameters: readonly unknown[] = []): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...parameters]);
  return rows[0]?.n ?? -1;
}

describe("a repeated POST", () => {
  test("gets the first answer again, marked, and has no second effect", async () => {
    const name = freshKey();
    const first = await post(name);
    const second = await post(name);
    expect([first.status, first.text, first.headers["idempotent-replayed"]]).toEqual([201, '{"runs":1}', undefined]);
    expect([second.status, second.text, second.headers["idempotent-replayed"]]).toEqual([201, '{"runs":1}', "true"]);
    expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
    expect(second.headers["x-ratelimit-remaining"]).toBeDefined();
    expect(work.runs).toBe(1);
  });

  test("without a key does its work every time", async () => {
    await post(null);
    await post(null);
    expect(work.runs).toBe(2);
  });

  test("is the same request with the key in quotation marks and bare", async () => {
    const name = freshKey();
    await post(`"${name}"`);
    expect((await post(name)).headers["idempotent-replayed"]).toBe("true");
    expect(work.runs).toBe(1);
  });

  test("[contract 7.1.idempotency] with another body is refused as a mismatch and leaves the first answer", async () => {
    const name = freshKey();
    await post(name, { note: "a" });
    const other = await post(name, { note: "b" });
    expect(other.json()).toMatchObject({ status: 422, code: "idempotency.key_mismatch" });
    expect((await post(name, { note: "a" })).headers["idempotent-replayed"]).toBe("true");
    expect(work.runs).toBe(1);
  });

  test("with another path is another request", async () => {
    const name = freshKey();
    await post(name);
    await app.as(key, "/api/v1/api-keys", {
      method: "POST",
      body: JSON.stringify({ name: "other path", scopes: ["quota:read"] }),
      headers: { "content-type": "application/json", "idempotency-key": name },
    });
    expect(work.runs).toBe(1);
    expect(await count("api_keys where name = 'other path'")).toBe(1);
  });

  test("by a key of another company never sees the answer", async () => {
    const name = freshKey();
    await post(name);
    const foreign = await post(name, {}, await app.key(await app.db.tenant()));
    expect([foreign.text, foreign.headers["idempotent-replayed"]]).toEqual(['{"runs":2}', undefined]);
  });

  test("is forgotten after 24 hours and then removed", async () => {
    const name = freshKey();
    await post(name);
    app.db.clock.advance(24 * 3600 - 1);
    expect((await post(name)).headers["idempotent-replayed"]).toBe("true");
    app.db.clock.advance(1);
    const late = await post(name);
    expect([late.text, late.headers["idempotent-replayed"]]).toEqual(['{"runs":2}', undefined]);
    app.db.clock.advance(24 * 3600);
    expect(await pruneAnswers(app.db.database.system, app.db.clock)).toBeGreaterThan(0);
    expect(await count("idempotency_keys")).toBe(0);
  });

  test.each([
    ["empty", ""],
    ["two values", ["a", "b"]],
    ["a blank", "a b"],
    ["256 characters", "x".repeat(256)],
    ["an open quotation mark", '"abc'],
    ["an empty quotation", '""'],
  ])("with a malformed key is refused: %s", async (_, value) => {
    const answer = await post(value);
    expect(answer.json()).toMatchObject({ status: 400, code: "request.validation_failed" });
    expect(answer.json().issues?.[0]?.path).toBe("Idempotency-Key");
    expect(work.runs).toBe(0);
  });

  test("takes a key of 255 characters", async () => {
    expect((await post("x".repeat(255))).status).toBe(201);
  });

  test("is not kept when it was refused: after the mistake is mended the key still works", async () => {
    const name = freshKey();
    expect((await post(name, { note: "far too long a note" })).status).toBe(400);
    expect((await post(name, { note: "short" })).status).toBe(201);
  });

  test.each([
    [new ServiceError("resource.not_found", "x"), 404],
    [new ServiceError("auth.scope_required", "x"), 403],
    [new Error("disk full"), 500],
  ])("is not kept when the work failed with %s", async (error, status) => {
    const name = freshKey();
    work.failure = error;
    expect((await post(name)).status).toBe(status);
    work.failure = null;
    expect((await post(name)).status).toBe(201);
    expect(work.runs).toBe(1);
  });

  test("repeats a lasting refusal: the quota's", async () => {
    const name = freshKey();
    work.failure = new ServiceError("quota.exceeded", "Used up.");
    const first = await post(name);
    work.failure = null;
    const second = await post(name);
    expect([second.status, second.text]).toEqual([402, first.text]);
    expect(second.headers["content-type"]).toBe("application/problem+json");
    expect(second.headers["idempotent-replayed"]).toBe("true");
  });
});

describe("requests at the same time", () => {
  test("20 equal ones create one key and one event; each of the others is told to wait or gets that answer", async () => {
    const body = JSON.stringify({ name: "twenty", scopes: ["quota:read"] });
    const headers = { "content-type": "application/json", "idempotency-key": freshKey() };
    const create = () => app.as(key, "/api/v1/api-keys", { method: "POST", body, headers });
    const eventsBefore = await count("outbox_events where event = 'api_key.created'");
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    const created = answers.filter((answer) => answer.status === 201);
    expect(new Set(created.map((answer) => answer.text)).size).toBe(1);
    expect(created.filter((answer) => answer.headers["idempotent-replayed"] === undefined).length).toBe(1);
    for (const answer of answers.filter((one) => one.status !== 201)) {
      expect(answer.json()).toMatchObject({ status: 409, code: "idempotency.in_progress", retry_after_seconds: 15 });
      expect(answer.headers["retry-after"]).toBe("15");
    }
    expect((await create()).text).toBe(created[0]?.text);
    expect(await count("api_keys where name = 'twenty'")).toBe(1);
    expect((await count("outbox_events where event = 'api_key.created'")) - eventsBefore).toBe(1);
  });

  test("a repetition is answered at once while the first one's transaction is open", async () => {
    const name = freshKey();
    let repeated: Answer | null = null;
    work.inTransaction = async () => {
      work.inTransaction = null;
      repeated = await post(name);
      // Also once the first one is believed lost: its open transaction is a sign of life.
      app.db.clock.advance(16);
      expect((await post(name)).status).toBe(409);
    };
    expect((await post(name)).status).toBe(201);
    expect(repeated).toMatchObject({ status: 409 });
    expect(work.runs).toBe(1);
  });

  test("one that was believed lost has no effect beside the one that took its place", async () => {
    const name = freshKey();
    let overtaking: Answer | null = null;
    work.whileRunning = async () => {
      work.whileRunning = null;
      app.db.clock.advance(16);
      overtaking = await post(name);
    };
    const slow = await post(name);
    expect(overtaking).toMatchObject({ status: 201, text: '{"runs":1}' });
    expect(slow.json()).toMatchObject({ status: 409, code: "idempotency.in_progress" });
    expect(work.runs).toBe(1);
    expect((await post(name)).text).toBe('{"runs":1}');
  });
});
