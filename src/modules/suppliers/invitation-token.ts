import { createHash } from "node:crypto";

const RANDOM_BYTES = 32;

/** A single-use token in plaintext, shown once, and what is kept of it. */
export interface InvitationToken {
  readonly token: string;
  /** SHA-256 of the whole token: it is random, so a slow hash would protect nothing more. */
  readonly digest: Buffer;
}

export function mintToken(randomBytes: (length: number) => Buffer): InvitationToken {
  const token = `si_${randomBytes(RANDOM_BYTES).toString("base64url")}`;
  return { token, digest: tokenDigest(token) };
}

export function tokenDigest(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
