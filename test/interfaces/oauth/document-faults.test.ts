import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  askingAs,
  DOCUMENT_HOST,
  DOCUMENT_REDIRECT,
  type DocumentHost,
  type DocumentSite,
  documentSite,
  JSON_TYPE,
  verdict,
} from "../../support/client-documents.ts";
import { recordConnects } from "../../support/connect-recorder.ts";
import { dnsServer } from "../../support/dns-server.ts";
import { answered } from "../../support/hostile-receiver.ts";
import { call } from "../../support/http-client.ts";
import { oauthSite } from "../../support/oauth-site.ts";
import { outboundWith } from "../../support/outbound.ts";

let site: DocumentSite;
beforeAll(async () => {
  site = await documentSite();
});
afterAll(() => site.close());

describe("what is no usable document gets a page, and the service goes on", () => {
  const json = (text: string, status = "200 OK", type = JSON_TYPE) => answered(status, text, [type]);
  const faults: Record<string, readonly [RegExp, Parameters<DocumentHost["serve"]>[1]]> = {
    "a page instead of JSON": [
      /not JSON/,
      (socket) => void socket.write(json("<html>", "200 OK", "content-type: text/html")),
    ],
    "JSON that is none": [/not JSON/, (socket) => void socket.write(json("{"))],
    "a list": [/no usable content/, (socket) => void socket.write(json("[]"))],
    "no UTF-8": [
      /could not be fetched/,
      (socket) =>
        void socket.write(Buffer.concat([Buffer.from(json("xx").slice(0, -2), "latin1"), Buffer.from([0xff, 0xfe])])),
    ],
    "another status": [/not answered with 200/, (socket) => void socket.write(json("{}", "500 Oops"))],
    "a redirect": [
      /not answered with 200/,
      (socket) => void socket.write(answered("302 Found", "", ["location: https://127.0.0.1/"])),
    ],
    "11 KiB": [/could not be fetched/, (socket) => void socket.write(json(`{"a":"${"x".repeat(11 * 1024)}"}`))],
    "an endless body": [/could not be fetched/, (socket) => endless(socket)],
    "a broken head": [/could not be fetched/, (socket) => void socket.end("HTTP/1.1 nonsense\r\n\r\n")],
    "a connection that ends": [/could not be fetched/, (socket) => void socket.destroy()],
    "half a body": [
      /could not be fetched/,
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ncontent-length: 100\r\n\r\n{`),
    ],
    silence: [/could not be fetched/, () => undefined],
    "a byte a second": [/could not be fetched/, (socket) => dripping(socket)],
  };
  test.each(Object.keys(faults))("%s", async (name) => {
    const [says, behaviour] = faults[name] ?? [/./, () => undefined];
    const path = `/${name.replaceAll(" ", "-")}`;
    site.host.serve(path, behaviour);
    expect(await verdict(site, `https://${DOCUMENT_HOST}${path}`)).toMatch(says);
    expect((await call(site.app.main, "/healthz")).status).toBeLessThan(500);
  });

  const contents: Record<string, Readonly<Record<string, unknown>>> = {
    "another client_id": { client_id: `https://${DOCUMENT_HOST}/other` },
    "no client_id": { client_id: undefined },
    "no name": { client_name: undefined },
    "no addresses": { redirect_uris: [] },
    "an address that may not be used": { redirect_uris: [DOCUMENT_REDIRECT, "javascript:alert(1)"] },
    "a secret": { client_secret: "everybody can read this" },
    "a secret that ends": { client_secret_expires_at: 0 },
    "a method with a secret": { token_endpoint_auth_method: "client_secret_post" },
  };
  test.each(Object.keys(contents))("%s", async (name) => {
    const client_id = site.host.publish(`/content-${name.replaceAll(" ", "-")}`, contents[name]);
    expect(await verdict(site, client_id)).toMatch(/^400 The client&#39;s metadata document (has|names)/);
  });

  test("a host whose certificate is another's sees no request", async () => {
    const before = site.host.receiver.requests.length;
    expect(await verdict(site, "https://other.client.dev/client.json")).toMatch(/could not be fetched/);
    expect(site.host.receiver.requests.length).toBe(before);
  });

  test.each(["Good\u0000\u202e\nassistant", "Good\ud800assistant", "\u200b"])(
    "the name %j is no fault",
    async (client_name) => {
      const client_id = site.host.publish(`/name-${client_name.length}.json`, { client_name });
      expect(await verdict(site, client_id)).toBe("consent");
    },
  );

  test("addresses that two parsers could read in two ways are not fetched", async () => {
    const before = site.host.receiver.connections();
    for (const client_id of [
      `https://${DOCUMENT_HOST}`,
      `https://${DOCUMENT_HOST}/`,
      `https://user@${DOCUMENT_HOST}/c`,
      `https://${DOCUMENT_HOST}:8443/c`,
      `https://${DOCUMENT_HOST}/c#x`,
      `https://${DOCUMENT_HOST}/a/../c`,
      `https://${DOCUMENT_HOST}/a b`,
      `https://${DOCUMENT_HOST}\\@evil.example/c`,
      `https://${DOCUMENT_HOST.toUpperCase()}/c`,
      `https://${DOCUMENT_HOST}/${"x".repeat(500)}`,
      "https://",
    ]) {
      expect(await verdict(site, client_id)).toMatch(/^400 The client id is not the address/);
    }
    expect(site.host.receiver.connections()).toBe(before);
  });
});

describe("nothing inside is reached", () => {
  test("addresses and names that lead to private networks: no connection is opened", async () => {
    const names = await dnsServer();
    names.set("inside.client.dev", { addresses: ["93.184.215.14", "10.0.0.5"] });
    names.set("here.client.dev", { addresses: ["127.0.0.7"] });
    const outbound = outboundWith({ dns_servers: [names.address] });
    const guarded = await oauthSite({ safe_fetch: outbound });
    const connects = recordConnects();
    const hosts = [
      "127.0.0.1",
      "169.254.169.254",
      "[::1]",
      "10.0.0.1",
      "localhost",
      "inside.client.dev",
      "here.client.dev",
    ];
    for (const name of hosts) {
      const { status } = await guarded.admin.get(askingAs(`https://${name}/client.json`));
      expect([name, status]).toEqual([name, 400]);
    }
    connects.stop();
    // The test's own requests and the database are at 127.0.0.1.
    expect(connects.addresses().filter((address) => address !== "127.0.0.1")).toEqual([]);
    expect(names.lookUps("inside.client.dev")).toBe(1);
    await guarded.close();
    await outbound.close();
    await names.close();
  });
});

function endless(socket: { write(text: string): boolean; destroyed: boolean }): void {
  socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ntransfer-encoding: chunked\r\n\r\n`);
  const pour = () => {
    if (socket.destroyed) return;
    socket.write(`400\r\n${"x".repeat(1024)}\r\n`);
    setImmediate(pour);
  };
  pour();
}

function dripping(socket: { write(text: string): boolean; destroyed: boolean }): void {
  socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ncontent-length: 5000\r\n\r\n`);
  const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write("{")), 1000);
}
