import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";

let app: TestApp;
let tenant: TenantIdentity;
let root: TestKey;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.db.clock.advance(60);
  tenant = await app.db.tenant();
  root = await app.key(tenant);
});

const send = (as: TestKey, method: string, path: string, body?: unknown) =>
  app.as(as, `/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

interface MadeKey extends TestKey {
  readonly expires_at: string | null;
  readonly ip_allowlist: readonly string[];
  readonly parent_id: string | null;
  readonly active_children: number;
}

const made = (answer: { readonly text: string }): MadeKey => JSON.parse(answer.text) as MadeKey;
const create = (as: TestKey, more: object = {}) =>
  send(as, "POST", "/api-keys", { name: "child", scopes: ["quota:read"], ...more });
const use = async (key: TestKey) => {
  const answer = await send(key, "GET", "/me");
  return answer.status === 200 ? "works" : answer.json().code;
};
const inMinutes = (minutes: number) => new Date(app.db.clock.now().getTime() + minutes * 60_000).toISOString();

const AUDIT = statement(`
  select action, subject, payload from audit_events where tenant_id = $1 and environment = $2 order by seq limit 1000`);

describe("keys that a key makes", () => {
  test("300 keys from one short-lived key: refused at the hundredth, and all end with their maker's time", async () => {
    const short = await app.key(tenant, {
      scopes: ["quota:read"],
      expires_at: inMinutes(10),
      ip_allowlist: ["127.0.0.0/8"],
    });
    const children: MadeKey[] = [];
    const refusals: string[] = [];
    for (let index = 0; index < 300; index += 1) {
      if (index % 60 === 0) app.db.clock.advance(60);
      const answer = await create(short);
      if (answer.status === 201) children.push(made(answer));
      else refusals.push(`${answer.status} ${answer.json().code ?? ""}`);
    }
    // The company's two other keys count as well.
    expect(children).toHaveLength(98);
    expect(new Set(refusals)).toEqual(new Set(["409 api_key.limit_reached"]));
    expect(new Set(children.map((child) => child.ip_allowlist.join()))).toEqual(new Set(["127.0.0.0/8"]));
    expect(await use(children[97] ?? root)).toBe("works");
    app.db.clock.advance(600);
    const ends = new Set<unknown>();
    for (const child of children) ends.add(await use(child));
    expect(ends).toEqual(new Set(["auth.key_expired"]));
  });

  test("revoking a key ends what was made with it, at any depth, and says how many beforehand", async () => {
    const parent = made(await create(root, { scopes: ["quota:read", "api_keys:manage"] }));
    const child = made(await create(parent));
    const grandchild = made(await create(child));
    const stranger = made(await create(root));
    expect([parent.parent_id, child.parent_id, grandchild.parent_id]).toEqual([root.id, parent.id, child.id]);
    const list = (await send(root, "GET", "/api-keys")).json().items as unknown as MadeKey[];
    const counts = Object.fromEntries(list.map((key) => [key.id, key.active_children]));
    expect(counts).toEqual({ [root.id]: 4, [parent.id]: 2, [child.id]: 1, [grandchild.id]: 0, [stranger.id]: 0 });

    const preview = await send(root, "DELETE", `/api-keys/${parent.id}?dry_run=true`);
    expect([preview.status, preview.json()]).toMatchObject([200, { active_children: 2, revoked_at: null }]);
    expect(await use(grandchild)).toBe("works");

    const revoked = await send(root, "DELETE", `/api-keys/${parent.id}`);
    expect([revoked.status, revoked.json()]).toMatchObject([200, { active_children: 0 }]);
    expect([await use(parent), await use(child), await use(grandchild)]).toEqual(
      Array.from({ length: 3 }, () => "auth.key_revoked"),
    );
    expect([await use(stranger), await use(root)]).toEqual(["works", "works"]);
    const rows = await app.db
      .context(tenant)
      .db.rows<{ action: string; subject: string; payload: { ended_with?: string } }>(AUDIT);
    const ended = rows.filter((row) => row.action === "api_key.revoked");
    expect(ended.map((row) => [row.subject, row.payload.ended_with])).toEqual([
      [parent.id, undefined],
      [child.id, parent.id],
      [grandchild.id, parent.id],
    ]);
  });

  test("a rotation hands them on to the successor, those of the overlap as well", async () => {
    const parent = made(await create(root));
    const before = made(await create(parent));
    const successor = made(await send(root, "POST", `/api-keys/${parent.id}/rotate`, { overlap_seconds: 120 }));
    expect(successor).toMatchObject({ parent_id: root.id, active_children: 1 });
    const during = made(await create(parent));
    expect(during.parent_id).toBe(successor.id);
    app.db.clock.advance(120);
    expect([await use(parent), await use(before), await use(during)]).toEqual(["auth.key_revoked", "works", "works"]);
    const last = made(await send(root, "POST", `/api-keys/${successor.id}/rotate`));
    await send(root, "DELETE", `/api-keys/${last.id}`);
    expect([await use(before), await use(during)]).toEqual(["auth.key_revoked", "auth.key_revoked"]);
  });

  test("a key whose successor was revoked makes none in what is left of its overlap", async () => {
    const parent = made(await create(root));
    const successor = made(await send(root, "POST", `/api-keys/${parent.id}/rotate`, { overlap_seconds: 120 }));
    await send(root, "DELETE", `/api-keys/${successor.id}`);
    expect(await use(parent)).toBe("works");
    expect((await create(parent)).json().code).toBe("auth.key_revoked");
  });

  test.each([
    ["more time", { expires_at: "2030-01-01T00:00:00Z" }, "expires_at"],
    ["another range", { ip_allowlist: ["127.0.0.0/16", "10.0.0.0/8"] }, "ip_allowlist.1"],
    ["a wider range", { ip_allowlist: ["127.0.0.0/7"] }, "ip_allowlist.0"],
    ["a range of the other kind", { ip_allowlist: ["::/0"] }, "ip_allowlist.0"],
  ])("%s than the maker has is refused", async (_what, more, path) => {
    const bounded = await app.key(tenant, {
      expires_at: inMinutes(60),
      ip_allowlist: ["127.0.0.0/8", "2001:db8::/32"],
    });
    const answer = await create(bounded, more);
    expect([answer.status, answer.json().issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  test("less is as asked for", async () => {
    const bounded = await app.key(tenant, { expires_at: inMinutes(60), ip_allowlist: ["127.0.0.0/8"] });
    const child = made(await create(bounded, { expires_at: inMinutes(30), ip_allowlist: ["127.0.0.1"] }));
    expect(Date.parse(child.expires_at ?? "")).toBe(Date.parse(inMinutes(30)));
    expect(child.ip_allowlist).toEqual(["127.0.0.1/32"]);
  });
});

describe("rotating another key", () => {
  test("is no way to more time or other addresses than the caller has", async () => {
    const short = await app.key(tenant, { expires_at: inMinutes(60) });
    const tied = await app.key(tenant, { ip_allowlist: ["127.0.0.0/8"] });
    for (const caller of [short, tied]) {
      const answer = await send(caller, "POST", `/api-keys/${root.id}/rotate`);
      expect([answer.status, answer.json().issues?.[0]?.code]).toEqual([400, "wider_than_caller"]);
    }
    expect(await use(root)).toBe("works");
    expect((await send(tied, "POST", `/api-keys/${tied.id}/rotate`)).status).toBe(201);
  });

  test("is no way out of ending with one's maker", async () => {
    const scopes = ["quota:read", "api_keys:manage"] as const;
    const free = await app.key(tenant, { scopes });
    const child = made(await create(root, { scopes }));
    const sibling = made(await create(root, { scopes }));
    expect((await send(child, "POST", `/api-keys/${free.id}/rotate`)).json().issues?.[0]?.code).toBe(
      "wider_than_caller",
    );
    expect((await send(child, "POST", `/api-keys/${sibling.id}/rotate`)).status).toBe(201);
  });

  test("with an overlap needs room; without one it takes the old key's place", async () => {
    for (let index = 0; index < 99; index += 1) await app.key(tenant);
    const kept = await send(root, "POST", `/api-keys/${root.id}/rotate`, { overlap_seconds: 60 });
    expect(kept.json().code).toBe("api_key.limit_reached");
    expect((await send(root, "POST", `/api-keys/${root.id}/rotate`)).status).toBe(201);
  });
});

test("all keys of a company together make as many keys a minute as one may write", async () => {
  const makers = [root, await app.key(tenant), await app.key(tenant)];
  const statuses: number[] = [];
  for (let index = 0; index < 63; index += 1) {
    statuses.push((await create(makers[index % 3] ?? root)).status);
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(60);
  const refused = await create(root);
  expect(refused.json().code).toBe("rate_limit.exceeded");
  expect(refused.headers["x-ratelimit-remaining"]).toBe("0");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  // What is no creation has the key's own budget alone.
  expect((await send(root, "DELETE", `/api-keys/${makers[2]?.id ?? ""}`)).status).toBe(200);
});
