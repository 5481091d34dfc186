/** Plan features that gate interfaces and operations (contract 5.2.7). */
export const FEATURES = ["fullApiAccess", "supplyChain", "scenarioBuilder"] as const;
export type Feature = (typeof FEATURES)[number];

export const PLAN_NAMES = ["starter", "premium", "enterprise"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

interface Plan {
  readonly features: readonly Feature[];
  /** Documents that may be processed per calendar month (UTC). */
  readonly invoices_per_month: number;
}

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  starter: { features: [], invoices_per_month: 100 },
  premium: { features: ["scenarioBuilder"], invoices_per_month: 1_000 },
  enterprise: { features: ["fullApiAccess", "supplyChain", "scenarioBuilder"], invoices_per_month: 100_000 },
};

export function planHas(plan: PlanName, feature: Feature): boolean {
  return PLANS[plan].features.includes(feature);
}
