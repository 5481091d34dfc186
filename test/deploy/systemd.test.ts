import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationTable } from "../../src/platform/config.ts";

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
  for (const part of [`. ${settings}`, `--reuid ${user} `, "DATA_DIR=/var/lib/carbon-ledger", "node dist/cli.js"]) {
    expect(text).toContain(part);
  }
});

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
