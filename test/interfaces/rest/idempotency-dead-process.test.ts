import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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

async function post(name: string, body: unknown = {}): Promise<Answer> {
  const headers = { "content-type": "application/json", "idempotency-key": name };
  return await app.as(key, "/api/v1/test-counted", { method: "POST", body: JSON.stringify(body), headers });
}

describe("a process that died", () => {
  test("in between holds the key until its lease ends, tells for how long, and for the same request only", async () => {
    const name = "before-it-began";
    await post(name);
    await leaveBehind({ is_begun: false });
    app.db.clock.advance(4.2);
    const waiting = await post(name);
    expect(waiting.json()).toMatchObject({ code: "idempotency.in_progress", retry_after_seconds: 11 });
    expect(waiting.headers["retry-after"]).toBe("11");
    app.db.clock.advance(11);
    expect((await post(name, { note: "other" })).status).toBe(422);
    expect((await post(name)).text).toBe('{"runs":2}');
  });

  test("after a part of the work leaves a refusal that says where to look, and never the work again", async () => {
    const name = "after-a-part";
    await post(name);
    await leaveBehind({ is_begun: true });
    expect((await post(name)).json()).toMatchObject({ code: "idempotency.in_progress" });
    app.db.clock.advance(23 * 3600);
    const refused = await post(name);
    expect(refused.json()).toMatchObject({ status: 409, code: "idempotency.outcome_unknown" });
    expect(refused.headers["retry-after"]).toBeUndefined();
    expect((await post(name, { note: "other" })).status).toBe(422);
    expect(work.runs).toBe(1);
  });
});

/** What a process leaves behind that ended now, before it could answer. */
async function leaveBehind({ is_begun }: { readonly is_begun: boolean }): Promise<void> {
  await owner.query(
    "update idempotency_keys set answer = null, lease = gen_random_uuid(), leased_until = $1, is_begun = $2",
    [new Date(app.db.clock.now().getTime() + 15_000), is_begun],
  );
}
