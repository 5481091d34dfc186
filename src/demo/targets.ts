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
    name: "Halvt så meget i scope 1 og 2 i 2030",
    description: "El-varebiler, en varmepumpe til værkstedet og strøm med oprindelsesgarantier.",
    scope: "1+2",
    baseline_year: 2024,
    baseline_emissions: 52_000,
    target_year: 2030,
    target_reduction_percent: 50,
  },
  {
    name: "En tredjedel mindre fra tjenesterejser i 2028",
    description: "Tog i stedet for fly til messer inden for en dagsrejse; kundemøder på skærm.",
    scope: "3",
    category: "transport.travel",
    baseline_year: 2024,
    baseline_emissions: 5_200,
    target_year: 2028,
    target_reduction_percent: 33,
  },
  {
    name: "En fjerdedel mindre pr. million i omsætning i 2029",
    description: "Virksomheden vokser; hver stol og hvert bord skal veje mindre.",
    scope: "all",
    target_type: "intensity",
    intensity_metric: "mio. kr. omsætning",
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
