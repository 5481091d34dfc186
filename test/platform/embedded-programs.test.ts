import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packageName, runnableBinaries } from "../../src/platform/db/embedded/binaries.ts";
import { canEnter, serverUser } from "../../src/platform/db/embedded/run-as.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "carbon-ledger-programs-"));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe("the database server's programs", () => {
  const name = packageName(process.platform, process.arch);
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));

  function packageWithoutLinks(): string {
    const root = join(dataDir, "package");
    cpSync(join(installed, "native"), join(root, "native"), {
      recursive: true,
      filter: (source) =>
        !/\.so(\.\d+)?$/.test(source) ||
        /lib(crypto|ssl|xml2|lzma|z|ossp|xslt)/.test(source) ||
        source.includes("/postgresql/"),
    });
    return root;
  }

  test("library links that the install script did not make are made", async () => {
    const root = packageWithoutLinks();
    expect(existsSync(join(root, "native/lib/libicuuc.so.60"))).toBe(false);
    const found = await runnableBinaries({ root, version: "18.4.0" }, dataDir, serverUser());
    expect(found.postgres.startsWith(root)).toBe(true);
    expect(existsSync(join(root, "native/lib/libicuuc.so.60"))).toBe(true);
  });

  test("programs that the server's user cannot reach are copied once", async () => {
    const root = packageWithoutLinks();
    chmodSync(root, 0o700);
    const home = join(dataDir, "home");
    mkdirSync(home);
    // Another user than the owner of the package, whoever runs this test.
    const stranger = { uid: 12_345, gid: 12_345, drops: true };
    const first = await runnableBinaries({ root, version: "18.4.0" }, home, stranger);
    expect(first.postgres.startsWith(home)).toBe(true);
    expect(canEnter(stranger, dirname(first.postgres))).toBe(true);
    expect(existsSync(join(home, "binaries-18.4.0/native/lib/libicuuc.so.60"))).toBe(true);
    const second = await runnableBinaries({ root, version: "18.4.0" }, home, stranger);
    expect(second).toEqual(first);
    expect(readdirSync(home)).toEqual(["binaries-18.4.0"]);
  });
});
