/** IPCC assessment reports whose warming potentials (100 years) a company can count by. */
export const GWP_SETS = ["AR5", "AR6"] as const;

export type GwpSet = (typeof GWP_SETS)[number];

/** That of the UK Government's factors, with which most lines are counted: an inventory has one set. */
export const DEFAULT_GWP_SET: GwpSet = "AR5";

/** How the step begins that says of a gas without a figure of the company's set that another's counts it. */
export const COUNTS_BY = "The company counts by ";
