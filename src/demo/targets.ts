import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { createTarget } from "../modules/targets/create-target.ts";
import { listTargets } from "../modules/targets/list-targets.ts";
import { recordTargetMetric } from "../modules/targets/record-target-metric.ts";

/**
 * Targets of the demo company: with its documents the second is not on its line, the others are. The base is stated,
 * as by a company whose earlier figures are outside the service; every figure is made up.
 */
const TARGETS = [
  {
    name: "Halve scope 1 and 2 by 2030",
    description: "Electric vans, a heat pump for the workshop and power from certified renewable sources.",
    scope: "1+2",
    baseline_year: 2024,
    baseline_emissions: 52_000,
    target_year: 2030,
    target_reduction_percent: 50,
  },
  {
    name: "A third less business travel by 2028",
    description: "Train instead of flights to fairs within a day's journey; customer meetings on screen.",
    scope: "3",
    category: "transport.travel",
    baseline_year: 2024,
    baseline_emissions: 5_200,
    target_year: 2028,
    target_reduction_percent: 33,
  },
  {
    name: "A quarter less per million of revenue by 2029",
    description: "The company grows; each chair and table should weigh less.",
    scope: "all",
    target_type: "intensity",
    intensity_metric: "DKK million revenue",
    baseline_year: 2024,
    baseline_emissions: 8_600,
    target_year: 2029,
    target_reduction_percent: 25,
    revenue: { year: 2025, value: 14.8 },
  },
] as const;

const made = z.object({ id: z.uuid() });
const targetNames = z.object({ items: z.array(z.object({ name: z.string() })) });

/** Sets the demo company's targets for the context's environment, unless they are set. */
export async function loadTargets(ctx: Context): Promise<void> {
  const { items } = targetNames.parse(await invoke(listTargets, ctx, {}));
  const knownNames = new Set(items.map((target) => target.name));
  for (const target of TARGETS.filter(({ name }) => !knownNames.has(name))) {
    const { revenue, ...terms } = { revenue: null, ...target };
    const { id } = made.parse(await invoke(createTarget, ctx, terms));
    // A clock that stands before a year has no revenue of it.
    if (revenue !== null && revenue.year <= ctx.clock.now().getUTCFullYear()) {
      await invoke(recordTargetMetric, ctx, { ...revenue, id });
    }
  }
}
