import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
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
  Object.assign(work, UNDISTURBED);
});

const ADD_DEPARTMENT = statement(
  "insert into departments (tenant_id, environment, id, name) values ($1, $2, gen_random_uuid(), 'made once')",
);
const DEPARTMENTS = statement("select name from departments where tenant_id = $1 and environment = $2");

async function post(name: string): Promise<Answer> {
  const headers = { "content-type": "application/json", "idempotency-key": name };
  return await app.as(key, "/api/v1/test-counted", { method: "POST", body: "{}", headers });
}

async function endOpenTransactions(): Promise<void> {
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(rowCount).toBe(1);
}

describe("a session that ends while the transaction of a request waits for its answer", () => {
  test.each([
    ["is met by the next read", true],
    ["is met by the commit", false],
  ])("%s: 503, no effect, and the repetition does the work at once", async (name, isRead) => {
    await owner.query("delete from departments");
    work.inTransaction = async (tx) => {
      await tx.rows(ADD_DEPARTMENT);
    };
    work.afterTransaction = async (ctx) => {
      expect(await ctx.db.rows(DEPARTMENTS)).toHaveLength(1);
      await endOpenTransactions();
      if (isRead) await ctx.db.rows(DEPARTMENTS);
    };
    const key_name = name.replaceAll(" ", "-");
    expect((await post(key_name)).json()).toMatchObject({ status: 503, code: "server.unavailable" });
    work.afterTransaction = null;
    expect((await post(key_name)).status).toBe(201);
    expect((await owner.query("select from departments")).rowCount).toBe(1);
  });
});
