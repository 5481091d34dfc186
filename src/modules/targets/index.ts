export { allTargets } from "./all-targets.ts";
export type { TargetRecord } from "./target.ts";
