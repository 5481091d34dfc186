import { hash, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../support/app.ts";
import { PASSWORD, person, postForm } from "../../support/person.ts";

/** Comparisons wait until the test opens the gate. */
let gate: Promise<void> = Promise.resolve();
let begun = 0;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    argon2: {
      hash,
      async verify(...given) {
        begun += 1;
        await gate;
        return await verify(...given);
      },
    },
  });
});
afterAll(() => app.close());

test("a flood from many addresses is told to come back, costs four hashes at a time and nobody's attempts", async () => {
  const { email } = await person(app);
  const attempt = async (place: number, password: string) =>
    await postForm(
      app,
      "/login",
      { email, password },
      { from: `127.0.${5 + Math.floor(place / 250)}.${(place % 250) + 1}` },
    );
  await attempt(0, PASSWORD);
  begun = 0;
  let open = (): void => undefined;
  gate = new Promise((resolve) => (open = resolve));
  const flood = Array.from({ length: 150 }, (_, place) =>
    postForm(
      app,
      "/login",
      { email: `nobody${place}@nordlys.example`, password: "wrong" },
      { from: `127.0.6.${place + 1}` },
    ),
  );
  const answered: number[] = [];
  for (const answer of flood) void answer.then(({ status }) => answered.push(status));
  await expect.poll(() => answered).toHaveLength(150 - 104);
  expect(new Set(answered)).toEqual(new Set([429]));
  expect(begun).toBe(4);
  const refused = await attempt(300, PASSWORD);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
  open();
  await Promise.all(flood);
  expect(answered.filter((status) => status === 401)).toHaveLength(104);
  expect((await attempt(300, PASSWORD)).status).toBe(303);
}, 300_000);
