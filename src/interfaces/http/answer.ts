import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { utf8 } from "./utf8.ts";
import { chooseEncoding } from "./content-negotiation.ts";

const brotliBytes = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** Below this a compressed answer is hardly smaller than its headers. */
const COMPRESS_FROM_BYTES = 1024;
/** Quality 4 of 11: as fast as gzip on lists of JSON, and smaller. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly media_type: string;
  /** Carries a secret: not compressed (BREACH), not cached, no validator. */
  readonly is_secret: boolean;
  /** Who may keep a 200 of GET and how long, where that is not only the client, who asks again each time. */
  readonly cache_control?: string;
}

/**
 * Sends a whole answer. A GET or HEAD with status 200 gets a weak ETag of its text (weak, because codings differ) and is
 * answered 304 when the client has that text already.
 */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const { status, text, media_type, is_secret } = answer;
  reply.code(status).header("cache-control", "no-store");
  if (status === 204) return reply.send();
  const bytes = utf8(text);
  const isCacheable = (request.method === "GET" || request.method === "HEAD") && status === 200 && !is_secret;
  if (isCacheable) {
    const etag = `W/"${hash("sha1", bytes, "base64url")}"`;
    const cache_control = answer.cache_control ?? "private, no-cache";
    reply.header("etag", etag).header("cache-control", cache_control).header("vary", "Accept, Accept-Encoding");
    if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  }
  reply.header("content-type", media_type);
  const encoding = is_secret ? null : chooseEncoding(request.headers["accept-encoding"]);
  if (encoding === null || bytes.length < COMPRESS_FROM_BYTES) return reply.send(bytes);
  reply.header("content-encoding", encoding);
  return reply.send(await compress(bytes, encoding));
}

/** Weak comparison of If-None-Match with the entity tag, weak or strong (RFC 9110 8.8.3.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}

async function compress(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return await gzipBytes(bytes, { level: GZIP_LEVEL });
  return await brotliBytes(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
