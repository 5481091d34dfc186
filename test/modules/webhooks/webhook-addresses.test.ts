import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { createWebhook } from "../../../src/modules/webhooks/create-webhook.ts";
import { listWebhooks } from "../../../src/modules/webhooks/list-webhooks.ts";
import type { SafeFetch } from "../../../src/platform/outbound/safe-fetch-types.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { type DnsServer, dnsServer } from "../../support/dns-server.ts";
import { REFUSED_ANSWERS, REFUSED_FORMS, REFUSED_HOSTS } from "../../support/untrusted-addresses.ts";
import { delivery, failureOf, outboundWith } from "../../support/outbound.ts";

let db: TestDatabase;
let names: DnsServer;
let outbound: SafeFetch;
let tenant: TenantIdentity;

beforeAll(async () => {
  db = await testDatabase();
  names = await dnsServer();
  outbound = outboundWith({ dns_servers: [names.address] });
});
afterAll(async () => {
  await outbound.close();
  await names.close();
  await db.close();
});
beforeEach(async () => {
  tenant = await db.tenant();
});

const context = (options: { is_local?: boolean; environment?: "live" | "sandbox" } = {}): Context =>
  db.context({ ...tenant, environment: options.environment ?? "live" }, undefined, {
    safeFetch: outbound,
    is_local: options.is_local ?? false,
  });
const create = (url: string, ctx: Context = context()) =>
  invoke(createWebhook, ctx, { url, events: ["target.created"] });

/** The refused part of the input and the code of the refusal; null when the subscription was made. */
async function refusalOf(url: string, ctx?: Context): Promise<unknown> {
  return await create(url, ctx).then(
    () => null,
    (error: unknown) => error,
  );
}

describe("the address of a subscription", () => {
  test("[contract 6.2.2] is refused when its name leads inside, naming the field", async () => {
    for (const [index, addresses] of REFUSED_ANSWERS.entries()) {
      names.set(`name-${index}.example.com`, { addresses });
      expect(await refusalOf(`https://name-${index}.example.com/`), addresses.join()).toMatchObject({
        code: "request.validation_failed",
        extras: { issues: [{ path: "url", code: "host_not_public" }] },
      });
    }
    expect(await invoke(listWebhooks, context(), {})).toMatchObject({ items: [] });
  });

  test("[contract 6.2.2] is refused in every spelling of an address that is not public", async () => {
    for (const host of REFUSED_HOSTS) {
      expect(await refusalOf(`https://${host}/`), host).toMatchObject({ code: "request.validation_failed" });
    }
    for (const url of REFUSED_FORMS) {
      expect(await refusalOf(url), url).toMatchObject({ code: "request.validation_failed" });
    }
  });

  test("is taken when its name is public, has no address yet, or its name servers fail", async () => {
    names.set("public.example.com", { addresses: ["93.184.215.14", "2606:2800:21f::1"] });
    names.set("later.example.com", { code: "NXDOMAIN" });
    names.set("broken.example.com", { code: "SERVFAIL" });
    for (const name of ["public", "later", "broken"]) {
      expect(await create(`https://${name}.example.com/`)).toMatchObject({ url: `https://${name}.example.com/` });
    }
  });

  test("gets at delivery the verdict that it got at creation, as long as the name says the same", async () => {
    names.set("inside.example.com", { addresses: ["10.0.0.1"] });
    names.set("later.example.com", { code: "NXDOMAIN" }, { addresses: ["172.16.0.1"] });
    const bounds = { connect_timeout_ms: 500, deadline_ms: 500, allow_loopback: false };
    for (const url of ["https://inside.example.com/", "https://10.0.0.1/", "https://localhost/"]) {
      expect(await refusalOf(url)).toMatchObject({ code: "request.validation_failed" });
      expect((await failureOf(outbound.fetch(delivery(url, bounds)))).failure).toBe("blocked");
    }
    // Accepted while it had no address; refused from the moment on that it has one inside.
    expect(await create("https://later.example.com/")).toMatchObject({ is_active: true });
    expect((await failureOf(outbound.fetch(delivery("https://later.example.com/", bounds)))).failure).toBe("blocked");
  });

  test("may lead to loopback by name as well in the sandbox of one machine, not in live, nor further inside", async () => {
    names.set("dev.example.com", { addresses: ["127.0.0.1"] });
    names.set("inside.example.com", { addresses: ["10.0.0.1"] });
    const local = context({ is_local: true, environment: "sandbox" });
    expect(await create("https://dev.example.com:8443/", local)).toMatchObject({ environment: "sandbox" });
    expect(await refusalOf("https://inside.example.com/", local)).toMatchObject({ code: "request.validation_failed" });
    const elsewhere = [context({ is_local: true }), context({ environment: "sandbox" })];
    for (const ctx of elsewhere) expect(await refusalOf("https://dev.example.com:8443/", ctx)).not.toBeNull();
  });
});
