import { afterAll, beforeAll, expect, test } from "vitest";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { subscribe } from "../../support/delivery-worker.ts";
import { type Answer, call } from "../../support/http-client.ts";

let app: TestApp;
let key: TestKey;
const ids: string[] = [];

const DISABLE = statement(`
  update webhooks set status = 'disabled', disabled_at = now(), deactivated_reason = 'failures' where tenant_id = $1 and environment = $2 and id = $3`);

beforeAll(async () => {
  app = await testApp();
  const tenant = await app.db.tenant({ environment: "sandbox" });
  key = await app.key(tenant);
  const ctx = app.db.context(tenant, SCOPES, { is_local: true });
  for (let made = 0; made < 4; made += 1) ids.unshift((await subscribe(ctx, `http://127.0.0.1:9999/${made}`)).id);
  await ctx.db.transaction((tx) => tx.rows(DISABLE, [ids[0] ?? ""]));
  await request("DELETE", `/${ids[1]}`);
});
afterAll(() => app.close());

const request = (method: string, path: string): Promise<Answer> =>
  call(app.sandbox, `/api/v1/webhooks${path}`, { method, headers: { authorization: `Bearer ${key.key}` } });

interface Listed {
  readonly items: readonly { readonly id: string; readonly status: string }[];
  readonly next_cursor: string | null;
}
const listed = (answer: Answer): Listed => JSON.parse(answer.text) as Listed;

test.each([
  ["", [0, 1, 2, 3]],
  ["?status=disabled", [0]],
  ["?status=deactivated", [1]],
  ["?status=active", [2, 3]],
])("GET /webhooks%s lists the subscriptions of that status, newest first", async (query, places) => {
  const { items } = listed(await request("GET", query));
  expect(items.map(({ id }) => ids.indexOf(id))).toEqual(places);
});

test("the status holds across pages, and a page of one status is none of another", async () => {
  const first = listed(await request("GET", "?status=active&limit=1"));
  const next = `&limit=1&cursor=${first.next_cursor}`;
  const second = listed(await request("GET", `?status=active${next}`));
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.slice(2));
  expect(second.next_cursor).toBeNull();
  expect((await request("GET", `?status=disabled${next}`)).json()).toMatchObject({ code: "pagination.invalid_cursor" });
});

test("another status is refused with those that there are", async () => {
  const { status, text } = await request("GET", "?status=ended");
  expect(status).toBe(400);
  for (const known of ["active", "disabled", "deactivated"]) expect(text).toContain(known);
});
