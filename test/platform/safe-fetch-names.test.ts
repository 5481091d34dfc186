import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { type TestAuthority, testAuthority } from "../support/certificates.ts";
import { type ConnectRecorder, recordConnects } from "../support/connect-recorder.ts";
import { type DnsServer, dnsServer } from "../support/dns-server.ts";
import { answered, type HostileReceiver, hostileReceiver } from "../support/hostile-receiver.ts";
import { delivery, failureOf, outboundWith } from "../support/outbound.ts";
import { temporaryFile } from "../support/temporary-file.ts";

const HOST = "hooks.receiver.dev";

let authority: TestAuthority;
let names: DnsServer;
let receiver: HostileReceiver;
let outbound: SafeFetch;
let connects: ConnectRecorder;

beforeAll(async () => {
  authority = testAuthority();
  names = await dnsServer();
  receiver = await hostileReceiver((socket) => socket.write(answered("200 OK", "ok", ["connection: close"])), {
    host: HOST,
    tls: authority.issue({ names: [HOST, "other.receiver.dev"] }),
  });
  outbound = outboundWith({ dns_servers: [names.address], extra_ca_file: temporaryFile("ca.pem", authority.cert) });
  connects = recordConnects();
});
afterEach(() => connects.clear());
afterAll(async () => {
  connects.stop();
  await outbound.close();
  await receiver.close();
  await names.close();
});

/** One that leaves its connections open. */
const keepingReceiver = () =>
  hostileReceiver((socket) => socket.write(answered("200 OK", "ok")), {
    host: HOST,
    tls: authority.issue({ names: [HOST] }),
  });
const send = (url = receiver.url) => outbound.fetch(delivery(url));

describe("a name", () => {
  test("is looked up, and the connection goes to the address that was checked", async () => {
    names.set(HOST, { addresses: ["127.0.0.1"] });
    expect(await send()).toMatchObject({ status: 200, address: "127.0.0.1" });
    expect(connects.addresses()).toEqual(["127.0.0.1"]);
  });

  test("is followed through an alias", async () => {
    names.set(HOST, { cname: "edge.provider.net", addresses: ["127.0.0.1"] });
    expect((await send()).status).toBe(200);
    names.set(HOST, { cname: "edge.provider.net", addresses: ["10.0.0.1"] });
    expect((await failureOf(send())).failure).toBe("blocked");
    expect(connects.addresses()).toEqual(["127.0.0.1"]);
  });

  test("that turns private after it was accepted gets no connection", async () => {
    names.set(HOST, { addresses: ["127.0.0.1"] }, { addresses: ["127.0.0.1"] }, { addresses: ["192.168.3.4"] });
    expect(await outbound.check(receiver.url, { allow_loopback: true })).toMatchObject({ kind: "accepted" });
    expect((await send()).status).toBe(200);
    const before = receiver.connections();
    expect(await failureOf(send())).toMatchObject({ failure: "blocked", address: null });
    expect(connects.addresses()).toEqual(["127.0.0.1"]);
    expect(receiver.connections()).toBe(before);
    expect(await outbound.check(receiver.url, { allow_loopback: true })).toMatchObject({ kind: "refused" });
  });

  test("is asked once per connection: no second answer can come between check and connection", async () => {
    names.set(HOST, { addresses: ["127.0.0.1"] }, { addresses: ["169.254.169.254"] });
    expect((await send()).address).toBe("127.0.0.1");
    expect(names.lookUps(HOST)).toBe(1);
  });

  test("is looked up anew after a minute, however busy the connection is kept", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const kept = await keepingReceiver();
      names.set(HOST, { addresses: ["127.0.0.1"] }, { addresses: ["10.0.0.1"] });
      for (const second of [0, 30, 59]) {
        expect((await send(kept.url)).status, String(second)).toBe(200);
        vi.advanceTimersByTime(second === 59 ? 2000 : 29_500);
      }
      expect(names.lookUps(HOST)).toBe(1);
      expect((await failureOf(send(kept.url))).failure).toBe("blocked");
      await kept.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test("with one refused address among good ones gets no connection at all", async () => {
    names.set(HOST, { addresses: ["127.0.0.1", "10.1.1.1"] });
    expect((await failureOf(send())).failure).toBe("blocked");
    names.set(HOST, { addresses: ["127.0.0.1", "fe80::1"] });
    expect((await failureOf(send())).failure).toBe("blocked");
    expect(connects.addresses()).toEqual([]);
  });

  test("whose first address does not answer is reached at the next one", async () => {
    names.set(HOST, { addresses: ["::1", "127.0.0.9", "127.0.0.1"] });
    expect((await send()).address).toBe("127.0.0.1");
    expect(connects.addresses().slice(0, 2)).toEqual(["::1", "127.0.0.9"]);
  });

  test("without an address is a DNS failure, and may be subscribed all the same", async () => {
    names.set(HOST, { code: "NXDOMAIN" });
    expect((await failureOf(send())).failure).toBe("dns");
    names.set(HOST, { addresses: [] });
    expect((await failureOf(send())).message).toBe("the name has no address");
    names.set(HOST, { code: "SERVFAIL" });
    expect((await failureOf(send())).message).toBe("the name servers answered SERVFAIL");
    expect(await outbound.check(receiver.url, { allow_loopback: true })).toMatchObject({ kind: "accepted" });
  });

  test("whose name servers are silent ends as a DNS failure when the time for connecting is over", async () => {
    names.set(HOST, "silence");
    const ends: string[] = [];
    const within = (connect_timeout_ms: number, ending: string) =>
      failureOf(outbound.fetch(delivery(receiver.url, { connect_timeout_ms }))).then((failure) => {
        ends.push(ending);
        return failure;
      });
    // The resolver's own patience is seconds.
    const check = outbound.check(receiver.url, { allow_loopback: true });
    const [patient, hasty] = await Promise.all([within(20_000, "patient"), within(300, "hasty")]);
    expect(ends).toEqual(["hasty", "patient"]);
    expect(hasty).toMatchObject({ failure: "dns", message: "the name servers did not answer in time" });
    expect(patient).toMatchObject({ failure: "dns", message: "the name servers did not answer in time" });
    expect(await check).toMatchObject({ kind: "accepted" });
  });

  test("whose name servers are silent holds up no other delivery", async () => {
    names.set(HOST, { addresses: ["127.0.0.1"] });
    const stop = new AbortController();
    let ended = 0;
    const silent = Array.from({ length: 100 }, async (_, index) => {
      names.set(`silent-${index}.receiver.dev`, "silence");
      const url = receiver.url.replace(HOST, `silent-${index}.receiver.dev`);
      await expect(outbound.fetch(delivery(url, { signal: stop.signal }))).rejects.toThrow();
      ended += 1;
    });
    expect((await send()).status).toBe(200);
    expect(ended).toBe(0);
    stop.abort(new Error("stopping"));
    await Promise.all(silent);
  });

  test("that leads to loopback is no way there for others, not even over the open connection", async () => {
    names.set(HOST, { addresses: ["127.0.0.1"] });
    const kept = await keepingReceiver();
    expect((await send(kept.url)).status).toBe(200);
    connects.clear();
    expect((await failureOf(outbound.fetch(delivery(kept.url, { allow_loopback: false })))).failure).toBe("blocked");
    expect(connects.addresses()).toEqual([]);
    expect((await send(kept.url)).status).toBe(200);
    expect(kept.connections()).toBe(1);
    await kept.close();
  });

  test("with more addresses than anybody needs is not worked through", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `127.0.${index >> 7}.${(index & 127) + 1}`);
    names.set(HOST, { addresses: many(64) });
    expect((await send()).status).toBe(200);
    names.set(HOST, { addresses: many(65) });
    expect(await failureOf(send())).toMatchObject({
      failure: "blocked",
      message: "the name has more than 64 addresses",
    });
  });
});

describe("ranges that the operator opened", () => {
  test("make names and addresses in them reachable, and nothing else", async () => {
    const opened = outboundWith({
      dns_servers: [names.address],
      allow_cidrs: ["10.1.0.0/16", "fd00::/8", "100.64.0.0/10"],
    });
    const verdict = async (url: string) => (await opened.check(url, { allow_loopback: false })).kind;
    names.set("hooks.corp.internal", { addresses: ["10.1.2.3"] });
    names.set("db.corp.internal", { addresses: ["10.2.2.3"] });
    expect(await verdict("https://10.1.2.3/")).toBe("accepted");
    expect(await verdict("https://[fd12::1]/")).toBe("accepted");
    expect(await verdict("https://hooks.corp.internal/")).toBe("accepted");
    for (const host of [
      "10.2.0.1",
      "192.168.0.1",
      "127.0.0.1",
      "[::1]",
      "db.corp.internal",
      "localhost",
      "[::ffff:10.1.2.3]",
    ]) {
      expect(await verdict(`https://${host}/`), host).toBe("refused");
    }
    expect(await verdict("http://10.1.2.3/")).toBe("refused");
    await opened.close();
  });

  test("never open metadata services", async () => {
    const opened = outboundWith({ dns_servers: [names.address], allow_cidrs: ["100.64.0.0/10", "fd00::/8"] });
    names.set("metadata.provider.dev", { addresses: ["100.100.100.200"] });
    for (const host of [
      "100.100.100.200",
      "[fd00:ec2::254]",
      "[fd20:ce::254]",
      "metadata.provider.dev",
      "169.254.169.254",
    ]) {
      expect(await opened.check(`https://${host}/`, { allow_loopback: true }), host).toMatchObject({ kind: "refused" });
    }
    await opened.close();
  });
});
