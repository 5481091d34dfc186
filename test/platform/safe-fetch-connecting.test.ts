import { afterAll, beforeAll, expect, test } from "vitest";
import type { SafeFetch, SafeFetchRequest } from "../../src/platform/outbound/safe-fetch-types.ts";
import { type TestAuthority, testAuthority } from "../support/certificates.ts";
import { type DnsServer, dnsServer } from "../support/dns-server.ts";
import { answered, type HostileReceiver, hostileReceiver } from "../support/hostile-receiver.ts";
import { delivery, failureOf, outboundWith } from "../support/outbound.ts";
import { temporaryFile } from "../support/temporary-file.ts";
import { type UnansweringAddress, unansweringAddress } from "../support/unanswering-address.ts";

const HOST = "hooks.receiver.dev";

let authority: TestAuthority;
let silent: UnansweringAddress;
let receiver: HostileReceiver;
let names: DnsServer;
let outbound: SafeFetch;

beforeAll(async () => {
  authority = testAuthority();
  silent = await unansweringAddress("127.0.0.5");
  // The same port, so that one URL leads to both.
  receiver = await hostileReceiver((socket) => socket.write(answered("200 OK", "ok", ["connection: close"])), {
    host: HOST,
    port: silent.port,
    tls: authority.issue({ names: [HOST] }),
  });
  names = await dnsServer();
  outbound = outboundWith({ dns_servers: [names.address], extra_ca_file: temporaryFile("ca.pem", authority.cert) });
});
afterAll(async () => {
  await outbound.close();
  await names.close();
  await receiver.close();
  await silent.close();
});

const send = (bounds: Partial<SafeFetchRequest> = {}) => outbound.fetch(delivery(receiver.url, bounds));

test("an address that does not answer holds up the next one for a moment only, and is not waited for afterwards", async () => {
  const before = silent.sockets();
  names.set(HOST, { addresses: ["127.0.0.5", "127.0.0.1"] });
  expect(await send()).toMatchObject({ status: 200, address: "127.0.0.1" });
  await expect.poll(silent.sockets).toBe(before);
});

test("a name of which no address answers ends with the time for connecting, and leaves nothing open", async () => {
  const before = silent.sockets();
  names.set(HOST, { addresses: ["127.0.0.5"] });
  expect(await failureOf(send({ connect_timeout_ms: 600 }))).toMatchObject({
    failure: "timeout",
    message: "no connection within 600 ms",
  });
  await expect.poll(silent.sockets).toBe(before);
});

test("a caller who ends while an address is waited for leaves nothing open", async () => {
  const before = silent.sockets();
  const stop = new AbortController();
  names.set(HOST, { addresses: ["127.0.0.5"] });
  const pending = expect(send({ signal: stop.signal })).rejects.toThrow("stopping");
  await expect.poll(silent.sockets).toBe(before + 1);
  stop.abort(new Error("stopping"));
  await pending;
  await expect.poll(silent.sockets).toBe(before);
});
