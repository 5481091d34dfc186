import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { ServiceError } from "../../../src/core/errors.ts";
import { statement } from "../../../src/core/statement.ts";
import type { TestApp, TestKey } from "../../support/app.ts";
import { type CountedSite, countedSite } from "../../support/counted-site.ts";
import { UNDISTURBED } from "../../support/directed-work.ts";
import type { Answer } from "../../support/http-client.ts";

const work = { ...UNDISTURBED };
let site: CountedSite;
let app: TestApp;
let owner: CountedSite["owner"];
let tenant: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  site = await countedSite(work);
  ({ app, owner, tenant, key } = site);
});
afterAll(() => site.close());
beforeEach(async () => {
  app.db.clock.advance(60);
  Object.assign(work, UNDISTURBED);
  await owner.query("drop trigger if exists refuse_answers on idempotency_keys");
  await owner.query("delete from departments");
});

let keys = 0;
function freshKey(): string {
  keys += 1;
  return `effect-${keys}`;
}

async function post(path: string, name: string, body: unknown, caller = key): Promise<Answer> {
  const headers = { "content-type": "application/json", "idempotency-key": name };
  return await app.as(caller, `/api/v1/${path}`, { method: "POST", body: JSON.stringify(body), headers });
}

async function count(sql: string): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`);
  return rows[0]?.n ?? -1;
}

/** From now on no answer can be kept, as when the database goes away at that moment. */
async function refuseAnswers(): Promise<void> {
  await owner.query(`
    create or replace function refuse_answer() returns trigger language plpgsql as $$
    begin
      if new.answer is not null then raise exception 'no answer can be kept'; end if;
      return new;
    end $$`);
  await owner.query(
    "create trigger refuse_answers before update on idempotency_keys for each row execute function refuse_answer()",
  );
}

describe("an effect and its answer", () => {
  test("are one transaction: where the answer cannot be kept there is no record, no audit event and no webhook event", async () => {
    const body = { name: "one transaction", scopes: ["quota:read"] };
    const name = freshKey();
    const before = [await count("audit_events"), await count("outbox_events")];
    await refuseAnswers();
    expect((await post("api-keys", name, body)).status).toBe(500);
    expect(await count("api_keys where name = 'one transaction'")).toBe(0);
    expect([await count("audit_events"), await count("outbox_events")]).toEqual(before);
    await owner.query("drop trigger refuse_answers on idempotency_keys");
    expect((await post("api-keys", name, body)).status).toBe(201);
    expect((await post("api-keys", name, body)).headers["idempotent-replayed"]).toBe("true");
    expect(await count("api_keys where name = 'one transaction'")).toBe(1);
  });

  test("are not there yet for others while the answer is made, and a repetition waits", async () => {
    const name = freshKey();
    let waiting: Answer | null = null;
    work.afterTransaction = async () => {
      work.afterTransaction = null;
      app.db.clock.advance(16);
      waiting = await post("test-counted", name, {});
    };
    expect((await post("test-counted", name, {})).status).toBe(201);
    expect(waiting).toMatchObject({ status: 409 });
    expect(work.runs).toBe(1);
  });

  test.each([
    ["is kept with a lasting refusal", new ServiceError("quota.exceeded", "Used up."), [402, 402, 1]],
    ["is undone with a request that failed", new Error("a mistake"), [500, 201, 1]],
  ])("%s after the transaction", async (_, error, [status, again, departments]) => {
    const name = freshKey();
    work.inTransaction = async (tx) => {
      await tx.rows(ADD_DEPARTMENT);
    };
    work.afterTransaction = () => Promise.reject(error);
    expect((await post("test-counted", name, {})).status).toBe(status);
    work.afterTransaction = null;
    expect((await post("test-counted", name, {})).status).toBe(again);
    expect(await count("departments")).toBe(departments);
  });
});

describe("a request of several transactions", () => {
  const unknown = ["0198c0de-0000-7000-8000-000000000101", "0198c0de-0000-7000-8000-000000000102"];
  const decisions = unknown.map((id) => ({ id, decision: "exclude", reason: "not ours" }));

  test("is answered once like any other", async () => {
    const name = freshKey();
    const first = await post("review-items/bulk", name, { decisions });
    expect(first.json()).toMatchObject({ decided_count: 0, failed_count: 2 });
    const again = await post("review-items/bulk", name, { decisions });
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
  });

  test("is never done again once a part of it is committed, and the refusal names the list to look at", async () => {
    const name = freshKey();
    const twoParts = { decisions: [...decisions] };
    await post("review-items/bulk", name, twoParts);
    await owner.query(
      "update idempotency_keys set answer = null, is_begun = true, lease = gen_random_uuid(), leased_until = $1",
      [app.db.clock.now()],
    );
    const { text } = await post("review-items/bulk", name, twoParts);
    expect(JSON.parse(text)).toMatchObject({ status: 409, code: "idempotency.outcome_unknown" });
    expect(text).toContain("GET /api/v1/review-items,");
  });

  test("that fails after its first transaction was committed is not done again", async () => {
    const name = freshKey();
    work.afterTransaction = async (ctx) => {
      await ctx.db.transaction(() => Promise.resolve());
      throw new Error("a mistake");
    };
    expect((await post("test-counted", name, {})).status).toBe(500);
    work.afterTransaction = null;
    expect((await post("test-counted", name, {})).json()).toMatchObject({ code: "idempotency.in_progress" });
    app.db.clock.advance(15);
    expect((await post("test-counted", name, {})).json()).toMatchObject({ code: "idempotency.outcome_unknown" });
    expect(work.runs).toBe(1);
  });

  test("reads between them what the first one wrote, and the first one is committed when the second one begins", async () => {
    const seen: number[] = [];
    work.afterTransaction = async (ctx) => {
      await ctx.db.transaction((tx) => tx.rows(ADD_DEPARTMENT));
      const counted = async (): Promise<void> => {
        const rows = await ctx.db.rows<{ n: number }>(DEPARTMENTS);
        seen.push(rows[0]?.n ?? -1, await count("departments"));
      };
      await counted();
      await ctx.db.transaction(() => Promise.resolve());
      await counted();
    };
    expect((await post("test-counted", freshKey(), {})).status).toBe(201);
    expect(seen).toEqual([1, 0, 1, 1]);
  });
});

const ADD_DEPARTMENT = statement(
  "insert into departments (tenant_id, environment, id, name) values ($1, $2, gen_random_uuid(), 'one')",
);
const DEPARTMENTS = statement(
  "select count(*)::int as n from departments where tenant_id = $1 and environment = $2 order by 1 limit 1",
);

describe("the same request by another credential of the company", () => {
  const body = { name: "shared name", scopes: ["quota:read"] };

  test("[contract 7.1.idempotency] has no second effect and gets nothing of the answer; with another body it is a mismatch", async () => {
    const name = freshKey();
    const first = await post("api-keys", name, body);
    const secret = first.json().key ?? "";
    const other = await app.key(tenant);
    const refused = await post("api-keys", name, body, other);
    expect(refused.json()).toMatchObject({ status: 409, code: "idempotency.other_credential" });
    expect(refused.headers["idempotent-replayed"]).toBeUndefined();
    expect(secret).toMatch(/^qk_live_/);
    expect(refused.text).not.toContain(secret);
    expect(refused.text).not.toContain("shared name");
    const differing = await post("api-keys", name, { ...body, name: "other" }, other);
    expect(differing.json()).toMatchObject({ status: 422, code: "idempotency.key_mismatch" });
    expect(await count("api_keys where name = 'shared name'")).toBe(1);
    expect((await post("api-keys", name, body)).text).toBe(first.text);
  });

  test("is refused for its scopes before anything of the earlier request is told", async () => {
    const name = freshKey();
    await post("targets", name, { ...TARGET, name: "told to none" });
    const refused = await post(
      "targets",
      name,
      { ...TARGET, name: "told to none" },
      await app.key(tenant, { scopes: ["quota:read"] }),
    );
    expect(refused.json()).toMatchObject({ status: 403, code: "auth.scope_required" });
  });

  test("by the successor of a rotated key: refused, never done again", async () => {
    const asking = await app.key(tenant);
    const name = freshKey();
    await post("targets", name, TARGET, asking);
    const rotated = await post(`api-keys/${asking.id}/rotate`, freshKey(), { overlap_seconds: 60 }, asking);
    const successor = { ...asking, key: rotated.json().key ?? "" };
    const refused = await post("targets", name, TARGET, successor);
    expect(refused.json()).toMatchObject({ status: 409, code: "idempotency.other_credential" });
    expect((await post("targets", name, TARGET, asking)).headers["idempotent-replayed"]).toBe("true");
    expect(await count("targets where name = 'once for both'")).toBe(1);
  });

  test("in the other environment is a request of its own", async () => {
    const sandbox = await app.key(tenant, { environment: "sandbox" });
    const name = freshKey();
    await post("test-counted", name, {});
    const answer = await fetch(`${app.sandbox}/api/v1/test-counted`, {
      method: "POST",
      body: "{}",
      headers: {
        authorization: `Bearer ${sandbox.key}`,
        "content-type": "application/json",
        "idempotency-key": name,
      },
    });
    expect([answer.status, await answer.text()]).toEqual([201, '{"runs":2}']);
  });
});

const TARGET = {
  name: "once for both",
  baseline_year: 2025,
  target_year: 2030,
  target_reduction_percent: 50,
  baseline_emissions: 1,
};
