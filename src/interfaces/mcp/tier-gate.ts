import type { Feature } from "../../core/plans.ts";

/** The gate of contract 4.2 for a plan feature: the name that the tool tables use. */
const GATES: Readonly<Record<Feature, string>> = {
  fullApiAccess: "Enterprise",
  supplyChain: "Enterprise",
  scenarioBuilder: "scenarioBuilder",
};

export function tierGate(feature: Feature | undefined): string | null {
  return feature === undefined ? null : GATES[feature];
}
