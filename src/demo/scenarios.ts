import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { addTiltag } from "../modules/scenarios/add-tiltag.ts";
import { archiveScenario } from "../modules/scenarios/archive-scenario.ts";
import { createScenarioDraft } from "../modules/scenarios/create-scenario-draft.ts";
import { getScenario } from "../modules/scenarios/get-scenario.ts";
import { listScenarios } from "../modules/scenarios/list-scenarios.ts";

/** A plan of the demo company with four tiltag; names, shares and prices are made up. */
const SCENARIO = {
  name: "Fossilfrit værksted i 2030",
  description: "Det, værkstedet, varebilerne og indkøbet kan gøre med teknik, der er på markedet.",
  base_year: 2025,
  target_year: 2030,
  growth_pct: 1.5,
} as const;

/** An earlier plan that the company has put away. */
const ARCHIVED = {
  name: "Fossilfrit værksted i 2035, første udgave",
  base_year: 2025,
  target_year: 2035,
} as const;

const TILTAG = [
  {
    name: "Varmeplan: lavere fremløbstemperatur og bedre isolering",
    category_id: "energy.heat",
    reduction_pct: 25,
    start_year: 2026,
    capex_dkk: 85_000,
    annual_savings_dkk: 21_000,
    lifetime_years: 15,
    discount_rate_pct: 4,
  },
  {
    name: "Tre el-varebiler i stedet for diesel",
    category_id: "transport.own",
    reduction_pct: 80,
    start_year: 2027,
    capex_dkk: 420_000,
    annual_opex_dkk: 14_000,
    annual_savings_dkk: 78_000,
    lifetime_years: 8,
    discount_rate_pct: 4,
  },
  {
    name: "Solceller på værkstedets tag",
    category_id: "energy.electricity",
    reduction_pct: 35,
    start_year: 2027,
    capex_dkk: 310_000,
    annual_opex_dkk: 4_000,
    annual_savings_dkk: 52_000,
    lifetime_years: 25,
    discount_rate_pct: 4,
  },
  {
    name: "Certificeret dansk træ med leverandørens klimaaftryk",
    category_id: "purchases.materials.wood",
    reduction_pct: 20,
    start_year: 2028,
    annual_opex_dkk: 26_000,
  },
] as const;

const named = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });
const made = z.object({ id: z.string(), tiltag: z.array(z.object({ name: z.string() })) });

/** Makes the demo company's plans for the context's environment; what an earlier, interrupted call made stays. */
export async function loadScenarios(ctx: Context): Promise<void> {
  const { items } = named.parse(await invoke(listScenarios, ctx, {}));
  const scenario = items.find(({ name }) => name === SCENARIO.name);
  const answer =
    scenario === undefined
      ? await invoke(createScenarioDraft, ctx, SCENARIO)
      : await invoke(getScenario, ctx, { id: scenario.id });
  if (!items.some(({ name }) => name === ARCHIVED.name)) {
    const { id } = made.parse(await invoke(createScenarioDraft, ctx, ARCHIVED));
    await invoke(archiveScenario, ctx, { id });
  }
  const { id, tiltag } = made.parse(answer);
  const names = new Set(tiltag.map(({ name }) => name));
  for (const missingTiltag of TILTAG.filter(({ name }) => !names.has(name))) {
    await invoke(addTiltag, ctx, { ...missingTiltag, scenario_id: id });
  }
}
