import { createHash } from "node:crypto";

/** The prefix says which table knows a value, and lets scanners of leaked secrets find it. */
const PREFIXES = { code: "qo_ac_", access: "qo_at_", refresh: "qo_rt_" } as const;

export type TokenKind = keyof typeof PREFIXES;

const RANDOM_BYTES = 32;
const TOKEN = /^qo_(ac|at|rt)_[A-Za-z0-9_-]{43}$/;

/** A new code or token in plaintext, with the SHA-256 that is kept of it: 256 random bits need no slow hash. */
export interface MintedToken {
  readonly text: string;
  readonly digest: Buffer;
}

export function mintToken(kind: TokenKind, randomBytes: (length: number) => Buffer): MintedToken {
  const text = PREFIXES[kind] + randomBytes(RANDOM_BYTES).toString("base64url");
  return { text, digest: tokenDigest(text) };
}

export function tokenDigest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Whether the text has the form of a value of this server at all, of one kind or of any. */
export function isTokenText(text: string, kind?: TokenKind): boolean {
  return TOKEN.test(text) && (kind === undefined || text.startsWith(PREFIXES[kind]));
}
