import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decrypt, derivedKey, encrypt, installationSecret, isEqualSecret } from "../../src/platform/crypto.ts";
import { type Files, openFiles } from "../../src/platform/files.ts";
import { idSource } from "../../src/platform/ids.ts";
import { testClock } from "../support/context.ts";

let directory: string;
let files: Files;
const content = Buffer.from("<Invoice/>");
const sha256 = createHash("sha256").update(content).digest("hex");
const stored = (): string => join(directory, "documents", sha256.slice(0, 2), sha256.slice(2, 4), sha256);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-files-"));
  files = await openFiles(directory);
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

test("a document is kept once under its hash, readable by the service's user only", async () => {
  await Promise.all([files.put(content, sha256), files.put(content, sha256)]);
  expect(await files.read(sha256)).toEqual(content);
  expect(statSync(stored()).mode & 0o777).toBe(0o600);
  expect(readdirSync(files.uploadsDirectory)).toEqual([]);
});

test("an upload is moved into the store, and a second one with the same content disappears", async () => {
  for (const name of ["one", "two"]) {
    const path = join(files.uploadsDirectory, name);
    writeFileSync(path, content);
    await files.adopt(path, sha256);
  }
  expect(readFileSync(stored())).toEqual(content);
  expect(readdirSync(files.uploadsDirectory)).toEqual([]);
});

test("uploads of any size are stored side by side, also where a directory has gone meanwhile", async () => {
  const sizes = [0, 1, 256 * 1024, 256 * 1024 + 1, 3_000_000];
  const contents = [...sizes, ...Array.from({ length: 20 }, (_, index) => 100 + index)].map((size, index) =>
    Buffer.alloc(size, index),
  );
  for (const turn of ["first", "second"]) {
    await Promise.all(
      contents.map(async (bytes, index) => {
        const path = join(files.uploadsDirectory, `${turn}-${index}`);
        writeFileSync(path, bytes);
        await files.adopt(path, createHash("sha256").update(bytes).digest("hex"));
      }),
    );
    for (const bytes of contents) {
      expect((await files.read(createHash("sha256").update(bytes).digest("hex"))).equals(bytes)).toBe(true);
    }
    rmSync(join(directory, "documents"), { recursive: true });
  }
});

test("content that does not match its hash is neither stored nor served", async () => {
  const wrong = "0".repeat(64);
  await expect(files.put(content, wrong)).rejects.toThrow(/do not hash/);
  writeFileSync(join(files.uploadsDirectory, "x"), content);
  await expect(files.adopt(join(files.uploadsDirectory, "x"), wrong)).rejects.toThrow(/does not hash/);
  await files.put(content, sha256);
  writeFileSync(stored(), "tampered");
  await expect(files.read(sha256)).rejects.toThrow(/damaged/);
  await expect(files.read("../../etc/passwd")).rejects.toThrow(/SHA-256/);
});

test("content that is passed on in chunks is whole, or ends before its last chunk when it is damaged", async () => {
  for (const size of [0, 1, 256 * 1024, 256 * 1024 + 1, 700_000]) {
    const bytes = Buffer.alloc(size, "carbon ");
    const hash = createHash("sha256").update(bytes).digest("hex");
    await files.put(bytes, hash);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await files.open(hash)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes), `${size} bytes`).toBe(true);
    // A reader may leave at any moment.
    for await (const _chunk of await files.open(hash)) break;
  }
  const bytes = Buffer.alloc(700_000, "ledger ");
  const hash = createHash("sha256").update(bytes).digest("hex");
  await files.put(bytes, hash);
  bytes[699_999] = 0;
  writeFileSync(join(directory, "documents", hash.slice(0, 2), hash.slice(2, 4), hash), bytes);
  let sent = 0;
  const reading = (async () => {
    for await (const chunk of await files.open(hash)) sent += chunk.length;
  })();
  await expect(reading).rejects.toThrow(/damaged/);
  expect(sent).toBeLessThan(bytes.length);
  await expect(files.open("0".repeat(64))).rejects.toThrow(/ENOENT/);
});

test("what an ended upload left behind is removed at the next start, a running upload is not", async () => {
  writeFileSync(join(files.uploadsDirectory, "running"), "a");
  writeFileSync(join(files.uploadsDirectory, "left"), "b");
  utimesSync(join(files.uploadsDirectory, "left"), 1, 1);
  await openFiles(directory);
  expect(readdirSync(files.uploadsDirectory)).toEqual(["running"]);
});

test("first starts at the same time agree on one secret, which stays and is private", async () => {
  const [first, second] = await Promise.all([installationSecret(directory), installationSecret(directory)]);
  expect(first).toEqual(second);
  expect(await installationSecret(directory)).toEqual(first);
  expect(statSync(join(directory, "keys/secret")).mode & 0o777).toBe(0o600);
  writeFileSync(join(directory, "keys/secret"), "cut o");
  await expect(installationSecret(directory)).rejects.toThrow(/damaged/);
});

test("an encrypted value opens with its key and its row only, and not after a change", () => {
  const secret = Buffer.alloc(32, 3);
  const key = derivedKey(secret, "webhook secrets");
  expect(isEqualSecret(key, derivedKey(secret, "something else"))).toBe(false);
  const sealed = encrypt(key, Buffer.from("whsec_x"), "row 1");
  expect(decrypt(key, sealed, "row 1").toString()).toBe("whsec_x");
  expect(sealed).not.toEqual(encrypt(key, Buffer.from("whsec_x"), "row 1"));
  expect(() => decrypt(key, sealed, "row 2")).toThrow();
  expect(() => decrypt(derivedKey(secret, "something else"), sealed, "row 1")).toThrow();
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => decrypt(key, changed, "row 1"), `byte ${index}`).toThrow();
  }
});

test("ids are version 7, unique, and ascend even when the clock stands still or goes back", () => {
  const clock = testClock();
  const newId = idSource(clock);
  const ids: string[] = [];
  for (let index = 0; index < 20_000; index += 1) ids.push(newId());
  clock.advance(-3600);
  for (let index = 0; index < 100; index += 1) ids.push(newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids.slice(0, 100)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
