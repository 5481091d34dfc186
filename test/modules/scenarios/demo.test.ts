import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { loadScenarios } from "../../../src/demo/scenarios.ts";
import { loadTargets } from "../../../src/demo/targets.ts";
import { getScenario } from "../../../src/modules/scenarios/get-scenario.ts";
import { listScenarios } from "../../../src/modules/scenarios/list-scenarios.ts";
import type { ScenarioRecord } from "../../../src/modules/scenarios/scenario.ts";
import { listTargets } from "../../../src/modules/targets/list-targets.ts";
import type { TargetRecord } from "../../../src/modules/targets/target.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";

let demo: Demo;
let ctx: Context;
beforeAll(async () => {
  demo = await demoTenant();
  ctx = demo.app.db.context(demo.tenant);
});
afterAll(() => demo.close());

test("the demo company's targets get both verdicts, and its plan lowers every year after the first; loading twice adds nothing", async () => {
  for (let count = 0; count < 2; count += 1) {
    await loadTargets(ctx);
    await loadScenarios(ctx);
  }
  // Each answer is the operation's own record.
  const targets = (await invoke(listTargets, ctx, {})) as { items: TargetRecord[] };
  expect(targets.items.map(({ status }) => status)).toEqual(["on_track", "off_track", "on_track"]);
  // A Danish company words its plans in Danish, as it does its documents.
  expect(targets.items.map(({ name }) => name)).toEqual([
    "En fjerdedel mindre pr. million i omsætning i 2029",
    "En tredjedel mindre fra tjenesterejser i 2028",
    "Halvt så meget i scope 1 og 2 i 2030",
  ]);
  const scenarios = (await invoke(listScenarios, ctx, {})) as { items: ScenarioRecord[] };
  expect(scenarios.items.map(({ status }) => status).toSorted()).toEqual(["active", "archived"]);
  const active = scenarios.items.find(({ status }) => status === "active");
  const plan = (await invoke(getScenario, ctx, { id: active?.id })) as ScenarioRecord;
  expect(plan.name).toBe("Fossilfrit værksted i 2030");
  expect(plan.tiltag.map(({ name }) => name).toSorted()).toEqual([
    "Certificeret dansk træ med leverandørens klimaaftryk",
    "Solceller på værkstedets tag",
    "Tre el-varebiler i stedet for diesel",
    "Varmeplan: lavere fremløbstemperatur og bedre isolering",
  ]);
  expect(new Set(plan.tiltag.map(({ rank }) => rank))).toEqual(new Set([1, 2, 3, 4]));
  const lower = plan.projection.map(({ baseline_kg, with_tiltag_kg }) => with_tiltag_kg < baseline_kg);
  expect(lower).toEqual([false, true, true, true, true, true]);
});
