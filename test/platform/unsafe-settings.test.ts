import { expect, test } from "vitest";
import { readConfig } from "../../src/platform/config/config.ts";
import { unsafeSettings } from "../../src/platform/config/unsafe-settings.ts";

const warned = (env: Readonly<Record<string, string>>) =>
  unsafeSettings(readConfig(env)).map(({ settings }) => settings.join(" "));

const PUBLIC = { BASE_URL: "https://ledger.example", DEMO: "off", TRUSTED_PROXIES: "127.0.0.1/32" };
const LOGINS = {
  DATABASE_APP_URL: "postgres://carbon_app:x@127.0.0.1/ledger",
  DATABASE_SYSTEM_URL: "postgres://carbon_system:x@127.0.0.1/ledger",
};

test("the defaults, and a service behind a proxy that is set up well, are not warned of", () => {
  expect(warned({})).toEqual([]);
  expect(
    warned({
      ...PUBLIC,
      ...LOGINS,
      DATABASE_URL: "postgres://ledger:x@127.0.0.1/ledger",
      SECRET_KEY: "5b1d0c8e7f2a4963b1d0c8e7f2a4963b",
      SMTP_URL: "smtp://user:x@mail.example:587",
      MAIL_FROM: "Ledger <ledger@company.example>",
    }),
  ).toEqual([]);
});

const REMOTE = "postgres://ledger:x@db.example/ledger";

test.each<[string, Record<string, string>, string[]]>([
  ["clear HTTP to others", { ...PUBLIC, BASE_URL: "http://ledger.example" }, ["BASE_URL API_URL"]],
  ["clear HTTP for keys alone", { ...PUBLIC, API_URL: "http://api.example" }, ["API_URL"]],
  [
    "a proxy on this machine that is not trusted",
    { ...PUBLIC, TRUSTED_PROXIES: "" },
    ["TRUSTED_PROXIES HOST BASE_URL"],
  ],
  ["everybody is a proxy", { ...PUBLIC, TRUSTED_PROXIES: "10.0.0.0/8,0.0.0.0/0" }, ["TRUSTED_PROXIES"]],
  ["everybody of IPv6 is a proxy", { ...PUBLIC, TRUSTED_PROXIES: "::/0" }, ["TRUSTED_PROXIES"]],
  ["the demo for the public", { ...PUBLIC, DEMO: "on" }, ["DEMO BASE_URL"]],
  ["a database afar in clear", { ...LOGINS, DATABASE_URL: REMOTE }, ["DATABASE_URL"]],
  ["a database afar with TLS off", { ...LOGINS, DATABASE_URL: `${REMOTE}?sslmode=disable` }, ["DATABASE_URL"]],
  ["a database afar with TLS", { ...LOGINS, DATABASE_URL: `${REMOTE}?sslmode=verify-full` }, []],
  ["a database by its socket", { ...LOGINS, DATABASE_URL: "postgres:///ledger?host=/run/postgresql" }, []],
  ["work as the owner", { DATABASE_URL: "postgres://l:x@localhost/l" }, ["DATABASE_APP_URL DATABASE_SYSTEM_URL"]],
  ["a secret that was typed", { SECRET_KEY: "abababababababababababababababababab" }, ["SECRET_KEY"]],
  ["a clock that stands still", { TEST_CLOCK: "2026-01-01T00:00:00Z" }, ["TEST_CLOCK"]],
  ["open to others under a local name", { HOST: "0.0.0.0" }, ["WEBHOOK_ALLOW_LOOPBACK HOST BASE_URL"]],
  [
    "loopback for everybody's webhooks",
    { ...PUBLIC, WEBHOOK_ALLOW_LOOPBACK: "on" },
    ["WEBHOOK_ALLOW_LOOPBACK HOST BASE_URL"],
  ],
  [
    "a mail password in clear",
    { SMTP_URL: "smtp://u:x@mail.example?requireTLS=false", MAIL_FROM: "l@company.example" },
    ["SMTP_URL"],
  ],
  ["mails from localhost", { SMTP_URL: "smtps://mail.example" }, ["MAIL_FROM SMTP_URL"]],
  ["a file larger than an upload", { UPLOAD_MAX_FILE_MIB: "500" }, ["UPLOAD_MAX_FILE_MIB UPLOAD_MAX_TOTAL_MIB"]],
  [
    "no limits for others",
    { ...PUBLIC, HOST: "0.0.0.0", HTTP_CONNECTIONS_PER_ADDRESS: "0" },
    ["HTTP_CONNECTIONS_PER_ADDRESS HTTP_BODY_BYTES_PER_SECOND HOST"],
  ],
])("%s", (_name, env, expected) => {
  expect(warned(env)).toEqual(expected);
});

test("no sentence holds a password", () => {
  const env = {
    ...PUBLIC,
    DATABASE_URL: "postgres://l:geheim@db.example/l",
    SMTP_URL: "smtp://u:geheim@m?requireTLS=false",
  };
  expect(JSON.stringify(unsafeSettings(readConfig(env)))).not.toContain("geheim");
});
