import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { runAuthorizationSuite } from "../support/conformance-authorization.ts";
import { INSTALL_COMMAND, isSuiteInstalled } from "../support/conformance-suite.ts";
import { freePort } from "../support/free-port.ts";
import { type InteropSite, interopSite } from "../support/interop-site.ts";
import { registered } from "../support/oauth-client.ts";

const title = isSuiteInstalled
  ? "the official conformance suite for authorization servers"
  : `the official conformance suite for authorization servers (skipped: run \`${INSTALL_COMMAND}\` on Linux x64 first)`;

describe.skipIf(!isSuiteInstalled)(title, () => {
  let site: InteropSite;
  beforeAll(async () => {
    site = await interopSite();
  });
  afterAll(() => site.close());

  test.each(["without a resource", "for the assistant endpoint"])(
    "[contract 5.4.2, 5.4.4] every check passes, %s",
    { timeout: 300_000 },
    async (kind) => {
      const port = await freePort();
      const redirect_uris = [`http://127.0.0.1:${port}/callback`];
      const client_id = await registered(site.app, { redirect_uris });
      const { exit_code, output, scenarios } = await runAuthorizationSuite({
        issuer: site.base_url,
        client_id,
        port,
        directory: inject("run_directory"),
        ...(kind === "without a resource" ? {} : { resource: site.mcp_url }),
        onAddress: async (address) => {
          await fetch(await site.window(address));
        },
      });
      expect(exit_code, output).toBe(0);
      expect(scenarios, output).toEqual([
        { name: "authorization-code-grant", passed: 1, failed: 0, warned: 0 },
        { name: "authorization-server-metadata-endpoint", passed: 2, failed: 0, warned: 0 },
      ]);
    },
  );
});
