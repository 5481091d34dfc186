import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config/config.ts";
import { assertWritableDataDirectory } from "./data-directory.ts";

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;

/** The secret of this installation: SECRET_KEY when given (several processes share it), else made once below DATA_DIR. */
export async function installationKey(config: Pick<Config, "data_dir" | "secret_key">): Promise<Buffer> {
  return config.secret_key === undefined
    ? await installationSecret(config.data_dir)
    : secretFromText(config.secret_key);
}

/**
 * The secret of this installation, 32 random bytes in `dataDir`/keys/secret (mode 0600), made at the first start. Two
 * first starts at once agree on one.
 * @throws Error when the file is damaged: a new secret would make everything encrypted unreadable; ConfigError when the
 * directory is not writable
 */
export async function installationSecret(dataDir: string): Promise<Buffer> {
  const directory = join(dataDir, "keys");
  const path = join(directory, "secret");
  assertWritableDataDirectory(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const existing = await readSecret(path);
  if (existing !== null) return existing;
  const temporary = join(directory, `secret.${process.pid}.${randomBytes(4).toString("hex")}`);
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(`${randomBytes(SECRET_BYTES).toString("hex")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A link never replaces a file that exists, unlike a rename.
  await link(temporary, path).catch((error: unknown) => (isExisting(error) ? undefined : Promise.reject(error)));
  await rm(temporary);
  const made = await readSecret(path);
  if (made === null) throw new Error(`${path} cannot be read back`);
  return made;
}

/** The same from configuration, SECRET_KEY: any text of at least 32 characters. */
export function secretFromText(text: string): Buffer {
  if (text.length < SECRET_BYTES) throw new Error("SECRET_KEY needs at least 32 characters");
  return createHash("sha256").update(text).digest();
}

/** A key for one purpose (RFC 5869), so that no key is used for two things. */
export function derivedKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `carbon-ledger ${purpose}`, SECRET_BYTES));
}

/** AES-256-GCM with a random nonce; `bound` (for example the row's id) must be given again to decrypt. */
export function encrypt(key: Uint8Array, plain: Uint8Array, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the bytes were not made by `encrypt` with this key and `bound`. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed);
  const start = 1 + NONCE_BYTES + TAG_BYTES;
  if (bytes[0] !== FORMAT || bytes.length < start) throw new Error("not an encrypted value of this service");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, start));
  return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]);
}

/** Compares in a time that does not depend on where the two differ. */
export function isEqualSecret(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

async function readSecret(path: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} is damaged; restore it from a backup`);
  return Buffer.from(text, "hex");
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
