import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  askingAs,
  DOCUMENT_HOST,
  DOCUMENT_REDIRECT,
  type DocumentSite,
  documentSite,
  RACING_HOST,
  verdict,
} from "../../support/client-documents.ts";
import { call } from "../../support/http-client.ts";
import { tokensOf } from "../../support/oauth-client.ts";
import { refusalOf } from "../../support/oauth-site.ts";
import { person } from "../../support/person.ts";

let site: DocumentSite;
beforeAll(async () => {
  site = await documentSite();
});
afterAll(() => site.close());

describe("[contract 5.4.3] a program is known by its metadata document", () => {
  test("from the consent to a refreshed token; people see the host that vouches for the name", async () => {
    const client_id = site.host.publish("/client.json");
    const opened = await site.admin.get(askingAs(client_id));
    const page = await site.admin.get(opened.headers["location"] ?? "");
    expect(page.text).toContain("Documented assistant");
    expect(page.text).toContain(`describes itself at ${DOCUMENT_HOST}`);
    expect(page.text).not.toContain("not verified");
    const { form } = await site.code({ client_id, redirect_uri: DOCUMENT_REDIRECT });
    const first = tokensOf(await site.exchange(form));
    expect(await site.me(first.access_token)).toBe("200");
    expect((await site.refresh(first.refresh_token, { client_id })).status).toBe(200);
  });

  test("its loopback addresses have a free port, and a warning", async () => {
    const client_id = site.host.publish("/cli.json", {
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    });
    const opened = await site.admin.get(askingAs(client_id, "http://localhost:51515/callback"));
    expect((await site.admin.get(opened.headers["location"] ?? "")).text).toContain("goes to this computer");
    expect(await verdict(site, client_id, "http://localhost:51515/other")).toMatch(/^400 redirect_uri/);
  });

  test("at the token endpoint nothing is fetched and a secret is refused", async () => {
    const client_id = site.host.publish("/token.json");
    const { form } = await site.code({ client_id, redirect_uri: DOCUMENT_REDIRECT });
    site.app.db.clock.advance(30);
    const before = site.host.receiver.requests.length;
    expect(refusalOf(await site.exchange({ ...form, client_secret: "x" })).error).toBe("invalid_client");
    const { refresh_token } = tokensOf(await site.exchange(form));
    site.app.db.clock.advance(2 * 86_400);
    expect((await site.refresh(refresh_token, { client_id })).status).toBe(200);
    const unknown = `https://${DOCUMENT_HOST}/never.json`;
    expect(refusalOf(await site.refresh(refresh_token, { client_id: unknown })).error).toBe("invalid_grant");
    expect(site.host.receiver.requests.length).toBe(before);
    await site.admin.logIn();
  });

  test("is known to race by the host of its document, by a whole label", async () => {
    for (const [name, again] of [
      [RACING_HOST, 200],
      [DOCUMENT_HOST, 400],
    ] as const) {
      const client_id = `https://${name}/racing-${again}.json`;
      site.host.publish(`/racing-${again}.json`, { client_id });
      const { form } = await site.code({ client_id, redirect_uri: DOCUMENT_REDIRECT });
      const { refresh_token } = tokensOf(await site.exchange(form));
      expect((await site.refresh(refresh_token, { client_id })).status).toBe(200);
      expect([name, (await site.refresh(refresh_token, { client_id })).status]).toEqual([name, again]);
    }
  });

  test("strangers make the service fetch nothing", async () => {
    const client_id = site.host.publish("/stranger.json");
    const answer = await call(site.app.main, askingAs(client_id));
    expect(answer.headers["location"]).toMatch(/^\/login\?return_to=/);
    await call(site.app.main, "/oauth/revoke", { method: "POST", body: `client_id=${client_id}&token=x` });
    expect(site.host.asked("/stranger.json")).toBe(0);
  });
});

describe("documents are kept", () => {
  const keeping: [string, readonly string[], number, number][] = [
    ["five minutes without headers", [], 299, 301],
    ["five minutes at least", ["cache-control: max-age=10"], 299, 301],
    ["five minutes if they must not be stored", ["cache-control: no-store, max-age=86000"], 299, 301],
    ["as long as they say", ["cache-control: public, max-age=3600"], 3599, 3601],
    ["a day at most", ["cache-control: max-age=999999"], 86_399, 86_401],
  ];
  test.each(keeping)("%s", async (name, headers, within, after) => {
    const path = `/kept-${name.replaceAll(" ", "-")}.json`;
    const client_id = site.host.publish(path, {}, headers);
    const ask = async (later: number) => {
      site.app.db.clock.advance(later);
      const answer = await site.admin.get(askingAs(client_id));
      if (answer.headers["location"]?.startsWith("/login") === true) {
        await site.admin.logIn();
        await site.admin.get(askingAs(client_id));
      }
      return site.host.asked(path);
    };
    expect(await ask(0)).toBe(1);
    expect(await ask(within)).toBe(1);
    expect(await ask(after - within)).toBe(2);
    await site.admin.logIn();
  });

  test("one fetch is under way at a time, whoever asks", async () => {
    const client_id = site.host.publish("/once.json");
    const who = await person(site.app, { roles: [{ tenant_id: site.tenant.id, role: "admin" }] });
    await who.logIn();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? who : site.admin).get(askingAs(client_id))),
    );
    expect(answers.every(({ headers }) => headers["location"]?.startsWith("/oauth/consent?") === true)).toBe(true);
    expect(site.host.asked("/once.json")).toBe(1);
  });

  test("one person cannot make the service fetch more than 20 a minute", async () => {
    site.app.db.clock.set("2026-09-01T12:00:00.000Z");
    await site.admin.logIn();
    for (let index = 0; index < 25; index += 1)
      await site.admin.get(askingAs(`https://${DOCUMENT_HOST}/many-${index}`));
    expect(site.host.receiver.requests.filter((request) => request.startsWith("GET /many-"))).toHaveLength(20);
    expect(await verdict(site, site.host.publish("/later.json"))).toBe("consent");
  });
});
