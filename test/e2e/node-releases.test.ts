import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { INSTALL_COMMAND, nodeRelease } from "../support/node-releases.ts";
import { restClient } from "../support/rest-client.ts";
import { installation } from "../support/service-process.ts";

const root = join(import.meta.dirname, "../..");
const CLI = join(root, "dist/cli.js");
const SAMPLE = join(root, "samples/electricity-invoice.xml");

/** The oldest release that package.json promises, the one between, and the one that the README recommends. */
const RELEASES = [
  ["node-20.19", /^v20\.19\.0$/],
  ["node-22", /^v22\./],
  ["node-24", /^v24\./],
] as const;

describe.each(RELEASES)("on %s", (alias, version) => {
  const program = nodeRelease(alias);

  test.skipIf(program === null)(
    `the service starts with its demo company, reads an upload, answers an assistant and stops (needs ${INSTALL_COMMAND})`,
    async () => {
      const node = program ?? "";
      expect(execFileSync(node, ["--version"], { encoding: "utf8" }).trim()).toMatch(version);
      const site = installation({ start: [node, CLI, "start"], cli: [node, CLI] });
      try {
        const service = await site.start({ env: { DEMO: "on" } });
        const [, key = ""] = await service.says(/live key +(qk_live_[0-9a-f]{64})/);
        expect(service.output()).toContain(
          `"node":"${execFileSync(node, ["--version"], { encoding: "utf8" }).trim().slice(1)}"`,
        );
        const client = restClient(service.base, key);
        const { body } = await client.upload([{ name: "electricity-invoice.xml", bytes: readFileSync(SAMPLE) }]);
        expect((await client.read(body.id)).files).toMatchObject([{ status: "processed", activity_count: 3 }]);
        expect((await client.tool("get_emissions_summary")).total_co2e_kg).toBeGreaterThan(10_000);
        expect(await site.cli("doctor")).toMatchObject({ code: 0, stderr: "" });
        service.signal("SIGTERM");
        expect(await service.ended()).toEqual({ code: 0, signal: null });
        // Warnings of Node about what it will no longer do are news of a release.
        expect(service.output()).not.toMatch(/DeprecationWarning|ExperimentalWarning/);
      } finally {
        await site.remove();
      }
    },
    300_000,
  );
});
