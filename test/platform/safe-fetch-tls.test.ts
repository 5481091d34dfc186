import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "../../src/platform/config/config.ts";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { type CertificateRequest, type TestAuthority, testAuthority } from "../support/certificates.ts";
import { type DnsServer, dnsServer } from "../support/dns-server.ts";
import { answered, type HostileReceiver, hostileReceiver, type ReceiverOptions } from "../support/hostile-receiver.ts";
import { delivery, failureOf, outboundWith } from "../support/outbound.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const HOST = "hooks.receiver.dev";
const DAY_MS = 86_400_000;

let authority: TestAuthority;
let names: DnsServer;
let outbound: SafeFetch;
const receivers: HostileReceiver[] = [];

beforeAll(async () => {
  authority = testAuthority();
  names = await dnsServer({ addresses: ["127.0.0.1"] });
  outbound = outboundWith({ dns_servers: [names.address], extra_ca_file: temporaryFile("ca.pem", authority.cert) });
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  await outbound.close();
  await names.close();
});

async function receiverWith(options: ReceiverOptions): Promise<HostileReceiver> {
  const receiver = await hostileReceiver((socket) => socket.write(answered("200 OK", "ok")), {
    host: HOST,
    ...options,
  });
  receivers.push(receiver);
  return receiver;
}
async function sentTo(request: CertificateRequest, issuer: TestAuthority = authority) {
  const receiver = await receiverWith({ tls: issuer.issue(request) });
  return outbound.fetch(delivery(receiver.url));
}

describe("a certificate", () => {
  test("of an authority in the operator's file is trusted, for names and for addresses", async () => {
    expect((await sentTo({ names: [HOST] })).status).toBe(200);
    expect((await sentTo({ names: ["*.receiver.dev"] })).status).toBe(200);
    const receiver = await receiverWith({ tls: authority.issue({ names: ["127.0.0.1"] }), host: "127.0.0.1" });
    expect((await outbound.fetch(delivery(receiver.url))).status).toBe(200);
  });

  test("for another name is refused although the pinned address answers", async () => {
    const failure = await failureOf(sentTo({ names: ["other.receiver.dev", "127.0.0.1"] }));
    expect(failure).toMatchObject({ failure: "tls", address: "127.0.0.1" });
    expect(failure.message).toContain("another name");
  });

  test("that has expired, or is not valid yet, is refused", async () => {
    const [past, future] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];
    const expired = await failureOf(
      sentTo({ names: [HOST], not_before: new Date(Date.now() - 2 * DAY_MS), not_after: past }),
    );
    expect(expired).toMatchObject({ failure: "tls", message: "the certificate has expired (CERT_HAS_EXPIRED)" });
    const early = await failureOf(
      sentTo({ names: [HOST], not_before: future, not_after: new Date(Date.now() + 2 * DAY_MS) }),
    );
    expect(early.message).toContain("not valid yet");
  });

  test("of a stranger is refused, also while the process is told to trust everything", async () => {
    const stranger = testAuthority();
    expect((await failureOf(sentTo({ names: [HOST] }, stranger))).failure).toBe("tls");
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect((await failureOf(sentTo({ names: [HOST] }, stranger))).failure).toBe("tls");
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });

  test("of the test authority is refused without the operator's file", async () => {
    const plain = outboundWith({ dns_servers: [names.address] });
    const receiver = await receiverWith({ tls: authority.issue({ names: [HOST] }) });
    expect((await failureOf(plain.fetch(delivery(receiver.url)))).failure).toBe("tls");
    expect(receiver.requests).toEqual([]);
    await plain.close();
  });
});

describe("a TLS connection", () => {
  test("older than 1.2 is refused", async () => {
    const receiver = await receiverWith({ tls: { ...authority.issue({ names: [HOST] }), maxVersion: "TLSv1.1" } });
    expect((await failureOf(outbound.fetch(delivery(receiver.url)))).failure).toBe("tls");
    const modern = await receiverWith({ tls: { ...authority.issue({ names: [HOST] }), maxVersion: "TLSv1.2" } });
    expect((await outbound.fetch(delivery(modern.url))).status).toBe(200);
  });

  test.each([
    ["says nothing", (_socket: Socket) => undefined, /^timeout$/, 500],
    ["drips bytes", (socket: Socket) => drip(socket), /^(timeout|tls)$/, 500],
    ["speaks plain HTTP", (socket: Socket) => socket.write("HTTP/1.1 400 Bad\r\n\r\n"), /^tls$/, 10_000],
    ["closes", (socket: Socket) => socket.destroy(), /^tls$/, 10_000],
  ])("to a server that %s in the handshake ends in time", async (_what, behaviour, failure, connect_timeout_ms) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined).resume();
      behaviour(socket);
    });
    const sockets = new Set<Socket>();
    server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const url = `https://${HOST}:${address.port}/`;
    expect((await failureOf(outbound.fetch(delivery(url, { connect_timeout_ms })))).failure).toMatch(failure);
    await expect.poll(() => sockets.size).toBe(0);
    server.close();
    await once(server, "close");
  });
});

describe("the operator's file", () => {
  test.each([
    ["is missing", "/nowhere/ca.pem"],
    ["has no certificate", temporaryFile("empty.pem", "nothing")],
    ["is broken", temporaryFile("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")],
  ])("that %s stops the start with the name of the variable", (_what, extra_ca_file) => {
    expect(() => outboundWith({ extra_ca_file })).toThrow(ConfigError);
    expect(() => outboundWith({ extra_ca_file })).toThrow(/WEBHOOK_EXTRA_CA_FILE/);
  });
});

/** One byte of a handshake record each 20 ms. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write(Buffer.from([0x16])), 20);
  socket.on("close", () => clearInterval(timer));
}
