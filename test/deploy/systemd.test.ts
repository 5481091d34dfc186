import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backup as backupCommand } from "../../src/cli/commands/backup.ts";
import { configurationTable } from "../../src/platform/config/config.ts";

const ROOT = join(import.meta.dirname, "../..");
const UNIT = join(ROOT, "deploy/systemd/carbon-ledger.service");
const unit = readFileSync(UNIT, "utf8");
const values = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("the unit starts the program of the release as an ordinary user that can write its state and nothing else", () => {
  expect(values("ExecStart")).toEqual(["/usr/bin/node dist/cli.js start"]);
  expect(values("User")).toEqual(["carbon-ledger"]);
  expect([values("ProtectSystem"), values("StateDirectory")]).toEqual([["strict"], ["carbon-ledger"]]);
  const [environment = ""] = values("Environment");
  expect(environment).toContain("DATA_DIR=/var/lib/carbon-ledger");
});

test("it waits for the end of what is under way, and does not start again what settings keep from starting", () => {
  const limits = { files_seconds: 20, deliveries_seconds: 60 };
  expect(Number(values("TimeoutStopSec")[0])).toBeGreaterThan(Math.max(...Object.values(limits)));
  expect([values("KillMode"), values("RestartPreventExitStatus")]).toEqual([["mixed"], ["2"]]);
});

test("operator commands run as the unit's user, with its settings, on its state", () => {
  const script = join(ROOT, "deploy/systemd/carbon-ledger.sh");
  expect(() => execFileSync("sh", ["-n", script], { stdio: "pipe" })).not.toThrow();
  const [settings = "", user = ""] = [...values("EnvironmentFile"), ...values("User")];
  const text = readFileSync(script, "utf8");
  for (const part of [`. ${settings}`, `--reuid ${user} `, ":-/var/lib/carbon-ledger}", "node dist/cli.js"]) {
    expect(text).toContain(part);
  }
});

/** Runs the script with places and programs of the test's own; answers with what the program saw. */
function runScript(settings: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-script-"));
  try {
    for (const folder of ["bin", "program", "newer"]) mkdirSync(join(directory, folder));
    writeFileSync(join(directory, "env"), settings);
    const program = `#!/bin/sh\nprintf 'user=%s\\ndirectory=%s\\nDATA_DIR=%s\\nBASE_URL=%s\\n' "$2" "$(basename "$PWD")" "$DATA_DIR" "$BASE_URL"\n`;
    writeFileSync(join(directory, "bin/setpriv"), program, { mode: 0o755 });
    const script = readFileSync(join(ROOT, "deploy/systemd/carbon-ledger.sh"), "utf8")
      .replace("/etc/carbon-ledger/carbon-ledger.env", join(directory, "env"))
      .replace("/opt/carbon-ledger", join(directory, "program"));
    const given = Object.entries(env).map(([name, value]) => [name, value.replace("{directory}", directory)]);
    const output = execFileSync("sh", ["-c", script, "carbon-ledger", "doctor"], {
      encoding: "utf8",
      env: { PATH: `${join(directory, "bin")}:${process.env["PATH"] ?? ""}`, ...Object.fromEntries(given) },
    });
    return Object.fromEntries(
      output
        .trim()
        .split("\n")
        .map((line) => line.split("=", 2)),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test("commands work on the service's state, unless the caller names another or the settings do", () => {
  const settings = "BASE_URL='https://ledger.example.com'\n";
  const usual = { user: "carbon-ledger", directory: "program", BASE_URL: "https://ledger.example.com" };
  expect(runScript(settings, {})).toEqual({ ...usual, DATA_DIR: "/var/lib/carbon-ledger" });
  expect(runScript(settings, { DATA_DIR: "/srv/drill" })).toEqual({ ...usual, DATA_DIR: "/srv/drill" });
  const placed = `${settings}DATA_DIR='/srv/ledger'\n`;
  expect(runScript(placed, {})).toEqual({ ...usual, DATA_DIR: "/srv/ledger" });
  expect(runScript(placed, { DATA_DIR: "/srv/drill" })).toEqual({ ...usual, DATA_DIR: "/srv/drill" });
});

test("a new release beside the running one is asked with the same settings", () => {
  const seen = runScript("BASE_URL=x\n", { CARBON_LEDGER_HOME: "{directory}/newer" });
  expect(seen).toMatchObject({ directory: "newer", DATA_DIR: "/var/lib/carbon-ledger" });
});

test("the backup of the timer runs as the service does: its user, settings, state and program, with options that exist", () => {
  const backup = readFileSync(join(ROOT, "deploy/systemd/carbon-ledger-backup.service"), "utf8");
  const of = (name: string): string[] =>
    [...backup.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  for (const name of ["User", "Group", "WorkingDirectory", "UMask"]) expect(of(name)).toEqual(values(name));
  expect(of("EnvironmentFile")).toEqual([...values("EnvironmentFile"), "/etc/carbon-ledger/backup.env"]);
  expect(of("Environment")[0]).toContain(values("Environment")[0]);
  const [made = "", verified = ""] = of("ExecStart");
  expect(made).toContain("/usr/bin/node dist/cli.js backup --to");
  for (const [option = ""] of made.matchAll(/--[a-z-]+/g))
    expect(backupCommand.options).toHaveProperty(option.slice(2));
  expect(verified).toMatch(/^\/usr\/bin\/node dist\/cli\.js backup verify --from \$\{BACKUP_FOLDER\}$/);
  // Each name that the unit puts in is one that docs/operations.md has the operator set, or has a default.
  const docs = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  for (const [, name = ""] of made.matchAll(/\$\{(\w+)\}/g))
    expect(`${docs}${backup}`).toMatch(new RegExp(`${name}=\\S`));
});

test.skipIf(!hasAnalyze || !existsSync("/usr/bin/node"))(
  "systemd finds no fault with the timer and its service (needs systemd-analyze and /usr/bin/node)",
  () => {
    const units = ["service", "timer"].map((kind) => join(ROOT, `deploy/systemd/carbon-ledger-backup.${kind}`));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  },
);

test("the example of its settings has every setting of the service and no other", () => {
  const example = readFileSync(join(ROOT, "deploy/systemd/carbon-ledger.env.example"), "utf8");
  const names = [...example.matchAll(/^#([A-Z_]+)=$/gm)].map(([, name = ""]) => name);
  expect(names).toEqual(configurationTable.map(({ name }) => name).filter((name) => name !== "TEST_CLOCK"));
});

test.skipIf(!hasAnalyze || !existsSync("/usr/bin/node"))(
  "systemd finds no fault with it, and little that it leaves open (needs systemd-analyze and /usr/bin/node)",
  () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", UNIT], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const rating = execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", UNIT], {
      encoding: "utf8",
    });
    expect(rating).toMatch(/exposure level for carbon-ledger\.service: 1\.\d/);
  },
);
