import type { Readable } from "node:stream";

export interface LimitedBody {
  readonly bytes: Buffer;
  readonly is_truncated: boolean;
}

/**
 * Reads at most `limit_bytes` and destroys the stream when there is more: nothing beyond is waited for or kept.
 * The error listener stays: a destroyed body of undici reports an error afterwards, which without a listener would end the
 * process.
 */
export function readCapped(body: Readable, limit_bytes: number): Promise<LimitedBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (): void => {
      resolve({ bytes: Buffer.concat(chunks, Math.min(length, limit_bytes)), is_truncated: length > limit_bytes });
      chunks.length = 0;
    };
    body.on("error", reject);
    body.on("data", (chunk: Buffer) => {
      if (length > limit_bytes) return;
      chunks.push(chunk);
      length += chunk.length;
      if (length <= limit_bytes) return;
      finish();
      body.destroy();
    });
    body.once("end", finish);
  });
}
