import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { statement } from "../../../src/core/statement.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { setSettings } from "../../../src/modules/emissions/set-settings.ts";
import { loadCompaniesDecisions } from "../../../src/modules/categorization/index.ts";
import { setTenantRole } from "../../../src/modules/users/index.ts";
import { consultant, grant } from "../../support/consultants.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { person } from "../../support/person.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const CVR = "31415926";
const OTHER_CVR = "12345674";
const TRAINING = "purchases.services.training";
const CLEANING = "purchases.services.cleaning";

interface Company extends RecordingCompany {
  /** Its administrator. */
  readonly user_id: string;
}

let made = 0;

/** A company with an administrator of its own, or with one who has others too. */
async function company(administrator?: string): Promise<Company> {
  const by = await site.company();
  const user_id = administrator ?? (await person(site.app, { has_password: false })).user_id;
  await setTenantRole(site.app.accounts.users, { tenant_id: by.tenant.id, user_id, role: "admin" }, "operator");
  return { ...by, user_id };
}

const loggedIn = ({ tenant, user_id }: Company) =>
  site.app.db.context(tenant, SCOPES, { principal: { kind: "person", actor: `user:${user_id}` } });
const share = (by: Company, shares_decisions = true) => invoke(setSettings, loggedIn(by), { shares_decisions });

/** Uploads a line of which the service knows no word, from the supplier of a CVR number. */
async function send(by: Company, cvr: string): Promise<void> {
  made += 1;
  const document = { number: `Z-${made}`, supplier: { name: "Zorba ApS", cvr } };
  const lines = [{ text: "Zwimpel", amount: `${1000 + made}.00` }];
  await site.ingest(by, { name: `${made}.xml`, content: ubl({ ...document, lines }) });
}

/** Such a line as it stands in the queue. */
async function read(by: Company, cvr = CVR): Promise<Waiting> {
  await send(by, cvr);
  const [item] = await site.items<Waiting>(by, "/review-items?limit=1");
  if (item === undefined) throw new Error("nothing waits");
  return item;
}

interface Waiting {
  readonly id: string;
  readonly reason: string;
  readonly confidence: number;
  readonly suggestion: { readonly category_id: string } | null;
}

/** Somebody in the company says of a line of the supplier what it is. */
async function decide(by: Company, category_id: string, { cvr = CVR, ctx = loggedIn(by) } = {}): Promise<void> {
  await send(by, cvr);
  const [line] = await site.items<{ readonly id: string }>(by, "/activities?limit=1");
  const id = line?.id ?? "";
  await invoke(recategorizeActivity, ctx, { id, category_id, reason: "They teach" });
}

/** Companies of their own people that share what they decided about the supplier. */
async function sharing(count: number, category_id = TRAINING, cvr = CVR): Promise<Company[]> {
  const companies: Company[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const by = await company();
    await decide(by, category_id, { cvr });
    await share(by);
    companies.push(by);
  }
  return companies;
}

async function asking(): Promise<Company> {
  const by = await company();
  await share(by);
  return by;
}

/** Everybody stops sharing, so that a test begins with nobody. */
async function nobodyShares(): Promise<void> {
  await site.app.db.database.admin.rows(statement("delete from company_settings"));
}

describe("what three other companies decided about a supplier", () => {
  test("is suggested with the reason, and the line waits", async () => {
    await nobodyShares();
    await sharing(3);
    const by = await asking();
    const item = await read(by);
    expect(item).toMatchObject({
      suggestion: { category_id: TRAINING },
      confidence: 0.4286,
      reason: "at least 3 other companies decided so for this supplier",
    });
    expect(await site.total(by)).toBeNull();
    expect((await read(by, OTHER_CVR)).suggestion).toBeNull();
    await site.intact(by);
  });

  test("is not known to a company that does not share", async () => {
    expect((await read(await company())).suggestion).toBeNull();
  });

  test("is not known any more from the moment at which one of them takes its agreement back", async () => {
    await nobodyShares();
    const [first] = await sharing(3);
    const by = await asking();
    expect((await read(by)).suggestion).not.toBeNull();
    if (first === undefined) throw new Error("nobody shares");
    await share(first, false);
    expect((await read(by)).suggestion).toBeNull();
    await share(first);
    expect((await read(by)).suggestion).not.toBeNull();
    await share(by, false);
    expect((await read(by)).suggestion).toBeNull();
  });

  test("is not told where as many others decided otherwise", async () => {
    await nobodyShares();
    await sharing(3);
    await sharing(3, CLEANING);
    expect((await read(await asking())).suggestion).toBeNull();
  });

  test("is told in steps: one company more shows in nothing", async () => {
    await nobodyShares();
    await sharing(4);
    expect((await read(await asking())).reason).toContain("at least 3 other companies");
    await sharing(1);
    expect((await read(await asking())).reason).toContain("at least 5 other companies");
  });
});

describe("too few to tell of are", () => {
  test("two companies, and one of them that decided twice", async () => {
    await nobodyShares();
    const [first] = await sharing(2);
    if (first === undefined) throw new Error("nobody shares");
    await decide(first, TRAINING);
    expect((await read(await asking())).suggestion).toBeNull();
  });

  test("two companies and the one that asks", async () => {
    await nobodyShares();
    await sharing(2);
    const by = await asking();
    await decide(by, CLEANING);
    await decide(by, TRAINING, { cvr: OTHER_CVR });
    expect(await told(by)).toEqual([]);
  });

  test("three of which two chose one category and one another", async () => {
    await nobodyShares();
    await sharing(2);
    await sharing(1, CLEANING);
    expect((await read(await asking())).suggestion).toBeNull();
  });

  test("two companies and many of one administrator, who count as one", async () => {
    await nobodyShares();
    await sharing(1);
    const [first] = await sharing(1);
    for (let nth = 0; nth < 3; nth += 1) {
      const by = await company(first?.user_id);
      await decide(by, TRAINING);
      await share(by);
    }
    expect(await told(await asking())).toEqual([]);
    await sharing(1);
    expect(await told(await asking())).toEqual([[CVR, TRAINING, 3]]);
  });

  test("companies in which one person decided, whoever administers them", async () => {
    await nobodyShares();
    const bookkeeper = (await person(site.app, { has_password: false })).user_id;
    for (let nth = 0; nth < 4; nth += 1) {
      const by = await company();
      const ctx = loggedIn({ ...by, user_id: bookkeeper });
      await decide(by, TRAINING, { ctx });
      await share(by);
    }
    expect(await told(await asking())).toEqual([]);
  });

  test("companies of one consultant", async () => {
    await nobodyShares();
    const firm = await consultant(site.app.db);
    for (const { tenant } of await sharing(3)) await grant(site.app.db, tenant, firm);
    expect(await told(await asking())).toEqual([]);
    await sharing(2);
    expect(await told(await asking())).toEqual([[CVR, TRAINING, 3]]);
    // The consultant learns nothing of the three through a client that asks: what is its own is no other company's.
    const client = await asking();
    await grant(site.app.db, client.tenant, firm);
    expect(await told(client)).toEqual([]);
  });

  test("companies of the administrator who asks", async () => {
    await nobodyShares();
    const companies = await sharing(3);
    const by = await company(companies[0]?.user_id);
    await share(by);
    expect(await told(by)).toEqual([]);
  });

  test("decisions that a key made", async () => {
    await nobodyShares();
    await sharing(2);
    const by = await company();
    await decide(by, TRAINING, { ctx: site.app.db.context(by.tenant) });
    await share(by);
    expect(await told(await asking())).toEqual([]);
  });

  test.each([
    ["is shut out", "update tenants set deactivated_at = now() where id = $1"],
    ["is being erased", "insert into closed_ledgers (company_id, environment, reason) values ($1, 'live', 'erasure')"],
    ["was erased", "delete from category_memory where tenant_id = $1"],
    ["is the demo", "update api_keys set created_by = 'operator:demo' where tenant_id = $1"],
  ])("two companies and one that %s", async (_name, text) => {
    await nobodyShares();
    const [first] = await sharing(3);
    const by = await asking();
    expect(await told(by)).toEqual([[CVR, TRAINING, 3]]);
    await site.app.db.database.admin.rows(statement(text), [first?.tenant.id ?? ""]);
    expect(await told(by)).toEqual([]);
  });
});

describe("nothing is learned by asking otherwise", () => {
  test("the demo company is answered nothing", async () => {
    await nobodyShares();
    await sharing(3);
    const by = await asking();
    expect(await told(by)).toEqual([[CVR, TRAINING, 3]]);
    const demo = statement("update api_keys set created_by = 'operator:demo' where tenant_id = $1");
    await site.app.db.database.admin.rows(demo, [by.tenant.id]);
    expect(await told(by)).toEqual([]);
  });

  test("only suppliers that are named are answered, and words that mean all are none", async () => {
    await nobodyShares();
    await sharing(3);
    const by = await asking();
    expect(await told(by, [])).toEqual([]);
    expect(await told(by, ["%", "", "id:31415926", "3141592_", OTHER_CVR])).toEqual([]);
  });

  test("no session asks for another company, nor the sandbox for the live books", async () => {
    await nobodyShares();
    const [first] = await sharing(3);
    const by = await asking();
    const other = statement(`
      select cvr from decisions_of_companies($3::uuid, 'live', $4::text[]) where $1::uuid is not null and $2::text <> '' order by 1 limit 1`);
    const asked = [first?.tenant.id ?? "", [CVR]];
    await expect(loggedIn(by).db.rows(other, asked)).rejects.toThrow(/not the tenant of this session/);
    const sandbox = { ...by, tenant: { ...by.tenant, environment: "sandbox" as const } };
    expect(await told(sandbox)).toEqual([]);
  });

  test("the service's role reads no decision of another company itself", async () => {
    const by = await asking();
    const rows = await loggedIn(by).db.rows(
      statement(`
        select tenant_id from category_memory where $1::uuid is not null and $2::text <> '' order by 1 limit 10`),
    );
    expect(rows).toEqual([]);
  });
});

/** What the database answers to a company, by number, category and companies. */
async function told(by: Company, cvrs: readonly string[] = [CVR]): Promise<unknown[]> {
  const decisions = await loadCompaniesDecisions(loggedIn(by).db, cvrs);
  return [...decisions.values()].map(({ cvr, category_key, companies }) => [cvr, category_key, companies]);
}
