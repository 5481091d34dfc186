import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Environment } from "../../src/core/context.ts";
import { type Files, openFiles } from "../../src/platform/files/files.ts";
import { storedDocument, TEST_SECRET } from "../support/stored-document.ts";

const HEADER = 48;
const FRAME = 64 * 1024 + 16;
const OWN = { id: "01900000-0000-7000-8000-000000000001", environment: "live" } as const;
const OTHER = { id: "01900000-0000-7000-8000-000000000002", environment: "live" } as const;
const SANDBOX = { id: OWN.id, environment: "sandbox" } as const;

let directory: string;
let files: Files;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-sealed-"));
  files = await openFiles(directory, TEST_SECRET);
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

interface Owner {
  readonly id: string;
  readonly environment: Environment;
}

/** Stores content for a company. */
async function keep(bytes: Buffer, { id, environment }: Owner = OWN): Promise<Kept> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const own = files.of(id, environment);
  await own.put(bytes, sha256);
  return {
    path: storedDocument(directory, { id, environment }, sha256),
    read: () => own.read(sha256),
    async streamed() {
      const chunks: Uint8Array[] = [];
      const reading = (async () => {
        for await (const chunk of await own.open(sha256)) chunks.push(chunk);
      })();
      const error = await reading.then(
        () => null,
        (reason: unknown) => reason,
      );
      return { bytes: Buffer.concat(chunks), error };
    },
  };
}

interface Kept {
  readonly path: string;
  read(): Promise<Buffer>;
  /** What came out before the end or the error. */
  streamed(): Promise<{ bytes: Buffer; error: unknown }>;
}

/** Neither way to the content gives anything that is not its beginning, and none gives all of it. */
async function expectRefused(kept: Kept, bytes: Buffer, what: string): Promise<void> {
  await expect(kept.read(), what).rejects.toThrow(/damaged/);
  const { bytes: sent, error } = await kept.streamed();
  expect(String(error), what).toMatch(/damaged/);
  expect(sent.length, what).toBeLessThan(bytes.length);
  expect(sent.equals(bytes.subarray(0, sent.length)), what).toBe(true);
}

describe("a sealed file that was changed is refused:", () => {
  test("any byte of a small one", async () => {
    const bytes = Buffer.from("<Invoice>kr. 100</Invoice>");
    const kept = await keep(bytes);
    const sealed = readFileSync(kept.path);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      writeFileSync(kept.path, changed);
      await expectRefused(kept, bytes, `byte ${index}`);
    }
    writeFileSync(kept.path, sealed);
    expect((await kept.read()).equals(bytes)).toBe(true);
  });

  test("one that was cut short, anywhere", async () => {
    const bytes = randomBytes(200_000);
    const kept = await keep(bytes);
    const sealed = readFileSync(kept.path);
    const ends = [0, 1, HEADER - 1, HEADER, HEADER + 16, HEADER + FRAME - 1, HEADER + FRAME, HEADER + FRAME + 1];
    const lateEnds = [HEADER + FRAME + 16, HEADER + 2 * FRAME, HEADER + 3 * FRAME, sealed.length - 1];
    for (const end of [...ends, ...lateEnds]) {
      writeFileSync(kept.path, sealed.subarray(0, end));
      await expectRefused(kept, bytes, `${end} bytes`);
    }
  });

  test("one to which something was added, its own frames included", async () => {
    const bytes = randomBytes(200_000);
    const kept = await keep(bytes);
    const sealed = readFileSync(kept.path);
    for (const more of [
      Buffer.of(0),
      Buffer.alloc(16),
      sealed.subarray(HEADER, HEADER + FRAME),
      sealed.subarray(HEADER),
    ]) {
      writeFileSync(kept.path, Buffer.concat([sealed, more]));
      await expectRefused(kept, bytes, `${more.length} bytes`);
    }
  });

  test("one whose frames were exchanged, doubled or left out", async () => {
    const bytes = randomBytes(250_000);
    const kept = await keep(bytes);
    const sealed = readFileSync(kept.path);
    const frames = [0, 1, 2, 3].map((index) => sealed.subarray(HEADER + index * FRAME, HEADER + (index + 1) * FRAME));
    for (const order of [
      [1, 0, 2, 3],
      [0, 2, 1, 3],
      [1, 2, 3],
      [0, 1, 3],
      [0, 1, 1, 2],
      [0, 0, 1, 2, 3],
    ]) {
      const moved = order.map((index) => frames[index] ?? Buffer.alloc(0));
      writeFileSync(kept.path, Buffer.concat([sealed.subarray(0, HEADER), ...moved]));
      await expectRefused(kept, bytes, order.join(" "));
    }
  });
});

describe("a sealed file in the place of another one is refused:", () => {
  test("two files of one company exchanged, and one's frames behind the other's header", async () => {
    const [one, two] = [randomBytes(1000), randomBytes(1000)];
    const [first, second] = [await keep(one), await keep(two)];
    const [sealed, foreign] = [readFileSync(first.path), readFileSync(second.path)];
    writeFileSync(first.path, Buffer.concat([sealed.subarray(0, HEADER), foreign.subarray(HEADER)]));
    await expectRefused(first, one, "frames of another file");
    writeFileSync(first.path, sealed);
    renameSync(first.path, `${first.path}.x`);
    renameSync(second.path, first.path);
    renameSync(`${first.path}.x`, second.path);
    await expectRefused(first, one, "first");
    await expectRefused(second, two, "second");
  });

  test.each([
    ["another company", OTHER],
    ["the company's sandbox", SANDBOX],
  ])("the same content, sealed for %s", async (_who, owner) => {
    const bytes = randomBytes(1000);
    const [own, foreign] = [await keep(bytes), await keep(bytes, owner)];
    expect(own.path).not.toBe(foreign.path);
    expect(readFileSync(own.path).equals(readFileSync(foreign.path))).toBe(false);
    copyFileSync(foreign.path, own.path);
    await expectRefused(own, bytes, "copied in");
    expect((await foreign.read()).equals(bytes)).toBe(true);
  });
});

test("what a company does not have it cannot name, whoever has it", async () => {
  const bytes = randomBytes(1000);
  await keep(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  for (const { id, environment } of [OTHER, SANDBOX]) {
    await expect(files.of(id, environment).read(sha256)).rejects.toThrow(/ENOENT/);
    await expect(files.of(id, environment).open(sha256)).rejects.toThrow(/ENOENT/);
  }
});

test("neither names nor sizes on the disk are those of the contents", async () => {
  const contents = [randomBytes(1), randomBytes(40), randomBytes(100_001), randomBytes(100_013)];
  const kept = await Promise.all(contents.map((bytes) => keep(bytes)));
  const names = readdirSync(join(directory, "documents"), { recursive: true }).join("\n");
  for (const bytes of contents) {
    expect(names).not.toContain(createHash("sha256").update(bytes).digest("hex").slice(0, 16));
  }
  const [one, forty, many, more] = kept.map(({ path }) => readFileSync(path).length);
  expect(one).toBe(forty);
  expect(many).toBe(more);
  expect(many).toBeLessThan(100_001 * 1.12);
});

describe("with another secret", () => {
  test("nothing is opened: the start is refused, and told why", async () => {
    const kept = await keep(randomBytes(1000));
    await expect(openFiles(directory, Buffer.alloc(32, 6))).rejects.toThrow(/another secret.*SECRET_KEY/);
    await openFiles(directory, TEST_SECRET);
    const sealed = readFileSync(kept.path);
    const other = await keep(randomBytes(1000));
    writeFileSync(kept.path, Buffer.concat([sealed.subarray(0, 8), Buffer.alloc(8), sealed.subarray(16)]));
    await expect(kept.read()).rejects.toThrow(/another secret/);
    expect(other.path).not.toBe(kept.path);
  });

  test("one damaged file among others keeps nobody from starting", async () => {
    const kept = await Promise.all(Array.from({ length: 20 }, () => keep(randomBytes(100))));
    for (const [index, damage] of [Buffer.alloc(200), Buffer.alloc(0)].entries()) {
      writeFileSync(kept[index]?.path ?? "", damage);
      await openFiles(directory, TEST_SECRET);
    }
  });
});
