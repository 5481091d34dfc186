import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SafeFetch, SafeFetchRequest } from "../../src/platform/outbound/safe-fetch-types.ts";
import { type ConnectRecorder, recordConnects } from "../support/connect-recorder.ts";
import { answered, type Behaviour, type HostileReceiver, hostileReceiver } from "../support/hostile-receiver.ts";
import { delivery, failureOf, outboundWith } from "../support/outbound.ts";

const MIB = 1024 * 1024;

let outbound: SafeFetch;
let connects: ConnectRecorder;
const receivers: HostileReceiver[] = [];

beforeAll(() => {
  outbound = outboundWith();
  connects = recordConnects();
});
afterEach(async () => {
  connects.clear();
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  connects.stop();
  await outbound.close();
});

async function receiverThat(behaviour: Behaviour): Promise<HostileReceiver> {
  const receiver = await hostileReceiver(behaviour);
  receivers.push(receiver);
  return receiver;
}
async function sentTo(behaviour: Behaviour, bounds: Partial<SafeFetchRequest> = {}) {
  const receiver = await receiverThat(behaviour);
  return outbound.fetch(delivery(receiver.url, bounds));
}

/** Writes the same bytes for as long as the other side reads; tells how many were written. */
function endlessly(socket: Socket, bytes: Buffer | string, limit_bytes = Infinity): { written: number } {
  const tally = { written: 0 };
  const more = (): void => {
    while (!socket.destroyed && tally.written < limit_bytes) {
      tally.written += bytes.length;
      if (!socket.write(bytes)) return void socket.once("drain", more);
    }
  };
  more();
  return tally;
}

/** One byte each 20 ms, so that timers that start anew with each byte never fire. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.charAt(at) || "x");
    at += 1;
  }, 20);
  socket.on("close", () => clearInterval(timer));
}

describe("an answer", () => {
  test("is given as it came, whatever its status", async () => {
    const receiver = await receiverThat((socket) => {
      socket.write(answered("503 Busy", "later", ["retry-after: 7", "X-A: 1", "x-a: 2"]));
    });
    const response = await outbound.fetch(delivery(receiver.url));
    expect(response).toMatchObject({ status: 503, is_truncated: false, address: "127.0.0.1" });
    expect(response.headers).toMatchObject({ "retry-after": "7", "x-a": "1, 2" });
    expect(response.body.toString()).toBe("later");
    expect(receiver.requests[0]).toMatch(/^POST \/hook HTTP\/1.1\r\nhost: 127.0.0.1:\d+\r\n/);
    expect(receiver.requests[0]).toMatch(/\r\naccept-encoding: identity\r\n/);
    expect(receiver.requests[0]).toMatch(/\r\n\r\n\{"id":"1"\}$/);
  });

  test("is read up to the limit exactly, and not one byte beyond", async () => {
    const exact = await sentTo((socket) => socket.write(answered("200 OK", "12345")), { response_limit_bytes: 5 });
    expect(exact).toMatchObject({ is_truncated: false, body: Buffer.from("12345") });
    const more = await sentTo((socket) => socket.write(answered("200 OK", "123456")), { response_limit_bytes: 5 });
    expect(more).toMatchObject({ is_truncated: true, body: Buffer.from("12345") });
    const none = await sentTo((socket) => socket.write(answered("200 OK", "1")), { response_limit_bytes: 0 });
    expect(none).toMatchObject({ is_truncated: true, body: Buffer.alloc(0) });
  });

  test.each([301, 302, 303, 307, 308])("with status %i is not followed, least of all with the body", async (status) => {
    const inside = await receiverThat((socket) => socket.write(answered("200 OK", "secret")));
    const redirect = answered(`${status} Moved`, "", [`location: ${inside.url}`]);
    expect((await sentTo((socket) => socket.write(redirect))).status).toBe(status);
    expect(inside.connections()).toBe(0);
    expect(connects.addresses()).toHaveLength(1);
  });

  test("that says it is compressed is not inflated", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MIB));
    const before = process.memoryUsage().rss;
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
    const response = await sentTo((socket) => socket.write(Buffer.concat([Buffer.from(head), bomb])), {
      response_limit_bytes: 100_000,
    });
    expect(response.body.equals(bomb)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * MIB);
  });
});

describe("the deadline ends", () => {
  const cases: Readonly<Record<string, Behaviour>> = {
    "a receiver that says nothing": () => undefined,
    "headers that come byte by byte": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-slow: "),
    "a body that comes byte by byte": (socket) => drip(socket, "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n"),
    "chunks that come byte by byte": (socket) =>
      drip(socket, "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n"),
    "endless interim answers": (socket) => endlessly(socket, "HTTP/1.1 103 Early Hints\r\n\r\n", 64 * MIB),
  };
  test.each(Object.entries(cases))("%s", async (_what, behaviour) => {
    const receiver = await receiverThat(behaviour);
    const failure = await failureOf(outbound.fetch(delivery(receiver.url, { deadline_ms: 700 })));
    expect(failure.failure).toBe("timeout");
    await expect.poll(() => receiver.open()).toBe(0);
  });

  test("and the caller can end it earlier, with a reason of its own", async () => {
    const receiver = await receiverThat(() => stop.abort(new Error("stopping")));
    const stop = new AbortController();
    await expect(outbound.fetch(delivery(receiver.url, { signal: stop.signal }))).rejects.toThrow("stopping");
    await expect(outbound.fetch(delivery(receiver.url, { signal: stop.signal }))).rejects.toThrow("stopping");
    expect(receiver.connections()).toBe(1);
  });

  test("and requests that have ended keep nothing on the caller's signal", async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 20; round += 1) {
      await sentTo((socket) => socket.write(answered("200 OK", "ok")), { signal });
    }
    await failureOf(sentTo((socket) => socket.end(), { signal }));
    await failureOf(sentTo(() => undefined, { signal, deadline_ms: 100 }));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

describe("a receiver that sends without end", () => {
  test("is left after the limit, and memory stays flat", async () => {
    const before = process.memoryUsage().rss;
    const tallies: { written: number }[] = [];
    for (let round = 0; round < 10; round += 1) {
      const response = await sentTo((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        tallies.push(endlessly(socket, Buffer.alloc(64 * 1024, "x"), 256 * MIB));
      });
      expect(response).toMatchObject({ is_truncated: true });
      expect(response.body).toHaveLength(16_384);
    }
    await Promise.all(receivers.map((receiver) => expect.poll(() => receiver.open()).toBe(0)));
    // What the two sockets' own buffers took, of 256 MiB each.
    for (const { written } of tallies) expect(written).toBeLessThan(32 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * MIB);
  });

  test("in its headers is left as well", async () => {
    let tally = { written: 0 };
    const failure = await failureOf(
      sentTo((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        tally = endlessly(socket, `x-header: ${"y".repeat(1000)}\r\n`, 256 * MIB);
      }),
    );
    expect(failure).toMatchObject({ failure: "http", message: "the response headers are too large" });
    expect(tally.written).toBeLessThan(32 * MIB);
  });

  test("in its trailers is left as well", async () => {
    const failure = await failureOf(
      sentTo((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n1\r\na\r\n0\r\n");
        endlessly(socket, `x-trailer: ${"y".repeat(1000)}\r\n`, 256 * MIB);
      }),
    );
    expect(failure.failure).toBe("http");
  });
});

describe("what is no HTTP answer", () => {
  const cases: Readonly<Record<string, readonly [string, Behaviour]>> = {
    "another protocol": ["http", (socket) => socket.write("220 mail.example ESMTP\r\n")],
    "random bytes": ["http", (socket) => socket.write(Buffer.from("160301020001000000ff00", "hex"))],
    "two lengths": [
      "http",
      (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"),
    ],
    "a length and chunks": [
      "http",
      (socket) =>
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"),
    ],
    "a bad chunk": ["http", (socket) => socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n")],
    "another protocol by agreement": [
      "http",
      (socket) => socket.write("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    ],
    "a closed connection": ["reset", (socket) => socket.end()],
    "a reset connection": ["reset", (socket) => socket.resetAndDestroy()],
    "a reset after the headers": [
      "reset",
      (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab", () => socket.resetAndDestroy()),
    ],
    "an end within the body": [
      "(reset|http)",
      (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab"),
    ],
  };
  test.each(Object.entries(cases))("%s is told apart", async (_what, [failure, behaviour]) => {
    expect((await failureOf(sentTo(behaviour))).failure).toMatch(new RegExp(`^${failure}$`));
  });

  test("and a port where nobody listens", async () => {
    const receiver = await receiverThat(() => undefined);
    receivers.splice(0);
    await receiver.close();
    const failure = await failureOf(outbound.fetch(delivery(receiver.url)));
    expect(failure).toMatchObject({ failure: "connect", address: "127.0.0.1" });
    expect(failure.message).toContain("ECONNREFUSED");
  });
});

// Destroying a body without a listener for its error ended the process: reachable by anyone with a long answer.
test("cutting a long answer leaves no error without a listener", async () => {
  const stray: unknown[] = [];
  const note = (error: unknown): void => void stray.push(error);
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
  for (let round = 0; round < 20; round += 1) {
    await sentTo((socket) => socket.write(answered("200 OK", "x".repeat(200_000))), { response_limit_bytes: round });
  }
  await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
  process.off("uncaughtException", note);
  process.off("unhandledRejection", note);
  expect(stray).toEqual([]);
});
