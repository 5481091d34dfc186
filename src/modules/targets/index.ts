export { allTargets } from "./all-targets.ts";
export type { TargetRecord } from "./target.ts";
export { targetsOfYear, type TargetOfYear } from "./targets-of-year.ts";
