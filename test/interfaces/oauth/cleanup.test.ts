import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { askingAs, type DocumentSite, documentSite } from "../../support/client-documents.ts";
import { authorizePath, pkce, post, registered } from "../../support/oauth-client.ts";
import { refusalOf } from "../../support/oauth-site.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

const COUNTS = statement(`
  select (select count(*) from oauth_requests)::int as requests, (select count(*) from oauth_client_documents)::int as documents,
    (select count(*) from oauth_tokens where kind = 'code')::int as codes,
    (select count(*) from oauth_tokens where kind = 'access')::int as access,
    (select count(*) from oauth_tokens where kind = 'refresh')::int as refresh,
    (select count(*) from oauth_grants)::int as grants, (select count(*) from oauth_clients)::int as clients`);

const SEALED = statement("select from oauth_tokens where replay_sealed is not null");

let site: DocumentSite;
beforeAll(async () => {
  site = await documentSite();
});
afterAll(() => site.close());

async function left(): Promise<Readonly<Record<string, number>>> {
  await site.app.accounts.prune();
  const [counts] = await site.app.db.database.system.rows<Record<string, number>>(COUNTS);
  return counts ?? {};
}

const later = (seconds: number) => site.app.db.clock.advance(seconds);

describe("what can never be used again is removed, and nothing before", () => {
  test("requests with their ten minutes, documents with their time", async () => {
    await site.admin.get(authorizePath({ client_id: site.client_id, challenge: pkce().challenge }));
    await site.admin.get(askingAs(site.host.publish("/client.json")));
    expect(await left()).toMatchObject({ requests: 2, documents: 1 });
    later(301);
    expect(await left()).toMatchObject({ requests: 2, documents: 0 });
    later(300);
    expect(await left()).toMatchObject({ requests: 0 });
  });

  test("codes and tokens a day after their end; a connection that lives keeps its grant", async () => {
    const { refresh_token } = await site.connect();
    expect(await left()).toMatchObject({ codes: 1, access: 1, refresh: 1, grants: 1 });
    later(DAY + 61);
    expect(await left()).toMatchObject({ codes: 0, access: 1, refresh: 1, grants: 1 });
    later(HOUR);
    expect(await left()).toMatchObject({ access: 0, refresh: 1, grants: 1 });
    later(58 * DAY - 2 * HOUR);
    expect((await site.refresh(refresh_token)).status).toBe(200);
    expect(await left()).toMatchObject({ access: 1, refresh: 2, grants: 1 });
    // The used one is kept until a day after its own end, so that its second use is noticed.
    later(2 * DAY + 2 * HOUR);
    expect(await left()).toMatchObject({ refresh: 1, grants: 1 });
    later(59 * DAY);
    expect(await left()).toEqual({ requests: 0, documents: 0, codes: 0, access: 0, refresh: 0, grants: 0, clients: 1 });
  });

  test("a grant whose code nobody exchanged goes after two days", async () => {
    await site.code();
    later(DAY);
    expect(await left()).toMatchObject({ codes: 1, grants: 1 });
    later(61);
    expect(await left()).toMatchObject({ codes: 0, grants: 0 });
  });

  test("an ended grant stays until 30 days have passed and its last token is gone", async () => {
    const { access_token } = await site.connect();
    await post(site.app, "/oauth/revoke", { token: access_token });
    later(61 * DAY - 1);
    expect(await left()).toMatchObject({ refresh: 1, grants: 1 });
    later(2);
    expect(await left()).toMatchObject({ refresh: 0, grants: 0 });
  });

  test("a program that was never used goes after 90 days, one that was after 12 months", async () => {
    const used = await registered(site.app);
    const unused = await registered(site.app);
    await site.connect({ client_id: used });
    const knows = async (client_id: string) =>
      refusalOf(await post(site.app, "/oauth/token", { grant_type: "refresh_token", client_id, refresh_token: "x" }))
        .error;
    later(90 * DAY - 60);
    await left();
    expect([await knows(unused), await knows(used)]).toEqual(["invalid_grant", "invalid_grant"]);
    later(120);
    await left();
    expect([await knows(unused), await knows(used)]).toEqual(["invalid_client", "invalid_grant"]);
    later(274 * DAY);
    await left();
    expect(await knows(used)).toBe("invalid_grant");
    later(3 * DAY);
    await left();
    expect(await knows(used)).toBe("invalid_client");
  });

  test("a program whose connection lives is not removed, however seldom it is used", async () => {
    const client_id = await registered(site.app);
    let { refresh_token } = await site.connect({ client_id });
    for (let month = 0; month < 14; month += 1) {
      later(30 * DAY);
      await left();
      const answer = await site.refresh(refresh_token, { client_id });
      expect([month, answer.status]).toEqual([month, 200]);
      ({ refresh_token } = JSON.parse(answer.text) as { refresh_token: string });
    }
  });

  test("a sealed answer when no program may ask for it again; the second use is still noticed", async () => {
    const client_id = await registered(site.app, { client_name: "Claude" });
    const { refresh_token } = await site.connect({ client_id });
    const first = await site.refresh(refresh_token, { client_id });
    later(30);
    await left();
    expect((await site.refresh(refresh_token, { client_id })).text).toBe(first.text);
    const sealed = async () => (await site.app.db.database.system.rows(SEALED)).length;
    expect(await sealed()).toBe(1);
    later(31);
    await left();
    expect(await sealed()).toBe(0);
    expect((await site.refresh(refresh_token, { client_id })).status).toBe(400);
  });
});
