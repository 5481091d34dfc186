import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { ConnectionLimits } from "../../../src/interfaces/http/connection-limits.ts";
import { type TestApp, testApp } from "../../support/app.ts";

const LIMITS: ConnectionLimits = {
  per_address_max: 10,
  headers_timeout_ms: 1500,
  body_bytes_per_second_min: 500,
  body_window_ms: 1200,
};

const apps: TestApp[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

async function started(settings: NonNullable<Parameters<typeof testApp>[0]>["settings"]): Promise<TestApp> {
  const app = await testApp({ settings: { connections: LIMITS, ...settings } });
  apps.push(app);
  return app;
}

interface Peer {
  readonly socket: Socket;
  received(): string;
  readonly ended: Promise<void>;
}

function peer(address: string): Peer {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  return { socket, received: () => text, ended: new Promise((resolve) => socket.once("close", () => resolve())) };
}

const head = (length: number) =>
  `POST /api/v1/targets HTTP/1.1\r\nHost: ledger.test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test("both listeners refuse further connections of an address with a word, and take them when others have ended", async () => {
  const app = await started({});
  for (const address of [app.main, app.sandbox]) {
    const held = Array.from({ length: 10 }, () => peer(address));
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
    const late = peer(address);
    await late.ended;
    expect(late.received()).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n[^]*too many open connections/);
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => fetch(`${address}/healthz`).then((answer) => answer.status)).toBe(200);
  }
});

test("a trusted proxy may hold any number of connections", async () => {
  const app = await started({ trusted_proxies: ["127.0.0.0/8"] });
  const held = Array.from({ length: 30 }, () => peer(app.main));
  held.at(-1)?.socket.write("GET /healthz HTTP/1.1\r\nHost: ledger.test\r\nConnection: close\r\n\r\n");
  await held.at(-1)?.ended;
  expect(held.at(-1)?.received()).toMatch(/^HTTP\/1\.1 200 /);
});

test("a connection that says nothing, or its headers byte by byte, ends at the deadline", async () => {
  const app = await started({});
  const began = performance.now();
  const silent = peer(app.main);
  const dripping = peer(app.main);
  dripping.socket.write("GET /healthz HTTP/1.1\r\n");
  const drip = setInterval(() => dripping.socket.write("a"), 100);
  await Promise.all([silent.ended, dripping.ended]);
  clearInterval(drip);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(dripping.received()).toMatch(/^HTTP\/1\.1 408 /);
});

test("a body that drips ends with 408 within two windows; one that is slow but goes on arrives, however long it takes", async () => {
  const app = await started({});
  const key = await app.key(await app.db.tenant());
  const dripping = peer(app.main);
  dripping.socket.write(head(100_000));
  const drip = setInterval(() => dripping.socket.write(" "), 100);
  await dripping.ended;
  clearInterval(drip);
  expect(dripping.received()).toMatch(/408 Request Timeout[^]*the body came too slowly|401/);

  const slow = peer(app.main);
  const pieces = 40;
  slow.socket.write(head(pieces * 100 + 2).replace("\r\n\r\n", `\r\nAuthorization: Bearer ${key.key}\r\n\r\n`));
  for (let piece = 0; piece < pieces; piece += 1) {
    slow.socket.write(" ".repeat(100));
    await delay(125);
  }
  slow.socket.write("{}");
  await expect
    .poll(() => slow.received(), { timeout: 5_000 })
    .toMatch(/^HTTP\/1\.1 400 [^]*request\.validation_failed/);
});
