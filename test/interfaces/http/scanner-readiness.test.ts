import { afterAll, beforeAll, expect, test } from "vitest";
import { clamdScanner } from "../../../src/platform/clamd-scanner.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { type Clamd, clamd } from "../../support/clamd.ts";
import { call } from "../../support/http-client.ts";

let daemon: Clamd;
let app: TestApp;

beforeAll(async () => {
  daemon = await clamd();
  app = await testApp({ scanner: clamdScanner(daemon.address) });
});
afterAll(async () => {
  await app.close();
  await daemon.close();
});

test("readiness tells of the scanner, asks it once for many, and does not depend on it", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(app.main, "/readyz")));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ status: "ready", checks: { database: true }, scanner: "up" });
  }
  expect(daemon.answers).toEqual(["PONG"]);
});

test("a scanner that does not answer leaves the service ready; without one nothing is told", async () => {
  daemon.mood = "silent";
  const other = await testApp({ scanner: clamdScanner(daemon.address) });
  const answer = await call(other.main, "/readyz");
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({ status: "ready", checks: { database: true }, scanner: "down" });
  await other.close();
  const alone = await testApp();
  expect((await call(alone.main, "/readyz")).json()).toEqual({ status: "ready", checks: { database: true } });
  await alone.close();
});
