import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../src/core/statement.ts";
import { type Connection, driverSettings } from "../../src/platform/db/connection.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { testDatabase, type TestDatabase } from "../support/database.ts";

let db: TestDatabase;
let owner: Client;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

/** What somebody would smuggle in who wants out of the role. */
const ESCAPES = [
  "set role carbon_owner",
  "set session authorization carbon_owner",
  "set role carbon_system",
  "alter role carbon_app superuser",
  "grant carbon_owner to carbon_app",
  "delete from emission_entries",
  "alter table emission_entries disable row level security",
  "drop table emission_entries",
  "copy (select 1) to program 'true'",
  "select pg_read_file('PG_VERSION')",
];
const RETURNS = ["reset role", "reset session authorization", "set role none", "set session authorization default"];
const whoAmI = statement("select session_user::text as login, current_user::text as role");

describe("a session of the embedded server", () => {
  test("is its role from the login on, and cannot go back to the owner of the tables", async () => {
    expect(db.database.is_confined).toBe(true);
    expect(await db.database.system.rows(whoAmI)).toEqual([{ login: "carbon_system", role: "carbon_system" }]);
    for (const sql of RETURNS) {
      const who = await db.database.system.transaction(async (tx) => {
        await tx.rows(statement(sql));
        return await tx.rows(whoAmI);
      });
      expect([sql, who]).toEqual([sql, [{ login: "carbon_system", role: "carbon_system" }]]);
    }
  });

  test("can neither become another role nor reach what belongs to the owner", async () => {
    const app = await asRole("carbon_app");
    try {
      for (const sql of RETURNS) {
        await app.query(sql);
        const { rows } = await app.query("select session_user::text as login, current_user::text as role");
        expect([sql, rows]).toEqual([sql, [{ login: "carbon_app", role: "carbon_app" }]]);
      }
      await app.query("set app.tenant = '0198c0de-0000-7000-8000-000000000001'; set app.environment = 'live'");
      for (const sql of ESCAPES) {
        await expect(app.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
      }
    } finally {
      await app.end();
    }
  });
});

describe("a server of one's own", () => {
  const urlOf = (user: string): Connection => {
    if (db.connection.kind !== "socket") throw new Error("the test server has a socket");
    const { directory, port, database } = db.connection;
    return {
      kind: "url",
      url: `postgresql:///${database}?host=${encodeURIComponent(directory)}&port=${port}&user=${user}`,
    };
  };

  test("goes on with one login, and says that its sessions are not confined", async () => {
    const shared = await openDatabase(urlOf("carbon_owner"));
    expect(shared.is_confined).toBe(false);
    expect(await shared.system.rows(whoAmI)).toEqual([{ login: "carbon_owner", role: "carbon_system" }]);
    await shared.close();
  });

  test("takes logins that are members of their role alone", async () => {
    const suffix = String(owner.database);
    await owner.query(
      `create role app_${suffix} login in role carbon_app; create role system_${suffix} login in role carbon_system`,
    );
    try {
      const logins = { app: urlOf(`app_${suffix}`), system: urlOf(`system_${suffix}`) };
      const apart = await openDatabase(urlOf("carbon_owner"), { logins });
      expect(apart.is_confined).toBe(true);
      expect(await apart.system.rows(whoAmI)).toEqual([{ login: `system_${suffix}`, role: "carbon_system" }]);
      await apart.close();

      await owner.query(`grant pg_read_all_data to app_${suffix}`);
      await expect(openDatabase(urlOf("carbon_owner"), { logins })).rejects.toThrow(
        /can become more than carbon_app \(pg_read_all_data/,
      );
    } finally {
      await owner.query(`drop role app_${suffix}; drop role system_${suffix}`);
    }
  });

  test("is refused when a login given for the work is the owner's", async () => {
    const logins = { app: urlOf("carbon_owner"), system: urlOf("carbon_system") };
    await expect(openDatabase(urlOf("carbon_owner"), { logins })).rejects.toThrow(/can become more than carbon_app/);
  });
});

async function asRole(user: string): Promise<Client> {
  if (db.connection.kind !== "socket") throw new Error("the test server has a socket");
  const client = new Client(driverSettings({ ...db.connection, user }));
  await client.connect();
  return client;
}
