import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { decrypt, derivedKey, encrypt, installationSecret, isEqualSecret } from "../../src/platform/crypto.ts";
import type { CompanyFiles } from "../../src/platform/files/company-files.ts";
import { type Files, openFiles } from "../../src/platform/files/files.ts";
import { idSource } from "../../src/platform/ids.ts";
import { testClock } from "../support/context.ts";
import { storedDocument, TEST_SECRET } from "../support/stored-document.ts";

const FRAME = 64 * 1024;

const TENANT = { id: "01900000-0000-7000-8000-000000000001", environment: "live" } as const;

let directory: string;
let store: Files;
let files: CompanyFiles;
const content = Buffer.from("<Invoice/>");
const sha256 = hashOf(content);
const stored = (): string => storedDocument(directory, TENANT, sha256);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-files-"));
  store = await openFiles(directory, TEST_SECRET);
  files = store.of(TENANT.id, TENANT.environment);
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

test("a document is kept once for a company, readable by the service's user only", async () => {
  await Promise.all([files.put(content, sha256), files.put(content, sha256)]);
  expect(await files.read(sha256)).toEqual(content);
  expect(readdirSync(dirname(stored()))).toEqual([basename(stored())]);
  expect(statSync(stored()).mode & 0o777).toBe(0o600);
  expect(readdirSync(store.uploadsDirectory)).toEqual([]);
});

/** A file of an upload that has come unencrypted to the disk. */
function onDisk(name: string, bytes: Uint8Array): Parameters<CompanyFiles["adopt"]>[0][number] {
  const path = join(store.uploadsDirectory, name);
  writeFileSync(path, bytes);
  return { sha256: hashOf(bytes), bytes: null, path };
}

function inMemory(bytes: Uint8Array): Parameters<CompanyFiles["adopt"]>[0][number] {
  return { sha256: hashOf(bytes), bytes, path: null };
}

test("an upload is moved into the store, and a second one with the same content disappears", async () => {
  await files.adopt([onDisk("one", content)]);
  await files.adopt([onDisk("two", content), onDisk("three", content), inMemory(content)]);
  expect(await files.read(sha256)).toEqual(content);
  expect(readdirSync(dirname(stored()))).toEqual([basename(stored())]);
  expect(readdirSync(store.uploadsDirectory)).toEqual([]);
});

test("uploads of any size are stored side by side, also where a directory has gone meanwhile", async () => {
  const sizes = [0, 1, 255, 256, 257, FRAME - 9, FRAME - 8, FRAME - 7, FRAME, 2 * FRAME - 8, 3_000_000];
  const contents = [...sizes, ...Array.from({ length: 20 }, (_, index) => 100 + index)].map((size, index) =>
    Buffer.alloc(size, index),
  );
  for (const turn of ["first", "second"]) {
    const [some, others] = [contents.slice(0, 15), contents.slice(15)];
    await Promise.all([
      files.adopt(some.map((bytes, index) => onDisk(`${turn}-${index}`, bytes))),
      files.adopt(some.map(inMemory)),
      files.adopt(others.map(inMemory)),
    ]);
    for (const bytes of contents) expect((await files.read(hashOf(bytes))).equals(bytes)).toBe(true);
    rmSync(join(directory, "documents"), { recursive: true });
  }
});

test("content that does not match its hash is not stored, and leaves nothing behind", async () => {
  const wrong = "0".repeat(64);
  await expect(files.put(content, wrong)).rejects.toThrow(/does not hash/);
  for (const file of [onDisk("x", content), inMemory(content)]) {
    await expect(files.adopt([{ ...file, sha256: wrong }])).rejects.toThrow(/does not hash/);
  }
  expect(readdirSync(store.uploadsDirectory)).toEqual(["x"]);
  await expect(files.read(wrong)).rejects.toThrow(/ENOENT/);
  await expect(files.read("../../etc/passwd")).rejects.toThrow(/SHA-256/);
});

test("a damaged document is written again by who brings its content", async () => {
  await files.put(content, sha256);
  writeFileSync(stored(), "tampered");
  await expect(files.read(sha256)).rejects.toThrow(/damaged/);
  await files.put(content, sha256);
  expect(await files.read(sha256)).toEqual(content);
});

test("content that is passed on in chunks is whole, whenever its reader leaves", async () => {
  for (const size of [0, 1, FRAME - 8, FRAME, 700_000]) {
    const bytes = Buffer.alloc(size, "carbon ");
    const hash = hashOf(bytes);
    await files.put(bytes, hash);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await files.open(hash)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes), `${size} bytes`).toBe(true);
    for await (const _chunk of await files.open(hash)) break;
  }
  await expect(files.open("0".repeat(64))).rejects.toThrow(/ENOENT/);
});

test("what an ended upload left behind is removed at the next start and later on, a running upload is not", async () => {
  const left = join(store.uploadsDirectory, "left");
  writeFileSync(join(store.uploadsDirectory, "running"), "a");
  for (const remove of [() => openFiles(directory, TEST_SECRET), () => store.removeLeftovers()]) {
    writeFileSync(left, "b");
    const hoursAgo = Date.now() / 1000 - 2 * 3600;
    utimesSync(left, hoursAgo, hoursAgo);
    await remove();
    expect(readdirSync(store.uploadsDirectory)).toEqual(["running"]);
  }
});

test("uploads of a service that is gone can be removed at once, and leave alone what a command is sealing", async () => {
  for (const name of ["upload-1", "seal-1"]) writeFileSync(join(store.uploadsDirectory, name), "a");
  await store.removeUploads();
  expect(readdirSync(store.uploadsDirectory)).toEqual(["seal-1"]);
});

test("what file managers and file systems put beside the documents keeps no service from starting", async () => {
  await files.put(content, sha256);
  const sealed = join(directory, "documents", "sealed");
  for (const beside of [sealed, dirname(dirname(stored())), dirname(stored())]) {
    writeFileSync(join(beside, ".DS_Store"), "x");
    mkdirSync(join(beside, "@eaDir"));
  }
  const again = await openFiles(directory, TEST_SECRET);
  expect(await again.of(TENANT.id, TENANT.environment).read(sha256)).toEqual(content);
  await expect(openFiles(directory, Buffer.alloc(32, 1))).rejects.toThrow("another secret");
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

test("what was just received is given once to who reads uploads, to its company alone", async () => {
  const reading = await openFiles(directory, TEST_SECRET, { reads_files: true });
  const [own, other] = [reading.of(TENANT.id, "live"), reading.of("01900000-0000-7000-8000-000000000002", "live")];
  await own.adopt([inMemory(content)], { is_read_next: true });
  expect(other.takeReceived(sha256)).toBeNull();
  expect(reading.of(TENANT.id, "sandbox").takeReceived(sha256)).toBeNull();
  expect(own.takeReceived(sha256)).toEqual(content);
  expect(own.takeReceived(sha256)).toBeNull();
  expect(await own.read(sha256)).toEqual(content);
});

test("nothing is held of files that are only kept, that came on the disk, or where nobody reads uploads", async () => {
  const reading = (await openFiles(directory, TEST_SECRET, { reads_files: true })).of(TENANT.id, "live");
  await reading.adopt([inMemory(content)]);
  expect(reading.takeReceived(sha256)).toBeNull();
  await reading.adopt([onDisk("one", content)], { is_read_next: true });
  expect(reading.takeReceived(sha256)).toBeNull();
  await files.adopt([inMemory(content)], { is_read_next: true });
  expect(files.takeReceived(sha256)).toBeNull();
});
