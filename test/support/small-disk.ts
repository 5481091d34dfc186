import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of a few megabytes, which a test can fill to the last byte. */
export interface SmallDisk {
  readonly directory: string;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives it back. */
  clear(): void;
  remove(): void;
}

/** null: this machine lets nobody mount one (needs root on Linux). */
export function smallDisk(mebibytes: number): SmallDisk | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0777`, "tmpfs", directory], {
      stdio: "ignore",
    });
  } catch {
    rmSync(directory, { recursive: true, force: true });
    return null;
  }
  chmodSync(directory, 0o777);
  const ballast = join(directory, "ballast");
  return {
    directory,
    fill() {
      const file = openSync(ballast, "a");
      const block = Buffer.alloc(4096, 1);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync("umount", ["-l", directory], { stdio: "ignore" });
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
