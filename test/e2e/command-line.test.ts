import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS, findCommand } from "../../src/cli/commands.ts";
import { type Installation, installation } from "../support/service-process.ts";

const root = join(import.meta.dirname, "../..");
const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
  engines: { node: string };
};

let site: Installation;
beforeAll(() => {
  site = installation();
});
afterAll(async () => {
  await site.remove();
});

describe("version", () => {
  test.each([["--version"], ["-v"]])("%s prints the release alone", async (word) => {
    expect(await site.cli(word)).toEqual({ code: 0, stdout: `${own.version}\n`, stderr: "" });
  });

  test("the command says what support asks for first, also for programs, and touches nothing", async () => {
    const { code, stdout, stderr } = await site.cli("version");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Carbon Ledger ${own.version}\nNode ${process.versions.node} on `);
    expect(JSON.parse((await site.cli("version", "--json")).stdout)).toEqual({
      version: own.version,
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      newest_migration: expect.stringMatching(/^\d{4}-[a-z0-9-]+\.sql$/),
    });
    expect(execFileSync("ls", [site.dataDir], { encoding: "utf8" })).toBe("");
  });

  test("works with settings that are wrong; a word too many is code 2", async () => {
    expect(await site.cliWith({ PORT: "many" }, "version")).toMatchObject({ code: 0 });
    expect(await site.cli("version", "now")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("help", () => {
  test.each([[[]], [["help"]], [["--help"]], [["-h"]]])(
    "%j shows every command under what it is for",
    async (words) => {
      const { code, stdout, stderr } = await site.cli(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const { name } of COMMANDS) expect(stdout).toContain(`\n  ${name}`);
      expect(stdout).toMatch(/\nThe service\n {2}start\n/);
    },
  );

  test("a command's --help shows that command alone, and none has another's words before its own", async () => {
    const { code, stdout, stderr } = await site.cli("key", "create", "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.match(/^ {2}\S.*/gm)).toEqual([expect.stringMatching(/^ {2}key create --tenant/)]);
    for (const { name } of COMMANDS) expect(findCommand([...name.split(" "), "--help"])?.command.name).toBe(name);
  });

  test("the first word of several commands shows those", async () => {
    for (const words of [
      ["help", "jobs"],
      ["jobs", "--help"],
    ]) {
      const { code, stdout } = await site.cli(...words);
      expect(code).toBe(0);
      expect(stdout.match(/^ {2}\S+ \S+/gm)).toEqual(["  jobs list", "  jobs retry"]);
    }
  });

  test("words that no command has are code 2, on the error stream, with the nearest commands", async () => {
    const { code, stdout, stderr } = await site.cli("jobs", "destroy");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^There is no command "jobs destroy"\.[^]*jobs retry/);
    expect(await site.cli("help", "nothing")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("start", () => {
  test("with --json says in one line that it is ready, and ends with code 0 on SIGTERM", async () => {
    const service = await site.start({ words: ["--json"] });
    const [line = ""] = await service.says(/^\{"status":"ready".*\}$/m);
    expect(JSON.parse(line)).toEqual({
      status: "ready",
      base_url: service.base.replace("127.0.0.1", "localhost"),
      mcp_url: expect.stringMatching(/\/api\/mcp$/),
      api_url: expect.stringMatching(/\/api\/v1$/),
      sandbox_api_url: expect.stringMatching(/\/api\/v1$/),
      demo: null,
    });
    expect(service.output()).toContain(`"version":"${own.version}"`);
    service.signal("SIGTERM");
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  });

  test("every wrong setting is named with code 2 before anything is opened", async () => {
    const { code, stdout, stderr } = await site.cliWith({ PORT: "many", DEMO: "maybe" }, "start");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/PORT: must be a whole number between 0 and 65535/);
    expect(stderr).toMatch(/DEMO: must be on or off/);
  });

  test("a port that is taken is code 1", async () => {
    const holder = createServer();
    await once(holder.listen(0, "127.0.0.1"), "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : "";
    const { code, stderr } = await site.cliWith({ PORT: port }, "start");
    holder.close();
    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} is in use. Set PORT and SANDBOX_PORT to free ones.\n`);
  });

  test("a word too many is code 2", async () => {
    expect(await site.cli("start", "now")).toMatchObject({ code: 2, stdout: "" });
  });

  test("what looks like a misspelt setting is warned of, by the service in its log and by commands on the error stream", async () => {
    const service = await site.start({ env: { TRUSTED_PROXYS: "10.0.0.0/8" } });
    await service.says(
      /"level":"?(?:40|warn)"?.*TRUSTED_PROXYS is not a setting and has no effect; TRUSTED_PROXIES is one/,
    );
    const { code, stdout, stderr } = await site.cliWith({ SMTP_ULR: "smtp://geheim" }, "tenant", "list", "--json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "[]\n" });
    expect(stderr).toBe("Warning: SMTP_ULR is not a setting and has no effect; SMTP_URL is one.\n");
    service.signal("SIGTERM");
    await service.ended();
  });
});

describe("what is there to start with", () => {
  const npmStart = (directory: string) =>
    spawnSync("npm", ["start", "--silent"], { cwd: directory, encoding: "utf8", env: { PATH: process.env["PATH"] } });

  /** A checkout in which nothing was compiled and no compiler was installed. */
  function bareCheckout(): string {
    const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-bare-"));
    for (const folder of ["scripts", "src"]) mkdirSync(join(directory, folder));
    for (const file of ["package.json", "scripts/start.mjs"]) copyFileSync(join(root, file), join(directory, file));
    return directory;
  }

  test("npm start without a compiled program and without a compiler says what to do", () => {
    const directory = bareCheckout();
    const { status, stdout, stderr } = npmStart(directory);
    rmSync(directory, { recursive: true });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^There is no compiled program[^]*npm ci && npm run build/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test("npm start without a compiler runs the compiled program's command start", () => {
    const directory = bareCheckout();
    mkdirSync(join(directory, "dist"));
    writeFileSync(join(directory, "dist/cli.js"), "console.log(JSON.stringify(process.argv.slice(2)));\n");
    const { status, stdout } = npmStart(directory);
    rmSync(directory, { recursive: true });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '["start"]\n' });
  });
});
