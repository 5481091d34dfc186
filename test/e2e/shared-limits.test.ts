import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { testApp, type TestApp } from "../support/app.ts";
import { call } from "../support/http-client.ts";
import { person } from "../support/person.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

let app: TestApp;
let site: Installation;
let tenant: TenantIdentity;
let one: ServiceProcess;
let two: ServiceProcess;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  site = installation();
  one = await start();
  two = await start();
}, 600_000);

afterAll(async () => {
  await site.remove();
  await app.close();
});

async function start(): Promise<ServiceProcess> {
  const { connection } = app.db;
  if (connection.kind !== "socket") throw new Error("the tests' server listens on a socket");
  const { directory, port, user, database } = connection;
  const DATABASE_URL = `postgresql:///${database}?host=${encodeURIComponent(directory)}&port=${port}&user=${user}`;
  return await site.start({ env: { DATABASE_URL, SECRET_KEY: "a secret of at least thirty-two characters" } });
}

describe("two processes on one database", () => {
  test("give a key its limit once", async () => {
    const { key } = await app.key(tenant, { environment: "sandbox" });
    const headers = { authorization: `Bearer ${key}` };
    const left = async ({ sandbox }: ServiceProcess): Promise<number> => {
      const { headers: answered } = await call(sandbox, "/api/v1/quota", { headers });
      return Number(answered["x-ratelimit-remaining"]);
    };
    // The first process hears of the second one within seconds; a minute may end in between.
    await until(
      "limits that are counted together",
      async () => {
        const seen = [await left(one), await left(two), await left(one)];
        return seen.every((value, index) => index === 0 || value === (seen[index - 1] ?? 0) - 1) ? seen : null;
      },
      1_000,
    );
  }, 120_000);

  test("allow ten wrong passwords together, and no more after one of them was killed and started again", async () => {
    const { email } = await person(app);
    const guess = async ({ base }: ServiceProcess): Promise<number> => {
      const body = new URLSearchParams({ email, password: "wrong guess" }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return (await call(base, "/login", { method: "POST", headers, body })).status;
    };
    // Within one quarter of an hour.
    const left_ms = 900_000 - (Date.now() % 900_000);
    if (left_ms < 60_000) await new Promise((resolve) => setTimeout(resolve, left_ms));
    const answers: number[] = [];
    for (let tried = 0; tried < 12; tried += 1) answers.push(await guess(tried % 2 === 0 ? one : two));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    two.signal("SIGKILL");
    await two.ended();
    two = await start();
    expect([await guess(two), await guess(one)]).toEqual([429, 429]);
  }, 200_000);
});
