import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { type TestAuthority, testAuthority } from "../support/certificates.ts";
import { type ConnectRecorder, recordConnects } from "../support/connect-recorder.ts";
import { type DnsServer, dnsServer } from "../support/dns-server.ts";
import { type ForwardProxy, forwardProxy } from "../support/forward-proxy.ts";
import { answered, type HostileReceiver, hostileReceiver } from "../support/hostile-receiver.ts";
import { delivery, failureOf, outboundWith } from "../support/outbound.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const HOST = "hooks.receiver.dev";

let authority: TestAuthority;
let names: DnsServer;
let receiver: HostileReceiver;
let proxy: ForwardProxy;
let outbound: SafeFetch;
let connects: ConnectRecorder;

beforeAll(async () => {
  authority = testAuthority();
  names = await dnsServer();
  receiver = await hostileReceiver((socket) => socket.write(answered("200 OK", "ok")), {
    tls: authority.issue({ names: [HOST] }),
    host: HOST,
  });
  connects = recordConnects();
});
beforeEach(async () => {
  proxy = await forwardProxy();
  proxy.answerWith({ port: receiver.port });
  outbound = outboundWith({
    dns_servers: [names.address],
    extra_ca_file: temporaryFile("ca.pem", authority.cert),
    proxy_url: proxy.url.replace("//", "//us%40er:p%3Ass@"),
  });
  connects.clear();
});
afterEach(async () => {
  await outbound.close();
  await proxy.close();
});
afterAll(async () => {
  connects.stop();
  await receiver.close();
  await names.close();
});

const send = (url = receiver.url) => outbound.fetch(delivery(url, { connect_timeout_ms: 1000 }));

test("a proxy gets the name, not an address, and TLS goes through to the receiver", async () => {
  expect(await send()).toMatchObject({ status: 200, address: null });
  const authorization = `Basic ${Buffer.from("us@er:p:ss").toString("base64")}`;
  expect(proxy.asked).toEqual([{ target: `${HOST}:${receiver.port}`, authorization }]);
  expect(names.lookUps(HOST)).toBe(0);
  expect(receiver.requests[0]).not.toMatch(/proxy-authorization/i);
  expect(await outbound.check(receiver.url, { allow_loopback: false })).toMatchObject({ kind: "accepted" });
});

test("a tunnel is used again", async () => {
  const before = receiver.connections();
  for (let round = 0; round < 3; round += 1) expect((await send()).status).toBe(200);
  expect(proxy.asked).toHaveLength(1);
  expect(receiver.connections()).toBe(before + 1);
});

test("a proxy that answers for the receiver cannot pass for it", async () => {
  expect((await failureOf(send(receiver.url.replace(HOST, "other.receiver.dev")))).failure).toBe("tls");
});

test("refused literals, names and schemes do not reach the proxy", async () => {
  for (const url of ["https://10.0.0.1/", "https://169.254.169.254/", "https://[::1]:8443/", "https://db.internal/"]) {
    const failure = await failureOf(outbound.fetch(delivery(url, { allow_loopback: false })));
    expect(failure.failure, url).toBe("blocked");
  }
  expect((await failureOf(send("http://hooks.receiver.dev/"))).failure).toBe("invalid_url");
  expect(proxy.asked).toEqual([]);
  expect(connects.addresses()).toEqual([]);
});

test("this machine's own receivers are reached without the proxy: its loopback is another machine's", async () => {
  const local = await hostileReceiver((socket) => socket.write(answered("200 OK", "ok")));
  expect((await send(local.url)).address).toBe("127.0.0.1");
  expect((await send(local.url.replace("127.0.0.1", "localhost"))).address).toBe("127.0.0.1");
  expect(proxy.asked).toEqual([]);
  await local.close();
});

test.each([
  [403, "blocked"],
  [407, "blocked"],
  [502, "connect"],
])("the proxy's own answer %i is told apart from the receiver's", async (status, failure) => {
  proxy.answerWith({ status });
  expect((await failureOf(send())).failure).toBe(failure);
});

test("a silent proxy and an absent one end in time", async () => {
  proxy.answerWith("silence");
  expect((await failureOf(send())).failure).toBe("timeout");
  await proxy.close();
  expect((await failureOf(send())).message).toBe("the proxy cannot be reached");
  proxy = await forwardProxy();
});
