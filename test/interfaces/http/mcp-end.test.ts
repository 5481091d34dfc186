import { EventEmitter, once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { testApp } from "../../support/app.ts";
import { call, sendBytes } from "../../support/http-client.ts";
import { mcpBytes, toolNamed } from "../../support/mcp-bytes.ts";

/** A tool that says when it has begun and ends when it is told to. */
function gatedTool() {
  const signals = new EventEmitter();
  const operation = toolNamed("test_gated", async () => {
    const opened = once(signals, "open");
    signals.emit("begun");
    await opened;
    return { done: true };
  });
  return { operation, begun: once(signals, "begun"), open: () => signals.emit("open") };
}

const GATED = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test_gated"}}';

describe("the end of the service", () => {
  test("a call that has begun is answered before the connection ends", async () => {
    const gated = gatedTool();
    const own = await testApp({ operations: [gated.operation] });
    const caller = await own.key(await own.db.tenant());
    const answer = own.as(caller, "/api/mcp", { method: "POST", headers: { connection: "close" }, body: GATED });
    await gated.begun;
    let isClosed = false;
    const closing = own.close().then(() => (isClosed = true));
    await expect.poll(() => call(own.main, "/healthz").then(String, () => "refused")).toBe("refused");
    expect(isClosed).toBe(false);
    gated.open();
    expect((await answer).text).toContain('"structuredContent":{"done":true}');
    await closing;
  });

  test("a connection that stays open after its last answer does not hold up the end", async () => {
    const gated = gatedTool();
    const own = await testApp({ operations: [gated.operation] });
    const caller = await own.key(await own.db.tenant());
    const answer = sendBytes(own.main, mcpBytes(caller, GATED));
    await gated.begun;
    const closing = own.close();
    await expect.poll(() => call(own.main, "/healthz").then(String, () => "refused")).toBe("refused");
    gated.open();
    expect(await answer).toMatch(/\r\nconnection: close\r\n/i);
    await closing;
  });

  test("a client that left is neither answered nor a failure", async () => {
    const gated = gatedTool();
    const own = await testApp({ operations: [gated.operation] });
    const caller = await own.key(await own.db.tenant());
    const socket = connect(Number(new URL(own.main).port), "127.0.0.1");
    socket.write(mcpBytes(caller, GATED));
    await gated.begun;
    socket.destroy();
    gated.open();
    await own.close();
    expect(own.log.filter(({ level }) => level !== "info")).toEqual([]);
  });
});
