import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, configurationTable, readConfig } from "../../src/platform/config/config.ts";

describe("the configuration", () => {
  test("has working defaults for one machine", () => {
    expect(readConfig({ HOME: "/nowhere", IP_RATE_LIMIT: " " })).toMatchObject({
      base_url: "http://localhost:3000",
      api_url: "http://localhost:3000",
      sandbox_api_url: "http://localhost:3001",
      errors_url: "http://localhost:3000/errors",
      host: "127.0.0.1",
      port: 3000,
      sandbox_port: 3001,
      data_dir: "./.carbon-ledger",
      database_url: undefined,
      has_demo: true,
      trusted_proxies: [],
      mcp_allowed_origins: [],
      ip_rate_limit: 300,
      upload_max_files: 100,
      upload_max_file_mib: 25,
      upload_max_total_mib: 200,
    });
  });

  test("derives addresses from ports and from each other, without trailing slashes", () => {
    expect(readConfig({ PORT: "8080", SANDBOX_PORT: "8081" })).toMatchObject({
      api_url: "http://localhost:8080",
      sandbox_api_url: "http://localhost:8081",
    });
    expect(readConfig({ BASE_URL: "https://ledger.example/app/" })).toMatchObject({
      base_url: "https://ledger.example/app",
      api_url: "https://ledger.example/app",
      errors_url: "https://ledger.example/app/errors",
    });
  });

  test("takes the logins of the two roles together, and beside a server of one's own", () => {
    const url = "postgres://carbon_app@host/ledger";
    const whole = { DATABASE_URL: url, DATABASE_APP_URL: url, DATABASE_SYSTEM_URL: url };
    expect(readConfig(whole)).toMatchObject({ database_app_url: url, database_system_url: url });
    expect(() => readConfig({ ...whole, DATABASE_URL: "" })).toThrow(/DATABASE_URL: is needed beside/);
    expect(() => readConfig({ ...whole, DATABASE_SYSTEM_URL: "" })).toThrow(/DATABASE_SYSTEM_URL: is needed/);
  });

  test("takes a role of its own only beside a server that the processes share", () => {
    expect(readConfig({})).toMatchObject({ role: "all", shutdown_delay_seconds: 0 });
    expect(() => readConfig({ ROLE: "web" })).toThrow(/DATABASE_URL: is needed beside ROLE=web/);
    expect(() => readConfig({ ROLE: "api" })).toThrow(/ROLE: must be all, web or worker/);
    const shared = { DATABASE_URL: "postgres://ledger@host/ledger" };
    expect(readConfig({ ...shared, ROLE: "web", DEMO: "on" })).toMatchObject({ role: "web", has_demo: false });
    expect(readConfig({ ...shared, ROLE: "worker" })).toMatchObject({ role: "worker", has_demo: true });
  });

  test("reads secrets from files, and says which one cannot be used without telling what is in it", () => {
    const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-secrets-"));
    const file = (name: string, text: string): string => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const SMTP_URL_FILE = file("smtp", "smtps://user:pass@mail.example\n");
    expect(readConfig({ SMTP_URL_FILE, SMTP_URL: " " }).smtp_url).toBe("smtps://user:pass@mail.example");
    expect(() => readConfig({ SMTP_URL_FILE, SMTP_URL: "smtp://x" })).toThrow(/SMTP_URL_FILE: SMTP_URL is set as well/);
    expect(() => readConfig({ SECRET_KEY_FILE: join(directory, "none") })).toThrow(
      /SECRET_KEY_FILE: .*none cannot be read \(ENOENT\)/,
    );
    expect(() => readConfig({ SECRET_KEY_FILE: file("empty", " \n") })).toThrow(/SECRET_KEY_FILE: .* is empty/);
    const short = (): unknown => readConfig({ SECRET_KEY_FILE: file("short", "brief secret") });
    expect(short).toThrow(/SECRET_KEY: must have at least 32 characters/);
    expect(short).not.toThrow(/brief secret/);
    rmSync(directory, { recursive: true });
  });

  test("reads lists of ranges", () => {
    const config = readConfig({
      TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8",
      IP_RATE_LIMIT_RANGES: "160.79.104.0/21=6000,2001:db8::/32=10",
    });
    expect(config.trusted_proxies).toEqual(["10.0.0.0/8", "fd00::/8"]);
    expect(config.ip_rate_limit_ranges).toEqual([
      { range: "160.79.104.0/21", requests_per_minute: 6000 },
      { range: "2001:db8::/32", requests_per_minute: 10 },
    ]);
  });

  test("reads when webhooks are tried again", () => {
    const pauses = [10, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(readConfig({})).toMatchObject({
      webhook_retry_schedule: pauses,
      webhook_timeout_ms: 15_000,
      webhook_payload_days: 30,
      webhook_attempt_days: 90,
    });
    expect(readConfig({ WEBHOOK_RETRY_SCHEDULE: "0, 5,604800" }).webhook_retry_schedule).toEqual([0, 5, 604_800]);
    expect(readConfig({ WEBHOOK_RETRY_SCHEDULE: "none" }).webhook_retry_schedule).toEqual([]);
    for (const wrong of ["604801", "-1", "1.5", "soon", "none,5", Array.from({ length: 31 }, () => "1").join()]) {
      expect(() => readConfig({ WEBHOOK_RETRY_SCHEDULE: wrong }), wrong).toThrow(/WEBHOOK_RETRY_SCHEDULE: must be/);
    }
    expect(() => readConfig({ WEBHOOK_TIMEOUT_MS: "99" })).toThrow(/WEBHOOK_TIMEOUT_MS: must be/);
  });

  test("reads how webhooks leave the house", () => {
    expect(
      readConfig({
        WEBHOOK_ALLOW_CIDRS: "10.1.0.0/16, fd00:1::/32",
        WEBHOOK_DNS_SERVERS: "10.0.0.2, 10.0.0.3:5353,2001:db8::2,[2001:db8::3]:53",
        WEBHOOK_EXTRA_CA_FILE: "/etc/ca.pem",
        WEBHOOK_PROXY_URL: "http://user:pass@proxy.internal:3128",
      }),
    ).toMatchObject({
      webhook_allow_cidrs: ["10.1.0.0/16", "fd00:1::/32"],
      webhook_dns_servers: ["10.0.0.2", "10.0.0.3:5353", "2001:db8::2", "[2001:db8::3]:53"],
      webhook_extra_ca_file: "/etc/ca.pem",
      webhook_proxy_url: "http://user:pass@proxy.internal:3128",
    });
  });

  test("reads which programs may repeat a refresh", () => {
    const read = (text?: string) => readConfig({ OAUTH_REPLAY_CLIENTS: text }).oauth_replay_clients;
    expect(read()).toEqual(["*"]);
    expect(read("none")).toEqual([]);
    expect(read("Claude, cursor.com")).toEqual(["claude", "cursor.com"]);
    expect(() => read("a b")).toThrow(/OAUTH_REPLAY_CLIENTS/);
  });

  test("opens private ranges only, never loopback, link-local or everything", () => {
    const wrong = "0.0.0.0/0 8.0.0.0/6 10.0.0.0/7 127.0.0.0/8 169.254.0.0/16 ::/0 fe80::/10 2000::/3 ::1/128 10.0.0.1";
    for (const range of wrong.split(" ")) {
      const ranges = { WEBHOOK_ALLOW_CIDRS: `10.1.0.0/16,${range}` };
      expect(() => readConfig(ranges), range).toThrow(/WEBHOOK_ALLOW_CIDRS: must/);
    }
  });

  test("takes no name server or proxy that could not be asked", () => {
    for (const server of ["dns.example", "10.0.0.2:0", "10.0.0.2:70000", "[10.0.0.2]:53", "2001:db8::2:x", "10.0.0"]) {
      expect(() => readConfig({ WEBHOOK_DNS_SERVERS: server }), server).toThrow(/WEBHOOK_DNS_SERVERS: must/);
    }
    for (const proxy of [
      "proxy:3128",
      "https://proxy:3128",
      "http://proxy/x",
      "http://proxy?x",
      "http://",
      "http://%zz@p",
    ]) {
      expect(() => readConfig({ WEBHOOK_PROXY_URL: proxy }), proxy).toThrow(/WEBHOOK_PROXY_URL: must/);
    }
  });

  test.each([
    "smtp://mail.example.com",
    "smtps://mail.example.com/",
    "smtp://relay:2525?requireTLS=false",
    "smtps://user:p%40ss%2Fw%23x@mail.example.com:465",
    "smtp://user%40company.example:a:b@127.0.0.1:25?requireTLS=false",
    "smtp://user:pa'ss$@[2001:db8::1]:587",
  ])("takes the mail server %s", (SMTP_URL) => {
    expect(readConfig({ SMTP_URL }).smtp_url).toBe(SMTP_URL);
  });

  test.each([
    ["an @", "smtps://user:p@geheim@mail.example.com"],
    ["a slash", "smtps://user:pa/geheim@mail.example.com"],
    ["a slash at its end", "smtps://user:pageheim/@mail.example.com"],
    ["a hash", "smtps://user:pa#geheim@mail.example.com"],
    ["a question mark", "smtps://user:pa?geheim@mail.example.com"],
    ["an @ and then a slash", "smtps://user:p@geheim/w@mail.example.com"],
    ["an @ and then a hash", "smtps://user:p@geheim#w@mail.example.com"],
    ["digits and then a slash", "smtps://user:25/geheim@mail.example.com"],
    ["a percent sign", "smtps://user:pa%geheim@mail.example.com"],
    ["a space", "smtps://user:pa geheim@mail.example.com"],
  ])("refuses a mail server whose password has %s that is not encoded, and tells nothing of it", (_name, SMTP_URL) => {
    let said = "";
    try {
      readConfig({ SMTP_URL });
    } catch (error) {
      said = error instanceof ConfigError ? error.problems.join("\n") : "";
    }
    expect(said).toMatch(/^SMTP_URL: must be .*percent-encoded \(@ is %40/);
    expect(said).not.toContain("geheim");
  });

  test("names every variable that is wrong, at once, and repeats no value", () => {
    const wrong = {
      PORT: "70000",
      BASE_URL: "ftp://user:hunter2@x",
      TRUSTED_PROXIES: "10.0.0.0/33",
      IP_RATE_LIMIT_RANGES: "10.0.0.0/8",
      SECRET_KEY: "hunter2",
      DEMO: "yes",
      LOG_LEVEL: "loud",
      UPLOAD_MAX_FILES: "0",
    };
    const problems = (() => {
      try {
        readConfig(wrong);
      } catch (error) {
        if (error instanceof ConfigError) return error.problems;
      }
      return [];
    })();
    expect(problems.map((problem) => problem.split(":")[0] ?? "").toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(problems.join()).not.toContain("hunter2");
  });

  test("documents every variable", () => {
    expect(configurationTable.length).toBeGreaterThan(15);
    for (const row of configurationTable) {
      expect(row.name).toMatch(/^[A-Z_]+$/);
      expect(row.meaning.length).toBeGreaterThan(10);
      expect(row.default).not.toBe("");
    }
  });
});
