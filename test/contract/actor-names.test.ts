import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { statement } from "../../src/core/statement.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { testApp, type TestApp, type TestKey } from "../support/app.ts";
import { callForClient, consultant, consultantKey, grant } from "../support/consultants.ts";

/** Whoever did something is named as a person would name them, beside the id. */

type Schema = Readonly<Record<string, unknown>>;

/** Members that say how, by which record or at whose word, and hold no actor. */
const NO_ACTORS = new Set(["mapped_by", "superseded_by", "attested_by", "verified_by"]);

/** Objects of a schema that have an actor among their members, each with the names it lacks. */
function missingNames(node: unknown, path: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((item, index) => missingNames(item, `${path}/${index}`));
  const schema = node as Schema;
  const properties = (schema["properties"] ?? {}) as Schema;
  const actors = Object.keys(properties).filter((name) => /_by$|^actor$/.test(name) && !NO_ACTORS.has(name));
  const missing = actors.filter((name) => !Object.hasOwn(properties, `${name}_name`));
  return [
    ...missing.map((name) => `${path}.${name}`),
    ...Object.entries(schema).flatMap(([key, value]) => missingNames(value, `${path}/${key}`)),
  ];
}

test("every answer that holds an actor holds its name", () => {
  const lacking = OPERATIONS.flatMap(({ name, output }) =>
    missingNames(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }), name),
  );
  expect(lacking).toEqual([]);
});

describe("the audit log", () => {
  let app: TestApp;
  let key: TestKey;

  const send = (as: TestKey, method: string, path: string, body?: unknown) =>
    app.as(as, `/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  test("names key, operator and consultant; another company's actor has no name; nothing hashed holds a name", async () => {
    const tenant = await app.db.tenant();
    const organisation = await consultant(app.db, "Klima & Co");
    const { id: grantId } = await grant(app.db, tenant, organisation);
    const desk = await consultantKey(app.db, organisation, { name: "Desk" });
    key = await app.key(tenant, { name: "Accounting import" });
    expect((await send(key, "POST", "/departments", { name: "Salg", code: "S" })).status).toBe(201);
    const asClient = {
      caller: desk,
      client: tenant.id,
      method: "POST",
      headers: { "content-type": "application/json" },
    };
    const body = JSON.stringify({ name: "Lager", code: "L" });
    expect((await callForClient(app, "/api/v1/departments", { ...asClient, body })).status).toBe(201);

    const { items } = (await send(key, "GET", "/audit")).json() as unknown as {
      items: { action: string; actor: string; actor_name: string | null; payload: unknown }[];
    };
    expect(items.map((event) => [event.action, event.actor, event.actor_name])).toEqual([
      ["department.created", `consultant_key:${desk.id}@consultant:${organisation}`, 'Key "Desk" of Klima & Co'],
      ["department.created", `api_key:${key.id}`, 'Key "Accounting import"'],
      ["api_key.created", "operator", "Operator"],
      ["grant.created", "operator", "Operator"],
    ]);
    expect(JSON.stringify(items.map((event) => event.payload))).not.toMatch(/Accounting|Desk|Klima/);
    expect(grantId).toMatch(/^[0-9a-f-]{36}$/);

    const stranger = app.db.context(await app.db.tenant());
    const named = await stranger.db.rows<{ name: string | null }>(NAMES, [
      [`api_key:${key.id}`, `consultant_key:${desk.id}@consultant:${organisation}`, "api_key:no-uuid", "nobody:x", ""],
    ]);
    expect(named.map((row) => row.name)).toEqual([null, null, null, null, null]);
  });

  test("a key's record names its maker, by the name that it has now", async () => {
    const made = await send(key, "POST", "/api-keys", { name: "child", scopes: ["quota:read"] });
    expect(made.json()).toMatchObject({ created_by: `api_key:${key.id}`, created_by_name: 'Key "Accounting import"' });
  });
});

const NAMES = statement(`
  select actor_name(a.actor) as name from unnest($3::text[]) with ordinality as a (actor, place)
  where $1::uuid is not null and $2::text is not null order by a.place limit 100`);
