import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configurationTable } from "../../src/platform/config/config.ts";
import { clamd } from "../support/clamd.ts";
import { freePort } from "../support/free-port.ts";
import { type MailServer, mailServer } from "../support/mail-server.ts";
import { type Installation, installation } from "../support/service-process.ts";

let site: Installation;
let files: string;
let mail: MailServer;

beforeAll(async () => {
  site = installation();
  files = mkdtempSync(join(tmpdir(), "carbon-ledger-settings-"));
  mail = await mailServer();
});

afterAll(async () => {
  await mail.close();
  await site.remove();
  rmSync(files, { recursive: true, force: true });
});

interface Checked {
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly warnings: readonly { readonly settings: readonly string[]; readonly sentence: string }[];
  readonly connections: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

async function check(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { code, stdout, stderr } = await site.cliWith(env, "check-config", ...words, "--json");
  expect(stderr).toBe("");
  // What is in it is compared below.
  return { code, checked: JSON.parse(stdout) as Checked, stdout };
}

describe("check-config", () => {
  test("of settings that are right is code 0 and leaves no trace", async () => {
    const { code, stdout, stderr } = await site.cli("check-config");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "The settings are right\n", stderr: "" });
    expect(readdirSync(site.dataDir)).toEqual([]);
  });

  test("names every wrong one at once, with what is allowed, without repeating a secret; code 2", async () => {
    const file = join(files, "register.csv");
    writeFileSync(file, "name;city\nAcme;Aarhus\n");
    const { code, checked, stdout } = await check({
      PORT: "many",
      DEMO: "maybe",
      SECRET_KEY: "geheim",
      DATABASE_APP_URL: "postgres://a:geheim@localhost/x",
      WEBHOOK_ALLOW_LOOPBACK: "yes",
      MAIL_FROM: "nobody",
      HOST: "h".repeat(300),
      CATEGORIZATION_MODEL_NAME: "m",
      COMPANY_REGISTER_FILE: file,
      PROCUREMENT_VOCABULARY_FILE: join(files, "nothing.csv"),
      VSME_TEMPLATE_FILE: file,
      WEBHOOK_EXTRA_CA_FILE: file,
      DATA_SOURCE_FOLDERS: join(files, "nowhere"),
      DATA_DIR: file,
      TRUSTED_PROXYS: "10.0.0.0/8",
    });
    expect(code).toBe(2);
    expect(checked.ok).toBe(false);
    expect(checked.problems.map((problem) => problem.slice(0, problem.indexOf(":"))).toSorted()).toEqual([
      "CATEGORIZATION_MODEL_URL",
      "COMPANY_REGISTER_FILE",
      "DATABASE_SYSTEM_URL",
      "DATABASE_URL",
      "DATA_DIR",
      "DATA_SOURCE_FOLDERS",
      "DEMO",
      "HOST",
      "MAIL_FROM",
      "PORT",
      "PROCUREMENT_VOCABULARY_FILE",
      "SECRET_KEY",
      "VSME_TEMPLATE_FILE",
      "WEBHOOK_ALLOW_LOOPBACK",
      "WEBHOOK_EXTRA_CA_FILE",
    ]);
    expect(checked.problems).toContain("PORT: must be a whole number between 0 and 65535");
    expect(checked.problems).toContain("HOST: must have at most 255 characters");
    expect(checked.problems).toContain("WEBHOOK_ALLOW_LOOPBACK: must be auto, on or off");
    expect(checked.warnings).toMatchObject([{ settings: ["TRUSTED_PROXYS"] }]);
    expect(stdout).not.toContain("geheim");
  });

  test("says the same to people, a line each", async () => {
    const { code, stdout } = await site.cliWith(
      { PORT: "4000", SANDBOX_PORT: "4000", TEST_CLOCK: "2026-01-01T00:00:00Z" },
      "check-config",
    );
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^1 setting to mend:\n {2}- SANDBOX_PORT: must be another port than PORT, and both are 4000\n/,
    );
    expect(stdout).toMatch(/\n1 warning:\n {2}- TEST_CLOCK: the clock stands still/);
  });

  test.each(configurationTable.map(({ name }) => [name]))(
    "%s is refused in a sentence when it is nonsense",
    async (name) => {
      const { readConfig, ConfigError } = await import("../../src/platform/config/config.ts");
      const nonsense = "\u0001 no such thing \u0001".repeat(100);
      let said: readonly string[] = [];
      try {
        readConfig({ [name]: nonsense });
      } catch (error) {
        said = error instanceof ConfigError ? error.problems : [];
      }
      const own = said.filter((problem) => problem.startsWith(`${name}: `));
      expect(own).toHaveLength(1);
      expect(own[0]).toMatch(/: (?:must|is needed|cannot)/);
      expect(own[0]).not.toContain("no such thing");
    },
  );

  test("a word too many is code 2 with the usage", async () => {
    expect(await site.cli("check-config", "--fast")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("check-config --connect", () => {
  test("tries nothing while a setting is wrong", async () => {
    const { code, checked } = await check({ PORT: "many" }, "--connect");
    expect(code).toBe(2);
    expect(checked.connections).toEqual([]);
  });

  test("on a new directory says what the first start makes, and makes nothing", async () => {
    const { code, checked } = await check({}, "--connect");
    expect(code).toBe(0);
    expect(checked.connections.map(({ name, ok }) => [name, ok])).toEqual([
      ["database", true],
      ["documents", true],
      ["mail server", true],
      ["malware scanner", true],
    ]);
    expect(checked.connections[0]?.detail).toMatch(
      /^PostgreSQL 18\.\d+ is here and makes its files at the first start$/,
    );
    expect(readdirSync(site.dataDir)).toEqual([]);
  });

  test("beside a running service finds everything, and sends no mail", async () => {
    const socket = join(files, "clamd.sock");
    const scanner = await clamd(socket);
    const service = await site.start();
    await site.cli("tenant", "create", "--name", "Acme ApS", "--plan", "enterprise");
    const sample = join(import.meta.dirname, "../../samples/electricity-invoice.xml");
    expect(await site.cli("import", "--tenant", "Acme ApS", sample)).toMatchObject({ code: 0 });
    const env = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, CLAMD_ADDRESS: `unix:${socket}` };
    const { code, checked } = await check(env, "--connect");
    service.signal("SIGTERM");
    await service.ended();
    await scanner.close();
    expect(checked.connections.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^PostgreSQL 18\S+ answers, up to date$/),
      expect.stringMatching(/documents can be written and read$/),
      `127.0.0.1:${mail.port} answers; mail-test sends a mail`,
      "ClamAV's daemon answers",
    ]);
    expect({ code, ok: checked.ok }).toEqual({ code: 0, ok: true });
    expect(mail.received).toEqual([]);
    expect(readdirSync(join(site.dataDir, "documents")).filter((name) => name.startsWith("check-"))).toEqual([]);
  });

  test("says of each what does not answer, without a password; code 1", async () => {
    const port = await freePort();
    const env = {
      DATABASE_URL: `postgres://ledger:geheim@127.0.0.1:${port}/ledger`,
      SMTP_URL: `smtps://user:geheim@127.0.0.1:${port}`,
      CLAMD_ADDRESS: `127.0.0.1:${port}`,
      SECRET_KEY: "another secret that is also long enough",
    };
    const { code, checked, stdout } = await check(env, "--connect");
    expect(code).toBe(1);
    expect(checked.problems).toEqual([]);
    expect(checked.connections.map(({ name, ok }) => [name, ok])).toEqual([
      ["database", false],
      ["documents", false],
      ["mail server", false],
      ["malware scanner", false],
    ]);
    expect(checked.connections.map(({ detail }) => detail).join("\n")).toMatch(
      /ECONNREFUSED[^]*sealed with another secret[^]*ECONNREFUSED[^]*does not answer at CLAMD_ADDRESS/,
    );
    expect(stdout).not.toContain("geheim");
    const people = await site.cliWith(env, "check-config", "--connect");
    expect(people.stdout).toMatch(/\nFAILED {2}database: .*ECONNREFUSED/);
  });

  test("a directory that cannot be written to is a problem", async () => {
    const directory = join(files, "file-in-the-way");
    mkdirSync(directory);
    writeFileSync(join(directory, "data"), "");
    const { code, checked } = await check({ DATA_DIR: join(directory, "data", "below") });
    expect(code).toBe(2);
    expect(checked.problems).toEqual([
      expect.stringMatching(/^DATA_DIR: cannot be used: .*is not a directory|ENOTDIR/),
    ]);
  });
});
