import { createHmac } from "node:crypto";
import type { Sealer } from "../core/sealer.ts";
import { decrypt, derivedKey, encrypt } from "./crypto.ts";

/**
 * Sealers whose key comes from the installation's secret and the plaintext credential together: neither the database
 * (which holds digests of credentials only) nor the data directory opens what they sealed.
 */
export function credentialSealers(secret: Uint8Array, purpose: string): (token: string) => Sealer {
  const base = derivedKey(secret, purpose);
  return (token) => {
    const key = derivedKey(createHmac("sha256", base).update(token).digest(), purpose);
    return {
      seal: (plain, bound) => encrypt(key, plain, bound),
      open: (sealed, bound) => decrypt(key, sealed, bound),
    };
  };
}

/** A sealer whose key comes from the installation's secret alone: for what the service itself must read again. */
export function installationSealer(secret: Uint8Array, purpose: string): Sealer {
  const key = derivedKey(secret, purpose);
  return {
    seal: (plain, bound) => encrypt(key, plain, bound),
    open: (sealed, bound) => decrypt(key, sealed, bound),
  };
}
