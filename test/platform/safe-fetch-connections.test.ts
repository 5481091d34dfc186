import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { answered, type Behaviour, type HostileReceiver, hostileReceiver } from "../support/hostile-receiver.ts";
import { delivery, failureOf, outboundWith } from "../support/outbound.ts";

let outbound: SafeFetch;
const receivers: HostileReceiver[] = [];

beforeEach(() => {
  outbound = outboundWith();
});
afterEach(async () => {
  await outbound.close();
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiverThat(behaviour: Behaviour): Promise<HostileReceiver> {
  const receiver = await hostileReceiver(behaviour);
  receivers.push(receiver);
  return receiver;
}
const ok: Behaviour = (socket) => socket.write(answered("200 OK", "ok"));
const send = (receiver: HostileReceiver) => outbound.fetch(delivery(receiver.url));

describe("a connection", () => {
  test("is used again for the next request, and its address is told again", async () => {
    const receiver = await receiverThat(ok);
    for (let round = 0; round < 5; round += 1) expect((await send(receiver)).address).toBe("127.0.0.1");
    expect(receiver.connections()).toBe(1);
    expect(receiver.requests).toHaveLength(5);
  });

  test("carries one request at a time", async () => {
    const receiver = await receiverThat((socket, request) => {
      // The first answer waits for the second request: on one connection neither would end.
      if (receiver.requests.length === 2) for (const waiting of [...late, socket]) ok(waiting, request);
      else late.push(socket);
    });
    const late: Parameters<Behaviour>[0][] = [];
    await Promise.all([send(receiver), send(receiver)]);
    expect(receiver.connections()).toBe(2);
  });

  test("that the receiver closed meanwhile is replaced, and the request arrives", async () => {
    const receiver = await receiverThat((socket, request) => {
      ok(socket, request);
      if (receiver.requests.length === 1) socket.end();
    });
    await send(receiver);
    await expect.poll(() => receiver.open()).toBe(0);
    expect((await send(receiver)).status).toBe(200);
    expect(receiver.connections()).toBe(2);
  });

  test("that is closed at the moment of the next request is replaced once, and no more", async () => {
    const receiver = await receiverThat((socket, request) => {
      if (receiver.requests.length === 2) socket.resetAndDestroy();
      else ok(socket, request);
    });
    await send(receiver);
    expect((await send(receiver)).status).toBe(200);
    expect(receiver.connections()).toBe(2);

    const hostile = await receiverThat((socket, request) => {
      if (hostile.requests.length > 1) socket.resetAndDestroy();
      else ok(socket, request);
    });
    await send(hostile);
    expect((await failureOf(send(hostile))).failure).toBe("reset");
    expect(hostile.requests).toHaveLength(3);
  });

  test("on which an answer broke off is not used again, and nothing is sent twice", async () => {
    const receiver = await receiverThat((socket, request) => {
      if (receiver.requests.length === 2) socket.write("HTTP/1.1 2", () => socket.resetAndDestroy());
      else ok(socket, request);
    });
    await send(receiver);
    expect((await failureOf(send(receiver))).failure).toBe("reset");
    expect(receiver.requests).toHaveLength(2);
    expect((await send(receiver)).status).toBe(200);
    expect(receiver.connections()).toBe(2);
  });

  test("is closed after an answer that was cut, asked for the end, or went over", async () => {
    const answers = [
      answered("200 OK", "x".repeat(20_000)),
      answered("200 OK", "ok", ["connection: close"]),
      `${answered("200 OK", "ok")}${answered("200 OK", "another")}`,
    ];
    for (const answer of answers) {
      const receiver = await receiverThat((socket) => socket.write(answer));
      expect((await send(receiver)).status).toBe(200);
      await expect.poll(() => receiver.open()).toBe(0);
    }
  });

  test("that may lead to loopback does not serve those who may not", async () => {
    const receiver = await receiverThat(ok);
    await send(receiver);
    const failure = await failureOf(outbound.fetch(delivery(receiver.url, { allow_loopback: false })));
    expect(failure.failure).toBe("invalid_url");
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("waiting connections", () => {
  test("are at most 16 to one receiver", async () => {
    const parallel = 40;
    const waiting: Parameters<Behaviour>[0][] = [];
    const receiver = await receiverThat((socket, request) => {
      waiting.push(socket);
      if (waiting.length === parallel) for (const one of waiting) ok(one, request);
    });
    await Promise.all(Array.from({ length: parallel }, () => send(receiver)));
    expect(receiver.connections()).toBe(parallel);
    await expect.poll(() => receiver.open()).toBe(16);
  });

  test("are at most 256 altogether; those that waited longest are closed", async () => {
    const many: HostileReceiver[] = [];
    for (let index = 0; index < 280; index += 1) many.push(await receiverThat(ok));
    for (const receiver of many) await send(receiver);
    const open = () => many.filter((receiver) => receiver.open() === 1).length;
    await expect.poll(open).toBe(256);
    expect(many.slice(0, 24).map((receiver) => receiver.open())).toEqual(Array.from({ length: 24 }, () => 0));
  });

  test("are closed when the service stops, and what is under way ends", async () => {
    const idle = await receiverThat(ok);
    const silent = await receiverThat(() => undefined);
    await send(idle);
    const pending = expect(send(silent)).rejects.toThrow("the service is stopping");
    await expect.poll(() => silent.requests.length).toBe(1);
    await outbound.close();
    await pending;
    await expect.poll(() => idle.open() + silent.open()).toBe(0);
    await expect(send(idle)).rejects.toThrow("the service is stopping");
  });
});
