import { expect, test } from "vitest";
import { readConfig } from "../../src/platform/config/config.ts";
import { loopbackReach } from "../../src/platform/loopback-reach.ts";

const PUBLIC = "https://ledger.example.com";

test.each([
  ["on one machine", {}, true, null],
  ["by another loopback address", { HOST: "::1", BASE_URL: "http://127.0.0.1:3000" }, true, null],
  ["listening to others under the default name", { HOST: "0.0.0.0" }, false, "BASE_URL"],
  ["listening to others on IPv6", { HOST: "::" }, false, "BASE_URL"],
  ["with a public name, behind a proxy", { BASE_URL: PUBLIC }, false, null],
  ["with a public name, listening to others", { BASE_URL: PUBLIC, HOST: "0.0.0.0" }, false, null],
  ["switched on for others", { HOST: "0.0.0.0", WEBHOOK_ALLOW_LOOPBACK: "on" }, true, "sandbox key"],
  ["switched on where it is on", { WEBHOOK_ALLOW_LOOPBACK: "on" }, true, null],
  ["switched off", { WEBHOOK_ALLOW_LOOPBACK: "off" }, false, null],
])("the sandbox of a service %s reaches its machine: %j", (_what, env: Record<string, string>, is_allowed, warning) => {
  const reach = loopbackReach(readConfig(env));
  expect(reach.is_allowed).toBe(is_allowed);
  if (warning === null) expect(reach.warning).toBeNull();
  else expect(reach.warning).toContain(warning);
});
