import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { actingForClient, endGrant } from "../../../src/modules/consultants/index.ts";
import { createDataSource } from "../../../src/modules/data-sources/create-data-source.ts";
import type { DataSourceDetails } from "../../../src/modules/data-sources/data-source.ts";
import { enableWebhook } from "../../../src/modules/webhooks/enable-webhook.ts";
import { getWebhook } from "../../../src/modules/webhooks/get-webhook.ts";
import { updateWebhook } from "../../../src/modules/webhooks/update-webhook.ts";
import type { WebhookState } from "../../../src/modules/webhooks/webhook.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";
import type { TestDatabase } from "../../support/database.ts";
import { emitEvents, subscribe, type TestWorker, testWorker } from "../../support/delivery-worker.ts";
import { type SourceCompany, type SourceSite, sourceSite } from "../../support/source-site.ts";
import { type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.ts";

let site: SourceSite;
let db: TestDatabase;
let worker: TestWorker;
let receiver: WebhookReceiver;
let organisation: string;
let company: SourceCompany;
/** The company's own doing, and that of a consultant under a grant that ends in an hour. */
let own: Context;
let desk: Context;
let grant_id: string;
const root = mkdtempSync(join(tmpdir(), "end-of-grant-"));

beforeAll(async () => {
  site = await sourceSite({ folders: root });
  db = site.service.db;
  worker = testWorker(db);
  receiver = await webhookReceiver();
  organisation = await consultant(db, "Klima & Co");
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
  await site.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.reply(() => ({ status: 204 }));
  company = await site.company({ environment: "sandbox" });
  own = db.context(company.ctx.tenant, SCOPES, { is_local: true });
  mkdirSync(join(root, own.tenant.id, own.tenant.environment), { recursive: true });
  desk = await deskOf(own.tenant);
  grant_id = desk.principal.consultant?.grant_id ?? "";
});

/** A consultant at work for the company, let in as by the guard of the interfaces. */
async function deskOf(tenant: TenantIdentity): Promise<Context> {
  const { environment } = tenant;
  const valid_to = new Date(db.clock.now().getTime() + 3_600_000).toISOString();
  await grant(db, tenant, organisation, { valid_to });
  const { id } = await consultantKey(db, organisation, { environment, name: "Desk" });
  const consultantIdentity = {
    id: organisation,
    name: "Klima & Co",
    key_name: "Desk",
    key_expires_at: null,
    grant_id: null,
  };
  const { principal } = await actingForClient(
    db.database.system,
    db.clock,
    {
      principal: {
        kind: "consultant_key",
        actor: `consultant_key:${id}@consultant:${organisation}`,
        credential_id: id,
        scopes: new Set(SCOPES),
        consultant: consultantIdentity,
      },
      tenant,
    },
    tenant.id,
  );
  return db.context(tenant, SCOPES, { principal, is_local: true, folders: root });
}

const stateOf = async (id: string) => (await invoke(getWebhook, own, { id })) as WebhookState;

async function received(count = 1): Promise<number> {
  receiver.received.length = 0;
  await emitEvents(own, count);
  await worker.drain();
  return receiver.received.length;
}

describe.each([
  ["is ended", async () => void (await endGrant(own, grant_id))],
  ["expires", () => Promise.resolve(db.clock.advance(3_601))],
])("when the grant %s", (_how, end) => {
  test("what the consultant subscribed stops at once, what waited for it is given up, and the record says why", async () => {
    const { id } = await subscribe(desk, receiver.url);
    expect(await stateOf(id)).toMatchObject({
      status: "active",
      created_by: desk.principal.actor,
      created_by_name: 'Key "Desk" of Klima & Co',
    });
    expect(await received()).toBe(1);
    receiver.reply(() => ({ status: 500 }));
    expect(await received()).toBe(1);
    await end();
    receiver.reply(() => ({ status: 204 }));
    db.clock.advance(3_600);
    expect(await received(3)).toBe(0);
    await worker.prune();
    expect(await stateOf(id)).toMatchObject({
      status: "disabled",
      deactivated_reason: "the consultant's grant has ended",
      pending_deliveries: 0,
    });
  });

  test("the company's subscription stays, unless the consultant has turned it to another address", async () => {
    const kept = await subscribe(own, receiver.url);
    const turned = await subscribe(own, receiver.url);
    await invoke(updateWebhook, desk, { id: turned.id, url: `${receiver.url}consultant` });
    await end();
    expect(await received()).toBe(1);
    await worker.prune();
    expect([(await stateOf(kept.id)).status, (await stateOf(turned.id)).status]).toEqual(["active", "disabled"]);
  });

  test("the company can take over what stopped", async () => {
    const { id } = await subscribe(desk, receiver.url);
    await end();
    await worker.prune();
    await invoke(enableWebhook, own, { id });
    expect(await received()).toBe(1);
    await worker.prune();
    expect((await stateOf(id)).status).toBe("active");
  });

  test("a data source that the consultant connected is not fetched from any more until somebody resumes it", async () => {
    const folder = { name: "Desk", connection: { kind: "folder", path: "" } };
    const { id } = (await invoke(createDataSource, desk, folder)) as DataSourceDetails;
    expect(await company.get(id)).toMatchObject({ created_by_name: 'Key "Desk" of Klima & Co' });
    expect(await company.sync(id)).toMatchObject({ status: "idle" });
    await end();
    db.clock.advance(3_600);
    await site.worker.drain();
    expect(await company.get(id)).toMatchObject({ status: "paused", next_sync_at: null });
    await company.update(id, { is_paused: false });
    expect(await company.sync(id)).toMatchObject({ status: "idle" });
  });
});
