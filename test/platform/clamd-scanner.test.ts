import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FileScanner, ScannerError } from "../../src/core/file-scanner.ts";
import { clamdScanner } from "../../src/platform/clamd-scanner.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { type Clamd, clamd, type ClamdMood, EICAR } from "../support/clamd.ts";
import { zipOf } from "../support/zip.ts";

let daemon: Clamd;
beforeEach(async () => {
  daemon = await clamd();
});
afterEach(() => daemon.close());

const CHUNK_BYTES = 256 * 1024;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

const scan = (scanner: FileScanner, bytes: Buffer) => scanner.scan(() => Promise.resolve(chunksOf(bytes)));

describe("the scanner", () => {
  test("passes a file of any size on byte for byte, and hears that it is clean", async () => {
    const scanner = clamdScanner(daemon.address);
    const files = [Buffer.alloc(0), Buffer.from("a"), Buffer.alloc(3 * CHUNK_BYTES + 7, "invoice ")];
    for (const file of files) expect(await scan(scanner, file)).toEqual({ kind: "clean" });
    expect(daemon.scanned.map((file, index) => files[index]?.equals(file))).toEqual([true, true, true]);
  });

  test("names what it found", async () => {
    const found = { kind: "infected", signature: "Eicar-Test-Signature" };
    expect(await scan(clamdScanner(daemon.address), EICAR)).toEqual(found);
    const packed = zipOf([{ name: "a.com", content: EICAR }]);
    expect(packed.includes(EICAR)).toBe(false);
    expect(await scan(clamdScanner(daemon.address), packed)).toEqual(found);
  });

  test("says of a file beyond the daemon's limit that it is too large, and does not send the rest", async () => {
    daemon.stream_bytes_max = CHUNK_BYTES;
    const sent: number[] = [];
    async function* large(): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const chunk of chunksOf(Buffer.alloc(100 * CHUNK_BYTES))) {
        sent.push(chunk.length);
        yield chunk;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const verdict = await clamdScanner(daemon.address).scan(() => Promise.resolve(large()));
    expect(verdict).toEqual({ kind: "too_large" });
    expect(sent.length).toBeLessThan(100);
  });

  test("works at a socket's path, too", async () => {
    const directory = mkdtempSync(join(tmpdir(), "clamd-"));
    const local = await clamd(join(directory, "clamd.ctl"));
    const scanner = clamdScanner(local.address);
    expect(await scan(scanner, EICAR)).toMatchObject({ kind: "infected" });
    expect(await scanner.isUp()).toBe(true);
    await local.close();
    rmSync(directory, { recursive: true });
  });

  test("has at most four files at the daemon at once", async () => {
    const scanner = clamdScanner(daemon.address);
    let open = (): void => undefined;
    daemon.hold = new Promise((resolve) => (open = () => resolve()));
    const scans = Array.from({ length: 12 }, () => scan(scanner, Buffer.from("a")));
    while (daemon.answers.length < 4) await new Promise((resolve) => setImmediate(resolve));
    expect(await scanner.isUp()).toBe(false);
    expect(daemon.connections_max).toBe(4 + 1);
    daemon.hold = null;
    open();
    await Promise.all(scans);
    expect(daemon.scanned).toHaveLength(12);
  });

  test.each<[ClamdMood, RegExp, number?]>([
    ["silent", /did not answer in time/, 400],
    ["deaf", /did not answer in time/, 400],
    ["cutting", /failed|closed/],
    ["garbage", /no verdict: HTTP/],
    ["flood", /without an end/],
    ["hasty", /before it had the whole file/],
  ])("takes no %s daemon for a verdict", async (mood, message, timeout_ms = 60_000) => {
    daemon.mood = mood;
    const scanner = clamdScanner(daemon.address, { timeout_ms });
    const scanned = scan(scanner, Buffer.alloc(64 * CHUNK_BYTES));
    await expect(scanned).rejects.toThrow(message);
    await expect(scanned).rejects.toBeInstanceOf(ScannerError);
  });

  test("that is not there fails, and is there again when the daemon is", async () => {
    const { address } = daemon;
    await daemon.close();
    const scanner = clamdScanner(address);
    await expect(scan(scanner, EICAR)).rejects.toBeInstanceOf(ScannerError);
    expect(await scanner.isUp()).toBe(false);
    expect(await clamdScanner({ kind: "unix", path: "/nowhere/clamd.ctl" }).isUp()).toBe(false);
  });

  test("passes a failure of the file itself on, and frees its place", async () => {
    const scanner = clamdScanner(daemon.address);
    for (let run = 0; run < 5; run += 1) {
      await expect(scanner.scan(() => Promise.reject(new Error("damaged")))).rejects.toThrow("damaged");
    }
    expect(await scan(scanner, Buffer.from("a"))).toEqual({ kind: "clean" });
  });
});

describe("CLAMD_ADDRESS", () => {
  test("is a host with a port, or the path of a socket", () => {
    expect(readConfig({}).clamd_address).toBeUndefined();
    const read = (text: string) => readConfig({ CLAMD_ADDRESS: text }).clamd_address;
    expect(read("clamav:3310")).toEqual({ kind: "tcp", host: "clamav", port: 3310 });
    expect(read("[::1]:3310")).toEqual({ kind: "tcp", host: "::1", port: 3310 });
    expect(read("unix:/run/clamav/clamd.ctl")).toEqual({ kind: "unix", path: "/run/clamav/clamd.ctl" });
    for (const wrong of ["clamav", "clamav:0", "clamav:65536", "::1:3310", "[zz]:1", "unix:clamd.ctl", "http://a:1"]) {
      expect(() => read(wrong), wrong).toThrow(/CLAMD_ADDRESS: must be host:port or unix:/);
    }
  });
});
