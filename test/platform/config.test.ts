import { describe, expect, test } from "vitest";
import { ConfigError, configurationTable, readConfig } from "../../src/platform/config.ts";

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
