import { expect, test } from "vitest";
import { configurationTable } from "../../src/platform/config/config.ts";
import { misspeltSettings } from "../../src/platform/config/misspelt-settings.ts";

const named = (...names: readonly string[]) =>
  misspeltSettings(Object.fromEntries(names.map((name) => [name, "x"]))).map(({ sentence }) => sentence);

test.each([
  ["DATA_DRI", "DATA_DIR"],
  ["PROT", "PORT"],
  ["port", "PORT"],
  ["SMTP_ULR", "SMTP_URL"],
  ["DATABASE-URL", "DATABASE_URL"],
  ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
  ["WEBHOOK_RETRY_SHEDUL", "WEBHOOK_RETRY_SCHEDULE"],
  ["SECRETKEY", "SECRET_KEY"],
])("%s is told to be meant as %s", (name, meant) => {
  expect(named(name)).toEqual([`${name} is not a setting and has no effect; ${meant} is one.`]);
});

test.each(["SMTP_HOST", "WEBHOOK_ALLOW_ALL", "CARBON_LEDGER_HOST"])("%s looks like ours and has no effect", (name) => {
  expect(named(name)).toEqual([`${name} is not a setting of this release and has no effect.`]);
});

test("settings, and what other programs and Kubernetes put into an environment, are left alone", () => {
  const others =
    "PATH HOME USER LANG PWD OLDPWD TERM SHELL TZ LOGNAME HOSTNAME MAIL EDITOR NODE_ENV NODE_OPTIONS HTTP_PROXY HTTPS_PROXY " +
    "NO_PROXY INVOCATION_ID JOURNAL_STREAM DEBUG npm_config_cache npm_lifecycle_event KUBERNETES_SERVICE_HOST " +
    "KUBERNETES_PORT_443_TCP_PROTO SMTP_URL_FILE WEBHOOK_PROXY_URL_FILE SECRET_KEY_FILE PS1 WEBHOOK_SERVICE_HOST WEBHOOK_SERVICE_PORT_HTTP WEBHOOK_PORT SMTP_PORT_25_TCP_ADDR " +
    "PGHOST PGPORT LC_ALL COLORTERM SSH_TTY XDG_DATA_DIRS DBUS_SESSION_BUS_ADDRESS LS_COLORS SHLVL _";
  expect(named(...configurationTable.map(({ name }) => name), ...others.split(" "))).toEqual([]);
});

test("values are not looked at, and stand in no sentence", () => {
  expect(JSON.stringify(misspeltSettings({ SECRETS_KEY: "hush-hush" }))).not.toContain("hush");
});
