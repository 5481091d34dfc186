import { readMigrations } from "../../platform/db/migrate.ts";
import { packageVersion } from "../../composition/package-version.ts";
import { MIGRATIONS } from "../../composition/service.ts";
import type { StandaloneCommand } from "../command.ts";

export const version: StandaloneCommand = {
  name: "version",
  usage: "",
  summary: "Says which release this is, on which Node it runs and which migration of the database is its newest",
  options: {},
  async runAlone() {
    const newest = (await readMigrations(MIGRATIONS)).at(-1)?.name ?? null;
    const json = {
      version: packageVersion(),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      newest_migration: newest,
    };
    return {
      json,
      lines: [`Carbon Ledger ${json.version}`, `Node ${json.node} on ${json.platform}`, `newest migration ${newest}`],
    };
  },
};
