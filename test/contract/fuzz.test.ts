import { afterAll, beforeAll, expect, test } from "vitest";
import type { FuzzTarget } from "../../scripts/fuzz/fuzz-request.ts";
import { openTarget, SPARE_KEY } from "../../scripts/fuzz/open-target.ts";
import { runFuzz } from "../../scripts/fuzz/run-fuzz.ts";
import type { TenantIdentity } from "../../src/core/context.ts";
import { type Demo, demoTenant } from "../support/demo.ts";

/** Enough of the long run (scripts/fuzz.ts) to notice a broken promise of the OpenAPI document or of tools/list. */
const REQUESTS = 3_000;
/** Another seed finds other things; this one is fixed so that a failure belongs to the change that it fails with. */
const SEED = 20_261_121;

let demo: Demo;
let target: FuzzTarget;

beforeAll(async () => {
  demo = await demoTenant();
  target = await makeTarget(demo);
});
afterAll(() => demo.close());

test(
  "no request, valid, one step off or broken, is answered against the description",
  { timeout: 300_000 },
  async () => {
    const summary = await runFuzz(target, { seed: SEED, first: 0, count: REQUESTS, concurrency: 6 });
    const report = summary.failures.map(({ number, what, faults, curl, answer }) =>
      [`${number} ${what}: ${faults.join("; ")}`, curl, answer].join("\n"),
    );
    const again = `repeat one with: npx tsx scripts/fuzz.ts --seed ${SEED} --first <number> --requests 1`;
    expect(report.join("\n\n"), again).toBe("");
    expect(summary.failed).toBe(0);
    expect(demo.app.log.filter((line) => line.level === "error")).toEqual([]);
  },
);

async function makeTarget({ app, tenant, sandbox, other, ...rest }: Demo): Promise<FuzzTarget> {
  const key = async (of: TenantIdentity, request = {}): Promise<string> => (await app.key(of, request)).key;
  for (const of of [tenant, other]) {
    for (let spare = 0; spare < 20; spare += 1) await key(of, { name: SPARE_KEY });
    for (const placeholder of ["$department_id", "$category_rule_id", "$file_to_enter_id"])
      await rest.id(placeholder, of);
  }
  const starter = await app.db.tenant({ name: "Lille ApS", plan: "starter" });
  return await openTarget({
    main: app.main,
    sandbox: app.sandbox,
    errors_url: "http://ledger.test/errors",
    keys: {
      live: [await key(tenant), await key(tenant)],
      sandbox: [await key(sandbox)],
      poor: [await key(tenant, { scopes: ["quota:read"] })],
      starter: [await key(starter)],
      refused: [`qk_live_${"0".repeat(64)}`, await key(tenant, { ip_allowlist: ["203.0.113.0/24"] })],
    },
    foreign_key: await key(other),
    own_uploads: [await rest.id("$upload_id", tenant)],
    foreign_uploads: [await rest.id("$upload_id", other)],
    tick: () => app.db.clock.advance(1),
  });
}
