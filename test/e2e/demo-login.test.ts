import { afterAll, beforeAll, expect, test } from "vitest";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

const LOGIN = /login +http\S+\/login +(\S+) +(\S.*)/;

let site: Installation;
beforeAll(() => {
  site = installation();
});
afterAll(() => site.remove());

async function logIn(service: ServiceProcess, email: string, password: string): Promise<Response> {
  return await fetch(`${service.base}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
}

async function stop(service: ServiceProcess): Promise<void> {
  service.signal("SIGTERM");
  await service.ended();
}

test("the first start prints a login that administers the demo company; it stays until somebody changes it", async () => {
  const first = await site.start({ env: { DEMO: "on" } });
  const [, email = "", password = ""] = await first.says(LOGIN);
  // Random, so that a service that listens on every address is not open to who knows the code.
  expect(password).toMatch(/^[\w-]{16}$/);
  const [cookie = ""] = (await logIn(first, email, password)).headers.getSetCookie()[0]?.split(";") ?? [];
  const people = await fetch(`${first.base}/account/people`, { headers: { cookie } });
  expect(await people.text()).toMatch(/<h1>Personer: Nordhavn M/);
  await stop(first);

  const second = await site.start({ env: { DEMO: "on" } });
  expect((await second.says(LOGIN)).slice(1)).toEqual([email, password]);
  const { stdout } = await site.cli("user", "link", "--email", email, "--json");
  const { link } = JSON.parse(stdout) as { link: string };
  const chosen = "another four words entirely";
  await fetch(new URL(new URL(link).pathname, second.base), {
    method: "POST",
    body: new URLSearchParams({ password: chosen }),
    redirect: "manual",
  });
  await stop(second);

  const third = await site.start({ env: { DEMO: "on" } });
  expect((await third.says(LOGIN)).slice(1)).toEqual([email, "(password as chosen)"]);
  expect((await logIn(third, email, password)).status).toBe(401);
  expect((await logIn(third, email, chosen)).status).toBe(303);
}, 300_000);
