import { Duplex } from "node:stream";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { httpConnection } from "../../src/platform/outbound/connection.ts";

/** A peer whose whole answer and end arrive in one moment, as records of TLS do that are decrypted together. */
class AnswersAtOnce extends Duplex {
  #answer: Buffer;

  constructor(answer: Buffer) {
    super({ readableHighWaterMark: 1_048_576 });
    this.#answer = answer;
  }

  override _read(): void {
    // What there is was pushed by the request.
  }

  override _write(_chunk: Buffer, _encoding: string, done: () => void): void {
    done();
    setImmediate(() => {
      this.push(this.#answer);
      this.push(null);
    });
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }
}

const SIZES = [60, 64, 65, 128, 700].map((kib) => kib * 1_024);

test.each(SIZES)(
  "an answer of %d bytes that comes together with the end of the connection is read whole",
  async (size) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\nconnection: close\r\n\r\n`;
    // Undici asks nothing of a socket that a stream of Node does not have, but those above.
    const socket = new AnswersAtOnce(Buffer.concat([Buffer.from(head), Buffer.alloc(size, "a")])) as unknown as Socket;
    const connection = httpConnection({ socket, address: "127.0.0.1" }, "http://receiver.test");
    const bounds = {
      connect_timeout_ms: 5_000,
      deadline_ms: 5_000,
      response_limit_bytes: 1_048_576,
      allow_loopback: false,
    };
    const request = { ...bounds, url: "http://receiver.test/", method: "GET", headers: {} } as const;
    const answer = await connection.send(new URL(request.url), request, AbortSignal.timeout(5_000));
    expect({ status: answer.status, bytes: answer.body.length, is_truncated: answer.is_truncated }).toEqual({
      status: 200,
      bytes: size,
      is_truncated: false,
    });
    connection.destroy();
  },
);
