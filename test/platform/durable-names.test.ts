import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CompanyFiles } from "../../src/platform/files/company-files.ts";
import { openFiles } from "../../src/platform/files/files.ts";
import { TEST_SECRET } from "../support/stored-document.ts";

const TENANT = "01900000-0000-7000-8000-000000000001";

/** One call of fsync. */
interface Sync {
  readonly path: string;
  readonly size_bytes: number;
  /** Of the documents that are looked at, how many had their names. */
  readonly named: number;
}

let directory: string;
let root: string;
let files: CompanyFiles;
let targets: string[];
let syncs: Sync[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-durable-"));
  root = join(directory, "documents", "sealed");
  files = (await openFiles(directory, TEST_SECRET)).of(TENANT, "live");
  targets = [];
  syncs = [];
  const handle = await open(directory, "r");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`);
    const { size } = await this.stat();
    syncs.push({ path, size_bytes: size, named: targets.filter((target) => existsSync(target)).length });
    await sync.call(this);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

const documents = (series: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const bytes = Buffer.from(`${series} ${index}`);
    return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
  });

/** The directories that were synced when all documents had their names. */
const syncedAfterwards = () => syncs.filter(({ named }) => named === targets.length).map(({ path }) => path);

function leadingTo(path: string): string[] {
  const directories: string[] = [];
  for (let at = dirname(path); at !== dirname(root); at = dirname(at)) directories.push(at);
  return directories;
}

/** Linux tells which file is synced. What a power failure would leave is what was synced, and nothing else is promised. */
test.skipIf(process.platform !== "linux")(
  "the files of an upload are on the disk before they have names, and then every directory that leads to them, once",
  async () => {
    const upload = documents("upload", 40);
    targets = upload.map(({ sha256 }) => files.pathOf(sha256));
    await files.adopt(upload.map(({ bytes, sha256 }) => ({ sha256, bytes, path: null })));
    const sealed = syncs.filter(({ path }) => path.startsWith(join(directory, "uploads")));
    expect(sealed.length).toBe(upload.length);
    const ascending = (one: number, other: number): number => one - other;
    expect(sealed.map(({ size_bytes }) => size_bytes).toSorted(ascending)).toEqual(
      targets.map((target) => readFileSync(target).length).toSorted(ascending),
    );
    const due = new Set(targets.flatMap(leadingTo));
    expect(syncedAfterwards().toSorted()).toEqual([...due].toSorted());
  },
);

test.skipIf(process.platform !== "linux")(
  "a directory that is known costs no more than its own sync, and one that was removed is made known again",
  async () => {
    const [first] = documents("alone", 1);
    if (first === undefined) throw new Error("one document was made");
    targets = [files.pathOf(first.sha256)];
    const adopt = async () => await files.adopt([{ sha256: first.sha256, bytes: first.bytes, path: null }]);
    await adopt();
    const due = leadingTo(files.pathOf(first.sha256));
    expect(syncedAfterwards().toSorted()).toEqual(due.toSorted());
    syncs = [];
    await adopt();
    expect(syncs.filter(({ path }) => path.startsWith(root)).map(({ path }) => path)).toEqual([due[0]]);
    rmSync(due[1] ?? "", { recursive: true });
    syncs = [];
    await adopt();
    expect(syncedAfterwards().toSorted()).toEqual(due.toSorted());
  },
);
