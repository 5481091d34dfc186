import { type Feature, FEATURES, planHas, type PlanName, PLANS } from "../core/plans.ts";

/** What a feature is to who decides about a plan. */
const FEATURE_TEXTS: Readonly<Record<Feature, string>> = {
  fullApiAccess: "REST API with keys",
  supplyChain: "suppliers and their footprints",
  scenarioBuilder: "scenarios",
};

/** What a plan allows and what it lacks, in a line each. */
export function planLines(plan: PlanName): string[] {
  const named = (wanted: boolean): string[] =>
    FEATURES.filter((feature) => planHas(plan, feature) === wanted).map((feature) => FEATURE_TEXTS[feature]);
  const [has, lacks] = [named(true), named(false)];
  return [
    `  has    ${[`${PLANS[plan].invoices_per_month} documents a month`, "pages", "assistants (MCP)", ...has].join(", ")}`,
    ...(lacks.length === 0 ? [] : [`  lacks  ${lacks.join(", ")}`]),
  ];
}
