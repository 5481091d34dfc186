import { expect, test } from "vitest";
import { installation } from "../support/service-process.ts";

test("migrate --plan on a new directory says what would be done, and does nothing", async () => {
  const other = installation();
  try {
    for (const _again of [1, 2]) {
      const { code, stdout } = await other.cli("migrate", "--plan", "--json");
      expect(code).toBe(0);
      const plan = JSON.parse(stdout) as { applied: string[]; pending: string[] };
      expect(plan.applied).toEqual([]);
      expect(plan.pending[0]).toBe("0001-roles-and-tenants.sql");
    }
    expect(other.serverPid()).toBeNull();
  } finally {
    await other.remove();
  }
}, 300_000);
